/** One block followed on many pages of one layout: what is asked for, and what became of each address. */
import { z } from "zod";
import { CaptureFailureCode } from "./capture-failure.ts";
import { FollowId, PersonId, SheetId, TemplateId, TileId } from "./ids.ts";
import { WebUrl } from "./page-source.ts";
import { Instant } from "./time.ts";

/** Addresses of one order. */
export const MAX_TEMPLATE_PAGES = 100;

/**
 * What became of an address. `waiting` ends with one of the others: the block is followed there, was followed already, is
 * followed and asks which it is; or the page has another layout, has no such block, could not be reached, or there is no room.
 */
export const TemplatePageState = z.enum([
  "waiting",
  "followed",
  "already",
  "asks",
  "other-layout",
  "missing",
  "unreachable",
  "no-room",
]);
export type TemplatePageState = z.infer<typeof TemplatePageState>;

/** What comes of it: a tile each on a sheet or on none, or one tile as a table. */
export const TemplateTarget = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("each"), sheetId: SheetId.nullable() }),
  z.strictObject({ kind: z.literal("board"), tileId: TileId }),
]);
export type TemplateTarget = z.infer<typeof TemplateTarget>;

export const Template = z.strictObject({
  id: TemplateId,
  personId: PersonId,
  /** The follow whose block is looked for. */
  followId: FollowId,
  target: TemplateTarget,
  createdAt: Instant,
});
export type Template = z.infer<typeof Template>;

export const TemplatePage = z
  .strictObject({
    url: WebUrl,
    state: TemplatePageState,
    /** How like the structures of the two pages are, after [dom-structure-similarity]; null where it is not known. */
    similarity: z.number().min(0).max(1).nullable(),
    /** The follow that came of it, or that was there. */
    followId: FollowId.nullable(),
    /** Why it could not be reached; null where it could, or where nobody knows. */
    failure: CaptureFailureCode.nullable(),
    /** One line for a person. */
    error: z.string().max(1_000).nullable(),
  })
  .meta({ id: "TemplatePage" });
export type TemplatePage = z.infer<typeof TemplatePage>;
