/** A sheet that its owner lets another person of the instance see, or change. */
import { z } from "zod";
import { PersonId, SheetId } from "./ids.ts";
import { Instant } from "./time.ts";

/** `edit`: tiles can be moved, added, restyled and taken off as well. Deleting and sharing stay with the owner. */
export const ShareRole = z.enum(["view", "edit"]).meta({ id: "ShareRole" });
export type ShareRole = z.infer<typeof ShareRole>;

export const Share = z.strictObject({
  sheetId: SheetId,
  /** With whom. */
  personId: PersonId,
  role: ShareRole,
  /** What the blocks were before is not shown. */
  createdAt: Instant,
});
export type Share = z.infer<typeof Share>;

/** What somebody may do with a sheet. */
export const SheetRole = z.enum(["owner", ...ShareRole.options]).meta({ id: "SheetRole" });
export type SheetRole = z.infer<typeof SheetRole>;
