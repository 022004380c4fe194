/** Sheets that are shared with other people of the instance. */
import { z } from "zod";
import { PersonId, SheetId } from "../records/ids.ts";
import { LoginName } from "../records/person.ts";
import { Share, ShareRole } from "../records/share.ts";
import { Sheet } from "../records/sheet.ts";
import { byId, type Contracts, MANAGING, READING } from "./contract.ts";
import { SheetReply } from "./sheets.ts";

export const ShareReply = Share.omit({ personId: true })
  .extend({
    title: Sheet.shape.title.describe("Of the sheet"),
    person: z.object({ id: PersonId, name: z.string(), displayName: z.string() }).describe("With whom"),
  })
  .strip()
  .meta({ id: "Share" });
export type ShareReply = z.output<typeof ShareReply>;

export const shareApi = {
  "GET /shares": {
    summary: "What I share with other people here, by sheet",
    access: READING,
    query: z.object({ sheet: SheetId.optional().describe("Only this one") }),
    reply: z.array(ShareReply),
  },
  "GET /shares/with-me": {
    summary: "Sheets that others share with me, in the order in which they did",
    access: READING,
    reply: z.array(SheetReply),
  },
  "PUT /sheets/:id/shares": {
    summary:
      "Share a sheet with somebody here, or change what they may do. They see what its blocks are now and what becomes of them from now on",
    access: MANAGING,
    params: byId(SheetId),
    body: z.strictObject({ name: LoginName.describe("What the person types to log in"), role: ShareRole }),
    reply: ShareReply,
    fails: ["not-found", "sheet-shared", "cap-reached", "too-many"],
  },
  "DELETE /sheets/:id/shares/:person": {
    summary: "Share a sheet no longer with somebody, or leave one that is shared with me",
    access: MANAGING,
    params: z.object({ id: SheetId, person: PersonId }),
  },
} as const satisfies Contracts;
