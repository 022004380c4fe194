/** A change in the form that people read it: what came in the place of what, and which items came and went. */
import { z } from "zod";
import { safeLink } from "./page-source.ts";

/** Words of a line: unchanged where both sides are equal, otherwise what stood there and what stands there. */
export const SummaryPiece = z.strictObject({ was: z.string().max(1_000), is: z.string().max(1_000) });
export type SummaryPiece = z.infer<typeof SummaryPiece>;

export const SummaryLine = z.strictObject({
  pieces: z.array(SummaryPiece).max(100),
  /** By how much the one number of the line that changed is more or less: `+6`, `−1.50 €`. */
  difference: z.string().max(200).nullable(),
  /** The same as a share of what it was, where it is an amount of money: -0.23. */
  share: z.number().optional(),
  /** The line is about nothing but this number. */
  isNumber: z.boolean().optional(),
});
export type SummaryLine = z.infer<typeof SummaryLine>;

/** The first items of a kind by name, and how many there are. */
export const CountedItems = z.strictObject({
  count: z.int().min(0),
  items: z
    .array(z.strictObject({ title: z.string().max(500), href: z.string().max(8_192).nullable().overwrite(safeLink) }))
    .max(20),
});
export type CountedItems = z.infer<typeof CountedItems>;

export const ChangeSummary = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("lines"),
    lines: z.array(SummaryLine).max(20),
    /** Further lines that changed. */
    more: z.int().min(0),
  }),
  z.strictObject({
    kind: z.literal("items"),
    added: CountedItems,
    removed: CountedItems,
    reworded: CountedItems,
    moved: CountedItems,
  }),
]);
export type ChangeSummary = z.infer<typeof ChangeSummary>;
