/** A block that at least one person follows: found again once for all of them. */
import { z } from "zod";
import { BlockId, CaptureId, ObservationId, PageId } from "./ids.ts";
import { ChangeRate } from "./schedule.ts";
import { Instant } from "./time.ts";
import { TRACER_NAMES } from "./tracer-names.ts";
import { BlockPath, VerdictKind } from "./verdict.ts";

/** What is followed: a place on the page whatever stands there, or one particular thing wherever it goes. */
export const Intent = z.enum(["auto", "position", "item"]);
export type Intent = z.infer<typeof Intent>;

/** A part inside a block, by its path from the block: `span[2]/b[1]`. */
export const PartPath = z
  .string()
  .max(4_096)
  .regex(/^[^/[\]]+\[[1-9]\d*\](\/[^/[\]]+\[[1-9]\d*\])*$/);
export type PartPath = z.infer<typeof PartPath>;

/** What a part said and what stood around it, as the engine knows it again. */
const PartLikeness = z.strictObject({
  text: z.string().max(160),
  link: z.string().max(300).nullable(),
  picture: z.string().max(300).nullable(),
  alike: z.int().min(1),
  entry: z.strictObject({ text: z.string().max(160), link: z.string().max(300).nullable() }).nullable(),
  beside: z.strictObject({ before: z.string().max(60), after: z.string().max(60) }),
});

/**
 * A part to leave out: where it was, the tag, id and classes by which it is told from what took its place, and what it
 * was like. Parts from before there was a likeness have none.
 */
export const CutPart = z.strictObject({
  path: PartPath,
  mark: z.string().max(2_000),
  likeness: PartLikeness.optional(),
});
export type CutPart = z.infer<typeof CutPart>;

/** What a person pointed at. People who point at the same share one block. */
export const BlockPick = z
  .strictObject({
    path: BlockPath,
    intent: Intent.default("auto"),
    /** `alike` takes the block and all its siblings like it. */
    extent: z.enum(["one", "alike"]).default("one"),
    /** Inner parts that the person cut out. */
    cuts: z.array(CutPart).max(100).default([]),
    /** Inner parts that are shown, but whose changes the person asked to ignore. */
    ignored: z.array(CutPart).max(100).default([]),
    /** By which tracer it is found again, where that is not the usual one. */
    tracer: z.enum(TRACER_NAMES).optional(),
  })
  .meta({ id: "BlockPick" });
export type BlockPick = z.infer<typeof BlockPick>;

/** What a tracer remembers: its own plain data. */
export const MemoryRecord = z.looseObject({ tracer: z.string().max(100), version: z.int() });
export type MemoryRecord = z.infer<typeof MemoryRecord>;

/** What a tracer knew when another one took its place, and when that was. */
export const ShelvedMemory = z.strictObject({ memory: MemoryRecord, at: Instant });
export type ShelvedMemory = z.infer<typeof ShelvedMemory>;

export const Block = z.strictObject({
  id: BlockId,
  pageId: PageId,
  pick: BlockPick,
  /** The capture in which it was picked; kept as long as the block, so that memory can always be relearned. */
  firstCaptureId: CaptureId,
  memory: MemoryRecord,
  /** Those of the tracers that it was followed by before, by name. */
  shelved: z.record(z.string().max(100), ShelvedMemory).optional(),
  /** How many times a person has taught it something; a check that began before the last lesson does not count. */
  lessons: z.int().min(0),
  /** What the history taught about its volatile parts: data of `server/src/changes`, versioned. */
  dynamics: z.unknown(),
  rate: ChangeRate,
  /** Where it was last found. */
  path: BlockPath,
  /** The capture that was last looked at, and the verdict of that look. */
  seenCaptureId: CaptureId,
  verdict: VerdictKind,
  latestObservationId: ObservationId.nullable(),
  /** The latest observation with content. */
  latestFoundId: ObservationId.nullable(),
  createdAt: Instant,
});
export type Block = z.infer<typeof Block>;
