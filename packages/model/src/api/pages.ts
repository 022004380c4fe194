/** Pages as the picker opens them, their captures, what can be picked in them, and how it looks. */
import { z } from "zod";
import { BlockPick } from "../records/block.ts";
import { PickedLayout } from "../records/follow.ts";
import { CaptureId, CataloguePageId, FollowId, PageId } from "../records/ids.ts";
import { CataloguePage } from "../records/instance.ts";
import { NumberFound } from "../records/observation.ts";
import { Capture, Page } from "../records/page.ts";
import { PagePatch, PageSource } from "../records/page-source.ts";
import { Schedule } from "../records/schedule.ts";
import { Instant } from "../records/time.ts";
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

/** A block that a page offers. */
export const OfferedBlock = z
  .object({
    path: BlockPath,
    /** Its number in the tree of the newest capture; trainings from before it was kept have none. */
    node: z.int().nonnegative().optional(),
    /** Its label or first heading; empty where it has neither. */
    title: z.string(),
    /** The first words of its text. */
    excerpt: z.string(),
    textLength: z.int(),
    /** Share of the steps from one capture to the next in which it changed; null with one capture only. */
    changeShare: z.number().min(0).max(1).nullable(),
    /** Where the picture that changes in it can be loaded from: its face in a list. */
    picture: z.string().nullable().optional(),
  })
  .meta({ id: "OfferedBlock" });
export type OfferedBlock = z.infer<typeof OfferedBlock>;

const OfferedComponent = OfferedBlock.extend({
  kind: z.enum(["table", "landmark", "list", "headed", "form", "column"]),
  images: z.int(),
  links: z.int(),
  /** Known by content that only it has in all captures, or by its place between such ones. */
  knownBy: z.enum(["content", "place"]),
}).meta({ id: "OfferedComponent" });

export const PageBlocks = z
  .object({
    /** In the order of the page. */
    components: z.array(OfferedComponent),
    /** Most often changing first. */
    changing: z.array(OfferedBlock),
    /** Captures that agreed on the components, and those that did not. */
    captures: z.int(),
    rejected: z.int(),
  })
  .meta({ id: "PageBlocks" });
export type PageBlocks = z.infer<typeof PageBlocks>;

const Grain = z.enum(["coarse", "normal", "fine", "all"]);
export type Grain = z.infer<typeof Grain>;

/** Left, top, width and height in CSS pixels. */
const Box = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

export const ProposedBlock = z
  .object({
    path: BlockPath,
    /** Its number in the tree of the capture, as the picker's frame knows it. */
    node: z.int().nonnegative(),
    kind: z.enum(["table", "landmark", "list", "headed", "form", "column"]),
    title: z.string(),
    excerpt: z.string(),
    textLength: z.int(),
    images: z.int(),
    links: z.int(),
    alike: z
      .int()
      .positive()
      .describe("Above 1 it stands for so many: itself and its siblings like it (extent `alike`)"),
    /** Null where the page was not rendered or the block is not to be seen. */
    box: Box.nullable(),
  })
  .meta({ id: "ProposedBlock" });
export type ProposedBlock = z.infer<typeof ProposedBlock>;

/** A block of a page that is there in capture after capture. */
const TrainedBlock = ProposedBlock.extend({
  knownBy: z
    .enum(["content", "place"])
    .nullable()
    .describe("By content that only it has in all captures, or by its place between such ones; null where untrained"),
}).meta({ id: "TrainedBlock" });

const FollowedBlock = z
  .object({
    followId: FollowId,
    title: z.string(),
    path: BlockPath,
    node: z.int().nonnegative().describe("Its number in the tree of the capture"),
    extent: BlockPick.shape.extent.unwrap(),
  })
  .meta({ id: "FollowedBlock" });
export type FollowedBlock = z.output<typeof FollowedBlock>;

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
      source: PageSource,
      shown: CaptureId.optional().describe(
        "The capture that is shown already, where `scripts` was `coming`: the page as a browser shows it is wanted now",
      ),
    }),
    reply: z.object({ page: PageReply, capture: CaptureReply, scripts: ScriptParts }),
    status: 201,
    fails: ["owner-only", "cap-reached", "too-many", "capture-failed"],
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
      source: PageSource,
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

export const showApi = {
  "GET /captures/:id/page": {
    summary:
      "The captured page for the picker's frame: inert, elements numbered, with a script that reports the pointer",
    access: READING,
    params: byId(CaptureId),
    reply: FOREIGN,
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

export const blockApi = {
  "GET /captures/:id/fragments": {
    summary: "The blocks that a page consists of, in document order",
    access: READING,
    params: byId(CaptureId),
    query: z.object({ grain: Grain.default("normal").describe("Larger and fewer, smaller and more, or all") }),
    reply: z.array(ProposedBlock),
  },
  "GET /captures/:id/components": {
    summary:
      "The components of a page, trained over its latest captures up to this one; the fragments of this one where too few agree. Those with nearly no content are merged with a neighbour, or left out",
    access: READING,
    params: byId(CaptureId),
    query: z.object({ grain: Grain.default("normal").describe("Larger and fewer, smaller and more, or all") }),
    reply: z.object({
      grain: Grain,
      isTrained: z.boolean(),
      captures: z.int().describe("How many captures agree on the components"),
      rejected: z.int().describe("How many do not, and were left out of the training"),
      blocks: z.array(TrainedBlock).describe("In document order"),
    }),
  },
  "GET /captures/:id/followed": {
    summary: "What I follow of this page, by where it is in this capture; what is not in it is left out",
    access: READING,
    params: byId(CaptureId),
    reply: z.array(FollowedBlock),
  },
  "GET /captures/:id/alike": {
    summary: "All like this one: an element and its siblings of the same kind, as the extent `alike` follows them",
    access: READING,
    params: byId(CaptureId),
    query: z.object({ path: BlockPath }),
    reply: z.array(BlockPath),
  },
  "GET /pages/:id/changing": {
    summary: "The blocks of a page that change, most often changing first, from its latest captures",
    access: READING,
    params: byId(PageId),
    reply: z.object({
      captureId: CaptureId.nullable().describe("The capture whose elements the paths name"),
      captures: z.int().describe("How many captures this was learned from; one tells nothing yet"),
      blocks: z.array(OfferedBlock),
    }),
  },
  "GET /catalogue/:id/blocks": {
    summary: "The trained components and the changing blocks of an offered page, each with how often it changes",
    access: READING,
    params: byId(CataloguePageId),
    reply: PageBlocks.extend({
      captureId: CaptureId.nullable().describe("To be named when one of them is followed; null before the first"),
      trainedAt: Instant.nullable(),
    }),
  },
} as const satisfies Contracts;
