/** A person's answer on the repair card: a labelled sample that teaches the tracer. */
import { z } from "zod";
import { BlockId, CaptureId, CorrectionId, FollowId, PersonId } from "./ids.ts";
import { Instant } from "./time.ts";
import { BlockPath } from "./verdict.ts";

export const CorrectionAnswer = z
  .discriminatedUnion("kind", [
    /** One of the candidates, or an element picked anew, is the block. */
    z.strictObject({ kind: z.literal("this"), path: BlockPath }),
    /** These are not the block; they stay rejected. */
    z.strictObject({ kind: z.literal("none"), paths: z.array(BlockPath).min(1).max(10) }),
    /** The block is really not on this page. */
    z.strictObject({ kind: z.literal("gone") }),
  ])
  .meta({ id: "CorrectionAnswer" });
export type CorrectionAnswer = z.infer<typeof CorrectionAnswer>;

export const Correction = z.strictObject({
  id: CorrectionId,
  personId: PersonId,
  followId: FollowId,
  blockId: BlockId,
  captureId: CaptureId,
  answer: CorrectionAnswer,
  at: Instant,
});
export type Correction = z.infer<typeof Correction>;
