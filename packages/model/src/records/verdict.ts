/** What became of a block in a capture, as stored and shown: paths instead of node numbers, and what the page itself failed at. */
import { z } from "zod";
import { CaptureFailureRecord } from "./capture-failure.ts";
import { WebUrl } from "./page-source.ts";
import { Instant } from "./time.ts";

/** A stable `tag[index]` path from the root, such as `html[1]/body[1]/div[3]`. */
export const BlockPath = z
  .string()
  .max(16_384)
  .regex(/^[^/[\]]+\[[1-9]\d*\](\/[^/[\]]+\[[1-9]\d*\])*$/);
export type BlockPath = z.infer<typeof BlockPath>;

/** An element that may be the block, for the repair card. */
export const CandidateRecord = z
  .strictObject({
    path: BlockPath,
    score: z.number().min(0).max(1),
    /** The first words of its text. */
    excerpt: z.string().max(300),
    /** What each signal said, by name. */
    signals: z.record(z.string(), z.number()).optional(),
  })
  .meta({ id: "Candidate" });
export type CandidateRecord = z.infer<typeof CandidateRecord>;

/** Where a block went that is no longer on its page, as far as a link there tells. */
export const MovedTo = z
  .strictObject({
    url: WebUrl,
    /** The words of the link. */
    text: z.string().max(200),
    /** Of the page there; null where it could not be looked at. */
    title: z.string().max(500).nullable(),
    /** True where the block was found there for sure. */
    isFound: z.boolean(),
    lookedAt: Instant,
  })
  .meta({ id: "MovedTo" });
export type MovedTo = z.infer<typeof MovedTo>;

const pixels = z.number().min(0).max(1_000_000);

/** How large a block is on its page, in CSS pixels, and the window that the page was seen in. */
export const LaidOut = z
  .strictObject({
    viewport: z.tuple([pixels, pixels]),
    width: pixels,
    height: pixels,
    /**
     * False where its words had the colour of what was around it for who picked it, or something is drawn in it that only a
     * picture of it shows.
     */
    isLegible: z.boolean().optional(),
  })
  .meta({ id: "LaidOut" });
export type LaidOut = z.infer<typeof LaidOut>;

const confidence = z.number().min(0).max(1);
const candidates = z.array(CandidateRecord).max(10);
const movedTo = MovedTo.optional();
/** Which tracer says so, where that is not the usual one. */
const tracer = z.string().max(100).optional();

export const VerdictRecord = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("found"),
      path: BlockPath,
      confidence,
      /** Score of the best candidate less that of the runner-up. */
      margin: z.number(),
      candidates,
      /** Where its markup is blank: there is nothing to see, or only a drawing that a picture of it has. */
      shows: z.enum(["nothing", "drawing"]).optional(),
      /** Where the page was rendered. */
      laidOut: LaidOut.optional(),
      /** Where the parts that are cut out of it were, where the pick alone does not lead there any more. */
      cuts: z.array(BlockPath).max(100).optional(),
      /** How many, where it is a list. */
      items: z.int().min(1).optional(),
      /** The share that it lost of what it was like, where that is so much that it may be another block. */
      looksDifferent: z.number().min(0).max(1).optional(),
      tracer,
    }),
    z.strictObject({ kind: z.literal("unsure"), confidence, candidates, movedTo, tracer }),
    z.strictObject({ kind: z.literal("gone"), confidence, candidates, movedTo, tracer }),
    /** A captcha, consent, login or error page instead of the page. */
    z.strictObject({
      kind: z.literal("blocked"),
      reason: z.enum(["captcha", "consent", "login", "error", "incomplete"]),
    }),
    z.strictObject({ kind: z.literal("unreachable"), failure: CaptureFailureRecord }),
  ])
  .meta({ id: "Verdict" });
export type VerdictRecord = z.infer<typeof VerdictRecord>;

export const VerdictKind = z.enum(VerdictRecord.options.map(({ shape }) => shape.kind.value));
export type VerdictKind = z.infer<typeof VerdictKind>;

/** Verdicts that a person is asked about on the repair card. */
export const AskingVerdict = VerdictKind.extract(["unsure", "gone"]);
export type AskingVerdict = z.infer<typeof AskingVerdict>;
