/** Pages as the picker opens them, their captures, and how a block of them looks. */
import { z } from "zod";
import { BlockPick } from "../records/block.ts";
import { PickedLayout } from "../records/follow.ts";
import { CaptureId, CataloguePageId, FollowId, PageId } from "../records/ids.ts";
import { CataloguePage } from "../records/instance.ts";
import { NumberFound } from "../records/observation.ts";
import { Capture, Page } from "../records/page.ts";
import { AskedSource, PagePatch, WebUrl } from "../records/page-source.ts";
import { Schedule } from "../records/schedule.ts";
import { BlockPath, LaidOut } from "../records/verdict.ts";
import {
  byId,
  CHECKING,
  type Contracts,
  numberInQuery,
  OWNING,
  READING,
  READING_ANYWHERE,
  SliceQuery,
  sliceOf,
  WRITING_ANYWHERE,
} from "./contract.ts";
import { ofObservation } from "./follows.ts";

export const PageReply = Page.pick({
  id: true,
  source: true,
  title: true,
  fetcher: true,
  lastCheckedAt: true,
  dueAt: true,
  failures: true,
  trouble: true,
  latestCaptureId: true,
})
  .strip()
  .meta({ id: "Page" });
export type PageReply = z.output<typeof PageReply>;
export const CaptureReply = Capture.pick({
  id: true,
  pageId: true,
  at: true,
  fetcher: true,
  finalUrl: true,
  status: true,
  transferBytes: true,
  loaded: true,
  tookMs: true,
  feed: true,
})
  .extend({
    isRendered: z.boolean(),
    hasPicture: z.boolean(),
    pageUrl: z.string().describe("Where the picker's frame finds it"),
  })
  .strip()
  .meta({ id: "Capture" });
export type CaptureReply = z.output<typeof CaptureReply>;

export const CatalogueReply = CataloguePage.pick({
  id: true,
  title: true,
  about: true,
  schedule: true,
  createdAt: true,
  version: true,
})
  .extend({
    page: PageReply.nullable(),
  })
  .strip()
  .meta({ id: "CatalogueEntry" });
export type CatalogueReply = z.output<typeof CatalogueReply>;

export const ScriptParts = z
  .enum(["none", "coming", "shown", "failed", "no-browser"])
  .describe(
    "Parts that scripts make: none that are missing; the rendered page is `coming` when the page is opened once more; shown in this capture; a browser failed to show them; this instance has none",
  )
  .meta({ id: "ScriptParts" });
export type ScriptParts = z.infer<typeof ScriptParts>;

export const pageApi = {
  "POST /pages": {
    summary: "Open a page for picking: it is captured now, before everything else that is due",
    access: CHECKING,
    body: z.strictObject({
      source: AskedSource,
      like: FollowId.optional().describe(
        "Fetched like the page of this follow of mine, whatever `source` says besides the address: with its cookies, headers and steps on the same origin, by the same fetcher everywhere",
      ),
      shown: CaptureId.optional().describe(
        "The capture that is shown already, where `scripts` was `coming`: the page as a browser shows it is wanted now",
      ),
    }),
    reply: z.object({ page: PageReply, capture: CaptureReply, scripts: ScriptParts }),
    status: 201,
    fails: ["not-found", "owner-only", "cap-reached", "too-many", "capture-failed"],
  },
  "GET /pages": {
    summary: "The pages on which I follow something",
    access: READING,
    query: SliceQuery,
    reply: sliceOf(PageReply),
  },
  "GET /pages/:id": {
    summary: "A page that I follow something on, have opened, or find in the catalogue",
    access: READING,
    params: byId(PageId),
    reply: PageReply,
  },
  "PATCH /pages/:id": {
    summary:
      "Fetch what I follow on this page in another way: by what, after which steps, as whom; it is checked soon, and may have another id. What belongs to one person alone makes the page theirs",
    access: WRITING_ANYWHERE,
    params: byId(PageId),
    body: PagePatch,
    reply: PageReply,
    fails: ["owner-only"],
  },
  "GET /pages/:id/captures": {
    summary: "Captures of a page that I follow something on",
    access: READING,
    params: byId(PageId),
    query: SliceQuery,
    reply: sliceOf(CaptureReply),
  },
  "GET /captures/:id/source": {
    summary: "The HTML of a capture, as plain text",
    access: READING,
    params: byId(CaptureId),
    reply: { contentType: "text/plain; charset=utf-8", about: "Foreign markup, never to be shown as a page" },
  },
  "GET /captures/:id/picture": {
    summary: "A picture of the whole page, if it was rendered for somebody who opened it",
    access: READING,
    params: byId(CaptureId),
    reply: { contentType: "image/webp", about: "A picture, at most 16,000 pixels a side" },
  },
  "GET /catalogue": {
    summary: "Pages that the owner offers to everybody",
    access: READING,
    reply: z.array(CatalogueReply),
  },
  "POST /catalogue": {
    summary: "Offer a page to everybody",
    access: OWNING,
    body: z.strictObject({
      source: AskedSource,
      title: CataloguePage.shape.title,
      about: CataloguePage.shape.about.default(""),
      schedule: Schedule.optional(),
    }),
    reply: CatalogueReply,
    status: 201,
    fails: ["conflict"],
  },
  "PATCH /catalogue/:id": {
    summary: "Change the description of an offered page",
    access: OWNING,
    params: byId(CataloguePageId),
    body: z.strictObject({
      title: CataloguePage.shape.title.optional(),
      about: CataloguePage.shape.about.optional(),
      schedule: Schedule.optional(),
    }),
    reply: CatalogueReply,
  },
  "DELETE /catalogue/:id": {
    summary: "Withdraw a page from the catalogue",
    access: OWNING,
    params: byId(CataloguePageId),
  },
} as const satisfies Contracts;

const HTML = "text/html; charset=utf-8";
const FOREIGN = { contentType: HTML, about: "A document for a sandboxed frame, under a policy of its own" };
export const TileQuery = z.object({
  look: z
    .enum(["page", "adapted", "picture", "reader", "text"])
    .default("adapted")
    .describe(
      "Laid out as on its page, for a frame as wide as the window of `layout`; with the looks of the page in the width of the frame; as a picture; plain markup in our own style; or text only",
    ),
  links: z.enum(["open", "inert"]).default("open").describe("Links open their pages, or lead nowhere"),
  pad: numberInQuery().int().min(0).max(64).default(0).describe("Space around the block, in CSS pixels"),
  cut: z
    .enum(["scroll", "fade"])
    .default("scroll")
    .describe("What does not fit into the frame is scrolled to, or fades"),
});
export type TileQuery = z.output<typeof TileQuery>;
const MarkupLook = z.enum(["page", "adapted", "reader"]);
const TileContent = z
  .object({
    look: MarkupLook.describe(
      "`adapted` where nobody has seen the page laid out, `reader` where its styles are no longer stored",
    ),
    layout: LaidOut.nullable().describe("For `page`: how large the block is, and how wide its frame has to be"),
    html: z.string().describe("Inert; pass it through a sanitiser of the browser before it meets a page"),
    css: z.string().describe("Bound to the element of `html`"),
  })
  .meta({ id: "TileContent" });
/** A path, or the number that the picker's frame gives an element. */
const Place = z.union([z.int().min(0).max(10_000_000), BlockPath]);
const PreviewBody = z.strictObject({
  place: Place,
  extent: BlockPick.shape.extent,
  cuts: z.array(Place).max(100).default([]),
  look: MarkupLook.default("adapted"),
  layout: PickedLayout.nullable().default(null).describe("The page as it was laid out for who picks, for `page`"),
});
const Level = z.object({ node: z.int(), path: BlockPath, tag: z.string(), excerpt: z.string() });
const ListEntry = z
  .object({
    count: z.int(),
    rank: z.int().describe("Which of them it is, from 1"),
    title: z.string().describe("Its first line"),
  })
  .meta({ id: "ListEntry" });
export type ListEntry = z.output<typeof ListEntry>;
export const PreviewReply = TileContent.extend({
  node: z.int(),
  path: BlockPath.describe("What to follow: `wish: { kind: 'path', path }` with this capture"),
  cutPaths: z.array(BlockPath),
  text: z.string(),
  excerpt: z.string(),
  numbers: z.array(NumberFound),
  isList: z.boolean(),
  items: z.int().nullable().describe("How many, where it is a list"),
  title: z.string().describe("What it will be called where nothing else is said"),
  pageTitle: z.string(),
  levels: z.array(Level).describe("From the block outwards; ancestors that add nothing are left out"),
  alike: z.int().describe("Siblings like it, itself included"),
  entry: ListEntry.nullable().describe(
    "Where it is one of many alike, or a part of one: `intent` then says which is meant",
  ),
  nodes: z.array(z.int()).describe("All elements that belong to it, by their numbers"),
}).meta({ id: "Preview" });
export type PreviewReply = z.output<typeof PreviewReply>;

const PickedReply = z
  .object({
    capture: CaptureReply.describe("In which it was last found: `PUT /follows/:id/pick` takes paths of it"),
    path: BlockPath,
    node: z.int(),
    cuts: z.array(z.int()).describe("Parts that are cut out, where they are by now: the numbers of their elements"),
  })
  .meta({ id: "PickedBlock" });

export const showApi = {
  "GET /icons": {
    summary: "The icon of a site that a link leads to, made harmless; the site learns nothing of who looks",
    access: READING,
    query: z.object({ site: WebUrl }),
    reply: { contentType: "application/octet-stream", about: "An image" },
  },
  "GET /captures/:id/page": {
    summary:
      "The captured page for the picker's frame: inert, elements numbered, with a script that reports the pointer",
    access: READING,
    params: byId(CaptureId),
    reply: FOREIGN,
  },
  "GET /follows/:id/pick": {
    summary: "The block in its page, to cut other parts out of it; 404 where it is not found there for sure",
    access: READING,
    params: byId(FollowId),
    reply: PickedReply,
  },
  "POST /captures/:id/preview": {
    summary: "The tile of a block, before it is followed, exactly as it will be",
    access: READING,
    params: byId(CaptureId),
    body: PreviewBody,
    reply: PreviewReply,
  },
  "GET /follows/:id/tile": {
    summary: "What the follow shows now, as a document for a sandboxed frame",
    access: READING_ANYWHERE,
    params: byId(FollowId),
    query: TileQuery,
    reply: FOREIGN,
  },
  "GET /follows/:id/tile/content": {
    summary: "What the follow shows now, as markup and styles",
    access: READING_ANYWHERE,
    params: byId(FollowId),
    query: TileQuery.extend({ look: MarkupLook.default("adapted") }),
    reply: TileContent,
  },
  "GET /follows/:id/observations/:observationId/tile": {
    summary: "What the block was at an observation, as a document for a sandboxed frame",
    access: READING,
    params: ofObservation,
    query: TileQuery,
    reply: FOREIGN,
  },
  "GET /follows/:id/observations/:observationId/tile/ink": {
    summary: "The same document with a script of ours that tells what can be seen of the block, for a hidden frame",
    access: READING,
    params: ofObservation,
    query: TileQuery.pick({ pad: true }).extend({ look: z.enum(["page", "adapted"]).default("adapted") }),
    reply: FOREIGN,
  },
  "GET /follows/:id/observations/:observationId/tile/content": {
    summary: "What the block was at an observation, as markup and styles",
    access: READING,
    params: ofObservation,
    query: TileQuery.extend({ look: MarkupLook.default("adapted") }),
    reply: TileContent,
  },
} as const satisfies Contracts;
