/** Foreign pages and blocks made visible: for sandboxed frames as documents, for our own page as markup and styles. */
import { randomBytes } from "node:crypto";
import type { Observation } from "@tessera/model";
import type { showApi, TileQuery } from "@tessera/model/api";
import { contentPolicy, textDocument, tileDocument } from "@tessera/show";
import type { FollowView } from "@tessera/store";
import { contentOf } from "../../changes/stored-content.ts";
import { ASSET_SOURCE, type ShownTile, type TileRenderer } from "../../show/tile-renderer.ts";
import { found } from "../replies.ts";
import type { Answer, Handlers } from "../route.ts";
import type { Services } from "../services.ts";

export const showHandlers: Handlers<typeof showApi> = {
  "GET /captures/:id/page": async ({ who, params }, { store, tileRenderer }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    const { html, policy } = found(await tileRenderer.pickerPage(capture));
    return { raw: html, headers: { ...FRAMED, "content-security-policy": policy } };
  },
  "POST /captures/:id/preview": async ({ who, params, body }, { store, tileRenderer }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    const { place, extent, cuts, look, layout } = body;
    const located = found(await tileRenderer.locate(capture, { place, extent, cutPlaces: cuts, cuts: [] }));
    const tile = await tileRenderer.tile(capture, located, { look, links: "inert", layout });
    const { cutPaths, numbers, levels, nodes, ...rest } = located;
    return {
      body: {
        ...rest,
        ...tile,
        cutPaths: [...cutPaths],
        numbers: [...numbers],
        levels: [...levels],
        nodes: [...nodes],
      },
    };
  },
  "GET /follows/:id/tile": async ({ who, params, query }, services) => {
    const view = found(await services.store.follows.find(who.person.id, params.id));
    return framed(view, found(view.latestFound), { query, services });
  },
  "GET /follows/:id/tile/content": async ({ who, params, query }, { store, tileRenderer }) => {
    const view = found(await store.follows.find(who.person.id, params.id));
    const observation = found(view.latestFound);
    return {
      body: found(await tileRenderer.observed(view, observation, query)),
      etag: etagOf({ view, observation }, query, tileRenderer),
    };
  },
  "GET /follows/:id/observations/:observationId/tile": async ({ who, params, query }, services) => {
    const { store } = services;
    const view = found(await store.follows.find(who.person.id, params.id));
    const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
    return framed(view, observation, { query, services });
  },
  "GET /follows/:id/observations/:observationId/tile/ink": async ({ who, params, query }, { store, tileRenderer }) => {
    const view = found(await store.follows.find(who.person.id, params.id));
    const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
    const tile = found(await tileRenderer.observed(view, observation, { look: query.look, links: "inert" }));
    const policy = { assetSource: ASSET_SOURCE, nonce: randomBytes(NONCE_BYTES).toString("base64") };
    return {
      raw: documentOf(tile, { ...policy, title: view.follow.title, padPx: query.pad }),
      headers: { ...FRAMED, "content-security-policy": contentPolicy(policy), "cache-control": "no-store" },
    };
  },
  "GET /follows/:id/observations/:observationId/tile/content": async (
    { who, params, query },
    { store, tileRenderer },
  ) => {
    const view = found(await store.follows.find(who.person.id, params.id));
    const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
    return {
      body: found(await tileRenderer.observed(view, observation, query)),
      etag: etagOf({ view, observation }, query, tileRenderer),
    };
  },
};

const NONCE_BYTES = 18;
/** What a frame of ours may show; the policy of the document does the rest. */
const FRAMED = { "x-frame-options": "SAMEORIGIN" } as const;

interface FrameOptions {
  readonly query: TileQuery;
  readonly services: Pick<Services, "store" | "tileRenderer" | "pictures">;
}
async function framed(
  view: FollowView,
  observation: Observation,
  { query, services }: FrameOptions,
): Promise<Answer<undefined>> {
  const { store, tileRenderer } = services;
  const { look, links, pad, cut } = query;
  const policy = { assetSource: ASSET_SOURCE, opensLinks: links === "open" };
  const frame = { ...policy, title: view.follow.title, padPx: pad, cut };
  const document =
    look === "text"
      ? textDocument(found(await contentOf(store, observation)).text, { ...frame, look })
      : documentOf(found(await shownAs(view, observation, { query, services })), frame);
  return {
    raw: document,
    etag: etagOf({ view, observation }, query, tileRenderer),
    headers: { ...FRAMED, "content-security-policy": contentPolicy(policy), "cache-control": "private, no-cache" },
  };
}
/** A block that there is no picture of is shown as on its page. */
async function shownAs(
  view: FollowView,
  observation: Observation,
  { query: { look, links }, services: { tileRenderer, pictures } }: FrameOptions,
): Promise<ShownTile | null> {
  const { picture } = observation;
  const source = look === "picture" && picture !== null ? pictures.pathOf(picture) : null;
  const pictured = source && (await tileRenderer.pictured(view, observation, { links, source }));
  const markup = look === "adapted" || look === "reader" ? look : "page";
  return pictured || tileRenderer.observed(view, observation, { look: markup, links });
}
function documentOf(tile: ShownTile, frame: Omit<Parameters<typeof tileDocument>[1], "look">): string {
  return tileDocument(tile, { ...frame, look: tile.look });
}
/** The links in a tile are part of it: a copy whose links are over is no longer what would be sent. */
function etagOf(
  { view, observation }: { readonly view: FollowView; readonly observation: Observation },
  { look, links, pad, cut }: TileQuery,
  { linksUntil }: TileRenderer,
): string {
  const { id, content, verdict, picture } = observation;
  const { width = 0, height = 0 } = (verdict.kind === "found" && verdict.laidOut) || {};
  const size = [view.follow.version, width, height, picture?.slice(0, 12)];
  const isMeasured = look === "page" || look === "picture";
  return [id, content?.slice(0, 12), look, links, pad, cut, ...(isMeasured ? size : []), linksUntil].join("-");
}
