/** A person's wish to follow one block of one page, and what happens when it changes. */
import { z } from "zod";
import { BlockId, ChannelId, FollowId, ObservationId, PageId, PersonId } from "./ids.ts";
import { Retention } from "./retention.ts";
import { Schedule } from "./schedule.ts";
import { Instant } from "./time.ts";
import type { LaidOut } from "./verdict.ts";

/** Words to look for, or a pattern. */
export const Words = z.strictObject({
  /** `pattern` is a regular expression in RE2 syntax; nothing else ever runs it. */
  as: z.enum(["words", "pattern"]),
  text: z.string().min(1).max(1_000),
});
export type Words = z.infer<typeof Words>;

/** Which of the numbers of the block, from 0; null takes the main one: the first with a unit, otherwise the first. */
const which = z.int().min(0).max(49).nullable().default(null);

/** When a change is worth telling: any one of a follow's conditions is enough. */
export const Condition = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("any-change") }),
    z.strictObject({ kind: z.literal("contains"), words: Words }),
    z.strictObject({ kind: z.literal("lacks"), words: Words }),
    z.strictObject({ kind: z.literal("adds"), words: Words }),
    z.strictObject({ kind: z.literal("removes"), words: Words }),
    z.strictObject({ kind: z.literal("number-above"), limit: z.number(), which }),
    z.strictObject({ kind: z.literal("number-below"), limit: z.number(), which }),
    z.strictObject({
      kind: z.literal("number-changed-by"),
      amount: z.number().positive(),
      unit: z.enum(["absolute", "percent"]),
      direction: z.enum(["any", "up", "down"]).default("any"),
      which,
    }),
    z.strictObject({ kind: z.literal("new-item") }),
    /** It has so little in common with what it was that it may be another block. Measured only where somebody asks. */
    z.strictObject({ kind: z.literal("looks-different") }),
    z.strictObject({ kind: z.literal("gone") }),
    z.strictObject({ kind: z.literal("unsure") }),
    /** Found again after it was gone or in doubt. */
    z.strictObject({ kind: z.literal("back") }),
    z.strictObject({ kind: z.literal("unreachable") }),
  ])
  .meta({ id: "Condition" });
export type Condition = z.infer<typeof Condition>;

/** Those about the verdict; all others are about what the block says. */
export const VERDICT_CONDITIONS = ["gone", "unsure", "back", "unreachable"] as const satisfies Condition["kind"][];
export type ContentCondition = Exclude<Condition, { kind: (typeof VERDICT_CONDITIONS)[number] }>;

export function isAboutContent(condition: Condition): condition is ContentCondition {
  return !(VERDICT_CONDITIONS as readonly string[]).includes(condition.kind);
}

export const DEFAULT_CONDITIONS: readonly Condition[] = [{ kind: "any-change" }, { kind: "gone" }, { kind: "unsure" }];

/** Of a feed: an item that was edited or that it no longer lists is no news. */
export const FEED_CONDITIONS: readonly Condition[] = [{ kind: "new-item" }, { kind: "gone" }, { kind: "unsure" }];

/** Lines of the block whose changes do not count. */
export const QuietLine = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("contains"), words: Words }),
    /** Like this line but for its digits: "3 minutes ago" stands for "7 minutes ago". */
    z.strictObject({ kind: z.literal("like"), line: z.string().min(1).max(1_000) }),
  ])
  .meta({ id: "QuietLine" });
export type QuietLine = z.infer<typeof QuietLine>;

/** What does not make a change for this person. */
export const Quiet = z
  .strictObject({
    /** Parts that the history shows to be volatile (clocks, counters, ads) do not count. */
    volatileParts: z.boolean().default(true),
    lines: z.array(QuietLine).max(100).default([]),
    /** Another order of the same items does not count. */
    order: z.boolean().default(true),
    /** Tell only what is still so at a second look. */
    secondLook: z.boolean().default(false),
  })
  .meta({ id: "Quiet" });
export type Quiet = z.infer<typeof Quiet>;

export const DEFAULT_QUIET: Quiet = { volatileParts: true, lines: [], order: true, secondLook: false };

const pixels = z.number().min(-1_000_000).max(1_000_000);
const box = z.tuple([pixels, pixels, pixels, pixels]);
const factor = z.number().min(-1_000).max(1_000);

/** The page as it was laid out where the person picked the block. */
export const PickedLayout = z
  .strictObject({
    /** Width and height of the window. */
    viewport: z.tuple([pixels.min(1), pixels.min(1)]),
    /** Left, top, width and height of everything around the block, from the root down, and at last its own. */
    boxes: z.array(box).min(1).max(200),
    /** How many levels of first children begin where the block does. */
    flush: z.int().min(0).max(200).default(0),
    /** False where its words had the colour of what was around it, and nobody knows what they stood on. */
    isLegible: z.boolean().default(true),
    /** Of how many items the block was a list; null where it was none. */
    items: z.int().min(1).nullable().default(null),
    /** Of a block that is turned, scaled or skewed: width and height that it was laid out in, and a matrix of CSS without its offset. */
    turned: z.tuple([pixels.min(1), pixels.min(1), factor, factor, factor, factor]).optional(),
    /** Widths of the cells of a row. */
    cells: z.array(pixels).max(100).optional(),
    /** What its words stand on and is not around it, from the uppermost down: siblings, so many behind the block or what is so many levels around it. */
    grounds: z
      .array(z.strictObject({ up: z.int().min(0).max(200), offset: z.int().min(-10_000).max(10_000), box }))
      .max(4)
      .optional(),
  })
  .meta({ id: "PickedLayout" });
export type PickedLayout = z.infer<typeof PickedLayout>;

/**
 * How large the block was there; several alike are as large as what holds them, and a list grows with its items. Null
 * where it could not be seen.
 */
export function pickedSize(
  { viewport, boxes, items, isLegible }: PickedLayout,
  { extent, itemsNow }: { readonly extent: "one" | "alike"; readonly itemsNow: number | null },
): LaidOut | null {
  const [, , width, height] = (extent === "alike" ? boxes.at(-2) : null) ?? boxes.at(-1)!;
  const growth = items && itemsNow ? itemsNow / items : 1;
  const isSeen = width >= 1 && height >= 1;
  return isSeen ? { viewport, width, height: Math.round(height * growth), ...(isLegible ? {} : { isLegible }) } : null;
}

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 50;

/** A tag as it is kept: one way to write it, without case, and nothing in it that separates tags. */
export function normalTag(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs},;"“”„#]+/gu, " ")
    .trim();
}

const Tag = z.string().max(1_000).overwrite(normalTag).min(1).max(MAX_TAG_LENGTH);

/** Each once, in the order in which they were given. */
const Tags = z
  .array(Tag)
  .max(100)
  .overwrite((tags) => [...new Set(tags)])
  .max(MAX_TAGS);

/** What a person can say about a follow, when it begins and later. */
export const FollowOptions = z.strictObject({
  schedule: Schedule,
  retention: Retention,
  conditions: z.array(Condition).max(50),
  quiet: Quiet,
  /** Where to tell; empty shows it on the sheet and in the feed only. */
  channels: z.array(ChannelId).max(20),
  /** Null where it was picked by no eye: by a selector, an import. */
  layout: PickedLayout.nullable(),
  /** One's own words for it, to find it by. */
  tags: Tags,
});
export type FollowOptions = z.infer<typeof FollowOptions>;

/** As it is where the person says nothing: what the instance has as usual, and the channels for everything. */
export function usualOptions(
  usual: { readonly defaultSchedule: Schedule; readonly defaultRetention: Retention },
  channels: readonly { readonly id: ChannelId; readonly isDefault: boolean }[],
): FollowOptions {
  return {
    schedule: usual.defaultSchedule,
    retention: usual.defaultRetention,
    conditions: [...DEFAULT_CONDITIONS],
    quiet: DEFAULT_QUIET,
    channels: channels.filter(({ isDefault }) => isDefault).map(({ id }) => id),
    layout: null,
    tags: [],
  };
}

export const Follow = z.strictObject({
  id: FollowId,
  personId: PersonId,
  pageId: PageId,
  blockId: BlockId,
  title: z.string().min(1).max(300),
  ...FollowOptions.shape,
  /** The secret part of its feed's address. */
  feedKey: z.string().min(16).max(100),
  /** The observation that the person has seen, for "changed since you last looked". */
  seenObservationId: ObservationId.nullable(),
  /** The observation that was told last, so that nothing is told twice. */
  toldObservationId: ObservationId.nullable(),
  pausedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Set while a deletion can be undone. */
  deletedAt: Instant.nullable(),
  version: z.int().min(1),
});
export type Follow = z.infer<typeof Follow>;
