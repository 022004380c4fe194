/** What can be picked in a page: its fragments, its trained components, what changes, and what is followed already. */
import { z } from "zod";
import { BlockPick } from "../records/block.ts";
import { CaptureId, CataloguePageId, FollowId, PageId } from "../records/ids.ts";
import { Instant } from "../records/time.ts";
import { BlockPath } from "../records/verdict.ts";
import { byId, type Contracts, READING } from "./contract.ts";

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
    query: z.object({
      grain: Grain.optional().describe(
        "Larger and fewer, smaller and more, or all; `normal` unless told, or `fine` where that offers fewer than two",
      ),
    }),
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
