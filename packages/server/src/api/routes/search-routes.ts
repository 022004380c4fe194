/** Finding things in one's own follows, and in what one wrote. */
import type { SearchHitReply, searchApi } from "@tessera/model/api";
import { parseQuery } from "@tessera/model/search";
import type { FoundMoment, SearchHit } from "@tessera/store";
import { findTiles, isForTiles, MAX_WRITTEN } from "../find-tiles.ts";
import type { Handlers } from "../route.ts";

export const searchHandlers: Handlers<typeof searchApi> = {
  "GET /search": async ({ who, query }, { store }) => {
    const { q, cursor, ...options } = query;
    const asked = parseQuery(q);
    const { hits, ...rest } = await store.search.find(who.person.id, asked, { ...options, after: cursor });
    const isFirst = cursor === undefined && isForTiles(asked);
    const written = isFirst ? await store.tiles.written(who.person.id, MAX_WRITTEN + 1) : [];
    const { tiles, isCut } = findTiles(written, asked);
    return { body: { ...rest, hits: hits.map((hit) => hitReply(hit, q)), tiles, areTilesCut: isCut } };
  },
  "GET /tags": async ({ who }, { store }) => ({ body: [...(await store.search.tags(who.person.id))] }),
};

function hitReply({ view, sheets, titleMarks, moments, more }: SearchHit, q: string): SearchHitReply {
  const { follow, page } = view;
  return {
    follow: {
      id: follow.id,
      title: follow.title,
      titleMarks: titleMarks.map(([from, to]) => [from, to]),
      tags: [...follow.tags],
      isPaused: follow.pausedAt !== null,
    },
    page: { url: page.source.url, title: page.title },
    sheets: [...sheets],
    moments: moments.map((moment) => momentReply(moment, { followId: follow.id, q })),
    moreMoments: more,
  };
}

function momentReply(
  { observationId, at, since, lines }: FoundMoment,
  { followId, q }: { readonly followId: string; readonly q: string },
): SearchHitReply["moments"][number] {
  const query = new URLSearchParams({ at: observationId, find: q.toWellFormed() });
  return {
    ...{ observationId, at, since },
    excerpts: lines.map(({ text, marks }) => ({ text, marks: marks.map(([from, to]) => [from, to]) })),
    link: `/follows/${followId}/history?${query}`,
  };
}
