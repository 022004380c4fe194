/** Foreign pages and blocks made visible: for sandboxed frames as documents, for our own page as markup and styles. */
import { randomBytes } from "node:crypto";
import type { Observation } from "@tessera/model";
import type { showApi, TileQuery } from "@tessera/model/api";
import { contentPolicy, textDocument, tileDocument } from "@tessera/show";
import type { FollowView } from "@tessera/store";
import { contentOf } from "../../changes/stored-content.ts";
import { ASSET_SOURCE, type ShownTile, type TileLook, type TileRenderer } from "../../show/tile-renderer.ts";
import { reachFollow, reachObservation } from "../reach.ts";
import { captureReply, found } from "../replies.ts";
import type { Answer, Handlers } from "../route.ts";
import type { Services } from "../services.ts";

export const showHandlers: Handlers<typeof showApi> = {
  "GET /icons": async ({ query }, { tileRenderer }) => {
    const icon = await tileRenderer.icon(query.site);
    // no icon is nothing wrong: whoever asks shows a letter, and does not ask again today, or for a minute where it may come
    if (typeof icon === "string") {
      return { status: 204, raw: Buffer.alloc(0), headers: icon === "none" ? ICON : { ...ICON, ...FOR_A_MINUTE } };
    }
    return { raw: icon.body, contentType: icon.type, headers: ICON };
  },
  "GET /captures/:id/page": async ({ who, params }, { store, tileRenderer }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    const { html, policy } = found(await tileRenderer.pickerPage(capture));
    return { raw: html, headers: { ...FRAMED, "content-security-policy": policy } };
  },
  "GET /follows/:id/pick": async ({ who, params }, { store, tileRenderer }) => {
    const view = found(await store.follows.find(who.person.id, params.id));
    const capture = found(await store.captures.find(who.person.id, view.block.seenCaptureId));
    const { node, path, nodes, without } = found(await tileRenderer.found(view, capture));
    // of several alike, those of the one that was pointed at: they stand for the same in the others
    const cuts = without.filter((part) => part > node && !nodes.some((other) => other > node && other <= part));
    return { body: { capture: captureReply(capture), path, node, cuts } };
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
    const { view } = await reachFollow(who, params.id, services);
    return framed(view, found(view.latestFound), { query, services });
  },
  "GET /follows/:id/tile/content": async ({ who, params, query }, services) => {
    const { view } = await reachFollow(who, params.id, services);
    return contentAnswer(view, found(view.latestFound), { query, services });
  },
  "GET /follows/:id/observations/:observationId/tile": async ({ who, params, query }, services) => {
    const reached = await reachFollow(who, params.id, services);
    return framed(reached.view, await reachObservation(reached, params.observationId, services), { query, services });
  },
  "GET /follows/:id/observations/:observationId/tile/ink": async ({ who, params, query }, services) => {
    const reached = await reachFollow(who, params.id, services);
    const observation = await reachObservation(reached, params.observationId, services);
    const { view } = reached;
    const tile = found(await services.tileRenderer.observed(view, observation, { look: query.look, links: "inert" }));
    const policy = { assetSource: ASSET_SOURCE, nonce: randomBytes(NONCE_BYTES).toString("base64") };
    return {
      raw: documentOf(tile, { ...policy, title: view.follow.title, padPx: query.pad }),
      headers: { ...FRAMED, "content-security-policy": contentPolicy(policy), "cache-control": "no-store" },
    };
  },
  "GET /follows/:id/observations/:observationId/tile/content": async ({ who, params, query }, services) => {
    const reached = await reachFollow(who, params.id, services);
    const observation = await reachObservation(reached, params.observationId, services);
    return contentAnswer(reached.view, observation, { query, services });
  },
};

const NONCE_BYTES = 18;
/** Opened by itself it is a document without rights. */
const ICON = { "cache-control": "private, max-age=86400", "content-security-policy": "default-src 'none'; sandbox" };
const FOR_A_MINUTE = { "cache-control": "private, max-age=60" };
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
async function contentAnswer(
  view: FollowView,
  observation: Observation,
  {
    query,
    services: { tileRenderer },
  }: { readonly query: TileQuery & { readonly look: TileLook }; readonly services: Services },
): Promise<Answer<ShownTile>> {
  const tile = found(await tileRenderer.observed(view, observation, query));
  return { body: tile, etag: etagOf({ view, observation }, query, tileRenderer) };
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
