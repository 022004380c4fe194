/** What a block was: its verdict, content, numbers and the difference to what it was before. */
import { z } from "zod";
import { BlockId, BodyHash, CaptureId, ObservationId } from "./ids.ts";
import { Redesign } from "./page.ts";
import { safeLink } from "./page-source.ts";
import { Instant } from "./time.ts";
import { VerdictRecord } from "./verdict.ts";

/** A number in the text of a block, read by the locale of the page. */
export const NumberFound = z
  .strictObject({
    value: z.number(),
    /** As written. */
    text: z.string().max(100),
    /** ISO 4217 where a currency stands beside it. */
    currency: z.string().length(3).nullable(),
    /** `%`, `°C`, `km` and the like. */
    unit: z.string().max(16).nullable(),
    /** Offset in the text of the block. */
    at: z.int().min(0),
  })
  .meta({ id: "NumberFound" });
export type NumberFound = z.infer<typeof NumberFound>;

/** One item of a list block. */
export const ContentItem = z
  .strictObject({
    /** Equal for the same item on a later page. */
    key: z.string().max(8_192),
    title: z.string().max(2_000),
    text: z.string().max(100_000),
    /** Resolved against the page; what older versions stored is cleaned whenever it is read. */
    href: z.string().max(8_192).nullable().overwrite(safeLink),
  })
  .meta({ id: "ContentItem" });
export type ContentItem = z.infer<typeof ContentItem>;

/** The content of a block. */
export const Content = z.strictObject({
  /** As a person reads it, one line a line; without the cut-out parts. */
  text: z.string(),
  /** The block's own markup, not sanitised: it is foreign until shown through the filter. */
  html: z.string(),
  /** Null where the block is not a list. */
  items: z.array(ContentItem).nullable(),
  /** A list that is cut at its ends: items that leave it there are no news. */
  isFeed: z.boolean().optional(),
  /** Addresses of its pictures, where they are what the block is about. */
  pictures: z.array(z.string().max(500)).max(200).default([]),
});
export type Content = z.infer<typeof Content>;

/** A content as stored: one body, so that equal contents are stored once. */
export const StoredContent = Content.extend({
  /** The same without the volatile parts, to compare with; null where there were none. */
  steady: Content.nullable(),
});
export type StoredContent = z.infer<typeof StoredContent>;

export const DiffPart = z.strictObject({ kind: z.enum(["same", "added", "removed"]), text: z.string() });
export type DiffPart = z.infer<typeof DiffPart>;

/** What differs from the content before. */
export const Change = z
  .strictObject({
    /** Word by word, in reading order. */
    parts: z.array(DiffPart),
    /** For list blocks. */
    items: z
      .strictObject({
        added: z.array(ContentItem),
        removed: z.array(ContentItem),
        moved: z.array(z.strictObject({ item: ContentItem, from: z.int(), to: z.int() })),
        /** Its words with what differs; missing in what older versions stored, and where there are very many. */
        reworded: z.array(
          z.strictObject({ before: ContentItem, after: ContentItem, parts: z.array(DiffPart).optional() }),
        ),
      })
      .nullable(),
  })
  .meta({ id: "Difference" });
export type Change = z.infer<typeof Change>;

/** How much a change matters: `quiet` ones touch only parts that the history knows to be volatile. */
export const ChangeKind = z.enum(["first", "changed", "quiet", "moved", "verdict"]);
export type ChangeKind = z.infer<typeof ChangeKind>;

/**
 * A run of looks at a block that all showed the same. A look that shows something else starts the next observation;
 * one that does not extends this one.
 */
export const Observation = z.strictObject({
  id: ObservationId,
  blockId: BlockId,
  /** The capture of the latest look: the paths of the verdict are its own. Null where there was none (unreachable). */
  captureId: CaptureId.nullable(),
  /** First and latest look that showed it, and how many. */
  at: Instant,
  lastAt: Instant,
  looks: z.int().min(1),
  /** At how many of the looks only volatile parts differed; the content is that of the latest. */
  quietLooks: z.int().min(0),
  /** Of the latest look. */
  verdict: VerdictRecord,
  change: ChangeKind,
  /** Names a `StoredContent`; null where the block was not found. */
  content: BodyHash.nullable(),
  /** Hash of what counts for a change: the text and links without volatile parts. */
  meaning: z.string().max(64).nullable(),
  /** The first words of the text. */
  excerpt: z.string().max(300),
  numbers: z.array(NumberFound).max(50),
  /** Names a stored `Change` to the content before; null on the first. */
  diff: BodyHash.nullable(),
  /** A picture of the block, where it was rendered and somebody sees one. */
  picture: BodyHash.nullable(),
  /** The latest redesign of the page among the looks, or before them since the block was last found. */
  redesign: Redesign.nullable().default(null),
});
export type Observation = z.infer<typeof Observation>;
