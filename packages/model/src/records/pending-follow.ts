/** How a person names a block before anyone has seen the page: on the command line, over the API, in an import. */
import { z } from "zod";
import { Condition, Follow, QuietLine } from "./follow.ts";
import { FollowId, PendingFollowId, PersonId, TemplateId } from "./ids.ts";
import { PageSource } from "./page-source.ts";
import { Schedule } from "./schedule.ts";
import { Instant } from "./time.ts";
import { BlockPath } from "./verdict.ts";

export const BlockLocator = z
  .discriminatedUnion("kind", [
    /** The main content of the page. */
    z.strictObject({ kind: z.literal("page") }),
    z.strictObject({ kind: z.literal("path"), path: BlockPath }),
    /** The smallest block with this text. */
    z.strictObject({ kind: z.literal("text"), text: z.string().min(1).max(1_000) }),
    z.strictObject({ kind: z.literal("css"), selector: z.string().min(1).max(2_000) }),
    /** The part of XPath 1.0 that pickers write: steps, positions, attributes, text. */
    z.strictObject({ kind: z.literal("xpath"), expression: z.string().min(1).max(2_000) }),
  ])
  .meta({ id: "BlockLocator" });
export type BlockLocator = z.infer<typeof BlockLocator>;

/** The block of a follow, on another page of the same layout. */
export const LikeLocator = z.strictObject({
  kind: z.literal("like"),
  followId: FollowId,
  /** Where it is written down what became of it; null where nobody asks. */
  templateId: TemplateId.nullable(),
  /** To be followed on a page of another layout as well. */
  insists: z.boolean(),
});
export type LikeLocator = z.infer<typeof LikeLocator>;

export const PendingLocator = z.discriminatedUnion("kind", [...BlockLocator.options, LikeLocator]);
export type PendingLocator = z.infer<typeof PendingLocator>;

/** A follow that waits until its page has been captured and its block been found there: what an import leaves behind, and one block on many pages. */
export const PendingFollow = z.strictObject({
  id: PendingFollowId,
  personId: PersonId,
  source: PageSource,
  wish: PendingLocator,
  title: Follow.shape.title,
  /** Null for the usual one. */
  schedule: Schedule.nullable(),
  /** Empty for the usual ones. */
  conditions: z.array(Condition).max(50),
  quietLines: z.array(QuietLine).max(100),
  isPaused: z.boolean(),
  /** The sheets to put it on, by title. */
  sheets: z.array(z.string().min(1).max(200)).max(20),
  /** The feed tile there that it belongs to, by title; a tile of its own where there is none. */
  feedTile: z.string().min(1).max(300).nullish(),
  attempts: z.int().min(0),
  /** When it is tried (again); null where a person has to decide. */
  dueAt: Instant.nullable(),
  /** Why it could not be granted so far. */
  error: z.string().max(1_000).nullable(),
  createdAt: Instant,
});
export type PendingFollow = z.infer<typeof PendingFollow>;
