/** Foreign pages and blocks made visible: for sandboxed frames as documents, for our own page as markup and styles. */
import {
  BlockPath,
  BlockPick,
  CaptureId,
  FollowId,
  NumberFound,
  type Observation,
  ObservationId,
} from "@tessera/model";
import { contentPolicy, textDocument, tileDocument } from "@tessera/show";
import type { FollowView } from "@tessera/store";
import { z } from "zod";
import { contentOf } from "../../changes/stored-content.ts";
import { ASSET_SOURCE, type ShownTile, type TileRenderer } from "../../show/tile-renderer.ts";
import { type Answer, type Route, route } from "../route.ts";
import type { Services } from "../services.ts";
import { byId, found } from "../views/slice.ts";

const tag = "showing";
const reading = { kind: "person", scope: "read" } as const;

/** What a frame of ours may show; the policy of the document does the rest. */
const FRAMED = { "x-frame-options": "SAMEORIGIN" } as const;
const HTML = "text/html; charset=utf-8";
const FOREIGN = { contentType: HTML, about: "A document for a sandboxed frame, under a policy of its own" };

const TileQuery = z.object({
  look: z
    .enum(["page", "reader", "text"])
    .default("page")
    .describe("As on its page, plain markup in our own style, or text only"),
  links: z.enum(["open", "inert"]).default("open").describe("Links open their pages, or lead nowhere"),
  pad: z.coerce.number().int().min(0).max(64).default(0).describe("Space around the block, in CSS pixels"),
});
type TileQuery = z.output<typeof TileQuery>;

const TileReply = z.object({
  look: z.enum(["page", "reader"]).describe("`reader` where the styles of the page are no longer stored"),
  html: z.string().describe("Inert; pass it through a sanitiser of the browser before it meets a page"),
  css: z.string().describe("Bound to the element of `html`"),
});

/** A path, or the number that the picker's frame gives an element. */
const Place = z.union([z.int().min(0).max(10_000_000), BlockPath]);

const PreviewBody = z.strictObject({
  place: Place,
  extent: BlockPick.shape.extent,
  cuts: z.array(Place).max(100).default([]),
  look: z.enum(["page", "reader"]).default("page"),
});

const Level = z.object({ node: z.int(), path: BlockPath, tag: z.string(), excerpt: z.string() });
const PreviewReply = TileReply.extend({
  node: z.int(),
  path: BlockPath.describe("What to follow: `wish: { kind: 'path', path }` with this capture"),
  cutPaths: z.array(BlockPath),
  text: z.string(),
  excerpt: z.string(),
  numbers: z.array(NumberFound),
  isList: z.boolean(),
  pageTitle: z.string(),
  levels: z.array(Level).describe("From the block outwards; ancestors that add nothing are left out"),
  alike: z.int().describe("Siblings like it, itself included"),
  nodes: z.array(z.int()).describe("All elements that belong to it, by their numbers"),
});

const captureRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/captures/:id/page",
    summary:
      "The captured page for the picker's frame: inert, elements numbered, with a script that reports the pointer",
    tag,
    access: reading,
    params: byId(CaptureId),
    reply: FOREIGN,
    handle: async ({ who, params }, { store, tileRenderer }) => {
      const capture = found(await store.captures.find(who.person.id, params.id));
      const { html, policy } = found(await tileRenderer.pickerPage(capture));
      return { raw: html, headers: { ...FRAMED, "content-security-policy": policy } };
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/captures/:id/preview",
    summary: "The tile of a block, before it is followed, exactly as it will be",
    tag,
    access: reading,
    params: byId(CaptureId),
    body: PreviewBody,
    reply: PreviewReply,
    handle: async ({ who, params, body }, { store, tileRenderer }) => {
      const capture = found(await store.captures.find(who.person.id, params.id));
      const { place, extent, cuts, look } = body;
      const located = found(await tileRenderer.locate(capture, { place, extent, cutPlaces: cuts, cuts: [] }));
      const tile = await tileRenderer.tile(capture, located, { look, links: "inert" });
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
  }),
];

const followRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id/tile",
    summary: "What the follow shows now, as a document for a sandboxed frame",
    tag,
    access: reading,
    params: byId(FollowId),
    query: TileQuery,
    reply: FOREIGN,
    handle: async ({ who, params, query }, services) => {
      const view = found(await services.store.follows.find(who.person.id, params.id));
      return framed(view, found(view.latestFound), { query, services });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/tile/content",
    summary: "What the follow shows now, as markup and styles",
    tag,
    access: reading,
    params: byId(FollowId),
    query: TileQuery.extend({ look: z.enum(["page", "reader"]).default("page") }),
    reply: TileReply,
    handle: async ({ who, params, query }, { store, tileRenderer }) => {
      const view = found(await store.follows.find(who.person.id, params.id));
      const observation = found(view.latestFound);
      return {
        body: found(await tileRenderer.observed(view, observation, query)),
        etag: etagOf(observation, query, tileRenderer),
      };
    },
  }),
];

const Params = z.object({ id: FollowId, observationId: ObservationId });

const observationRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/follows/:id/observations/:observationId/tile",
    summary: "What the block was at an observation, as a document for a sandboxed frame",
    tag,
    access: reading,
    params: Params,
    query: TileQuery,
    reply: FOREIGN,
    handle: async ({ who, params, query }, services) => {
      const { store } = services;
      const view = found(await store.follows.find(who.person.id, params.id));
      const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
      return framed(view, observation, { query, services });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/follows/:id/observations/:observationId/tile/content",
    summary: "What the block was at an observation, as markup and styles",
    tag,
    access: reading,
    params: Params,
    query: TileQuery.extend({ look: z.enum(["page", "reader"]).default("page") }),
    reply: TileReply,
    handle: async ({ who, params, query }, { store, tileRenderer }) => {
      const view = found(await store.follows.find(who.person.id, params.id));
      const observation = found(await store.observations.find(who.person.id, params.id, params.observationId));
      return {
        body: found(await tileRenderer.observed(view, observation, query)),
        etag: etagOf(observation, query, tileRenderer),
      };
    },
  }),
];

const assetRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/assets/:kind/:pass/:seal/:target",
    summary: "A picture, style sheet or font of a foreign page, by a link that only this server can have made",
    tag,
    // frames without an origin send no cookies; the pass says for whom the link was made, and until when it opens
    access: { kind: "public" },
    params: z.object({ kind: z.string(), pass: z.string(), seal: z.string(), target: z.string() }),
    reply: { contentType: "application/octet-stream", about: "The asset, made harmless" },
    handle: async ({ params: { kind, pass, seal, target } }, { tileRenderer }) => {
      const { status, headers, body } = await tileRenderer.asset([kind, pass, seal, target].join("/"));
      const contentType = headers["content-type"] ?? "text/plain; charset=utf-8";
      return { status, headers, contentType, raw: body };
    },
  }),
];

interface FrameOptions {
  readonly query: TileQuery;
  readonly services: Pick<Services, "store" | "tileRenderer">;
}

async function framed(
  view: FollowView,
  observation: Observation,
  { query, services }: FrameOptions,
): Promise<Answer<undefined>> {
  const { store, tileRenderer } = services;
  const { look, links, pad } = query;
  const policy = { assetSource: ASSET_SOURCE, opensLinks: links === "open" };
  const frame = { ...policy, title: view.follow.title, padPx: pad };
  const document =
    look === "text"
      ? textDocument(found(await contentOf(store, observation)).text, { ...frame, look })
      : documentOf(found(await tileRenderer.observed(view, observation, { look, links })), frame);
  return {
    raw: document,
    etag: etagOf(observation, query, tileRenderer),
    headers: { ...FRAMED, "content-security-policy": contentPolicy(policy), "cache-control": "private, no-cache" },
  };
}

function documentOf(tile: ShownTile, frame: Omit<Parameters<typeof tileDocument>[1], "look">): string {
  return tileDocument(tile, { ...frame, look: tile.look });
}

/** The links in a tile are part of it: a copy whose links are over is no longer what would be sent. */
function etagOf({ id, content }: Observation, { look, links, pad }: TileQuery, { linksUntil }: TileRenderer): string {
  return [id, content?.slice(0, 12), look, links, pad, linksUntil].join("-");
}

export const showRoutes: readonly Route[] = [...captureRoutes, ...followRoutes, ...observationRoutes, ...assetRoutes];
