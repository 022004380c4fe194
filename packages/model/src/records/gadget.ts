/** A block, or a whole sheet, shown on somebody else's page: read only, by an address that can be taken back. */
import { z } from "zod";
import { FollowId, GadgetId, PersonId, SheetId } from "./ids.ts";
import { Instant } from "./time.ts";

/** Where it may be embedded: the origin of a site, as the browser of a visitor will name it. */
export const EmbeddingSite = z
  .string()
  .max(300)
  .transform((text, context) => {
    const url = URL.parse(/^[a-z]+:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
    // letters, digits, dots, hyphens and a port: nothing that could end the policy it is written into
    const isOrigin =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i.test(url.host);
    if (isOrigin) return url.origin;
    context.addIssue({ code: "custom", message: "not a site such as https://example.org" });
    return z.NEVER;
  });

export const GadgetOptions = z
  .strictObject({
    /** Empty allows any site. */
    sites: z.array(EmbeddingSite).max(20).default([]),
    theme: z.enum(["system", "light", "dark"]).default("system"),
    /** With the looks of the page, plain markup in our own style, or text only; of a sheet, of all its blocks. */
    look: z.enum(["page", "adapted", "reader", "text"]).default("adapted"),
    /** In CSS pixels: a hint for whoever embeds it. */
    width: z.int().min(100).max(3_840).default(480),
    height: z.int().min(60).max(4_320).default(320),
  })
  .meta({ id: "GadgetOptions" });
export type GadgetOptions = z.infer<typeof GadgetOptions>;

export const Gadget = z.strictObject({
  id: GadgetId,
  personId: PersonId,
  /** Of these two exactly one is set. */
  followId: FollowId.nullable(),
  sheetId: SheetId.nullable(),
  options: GadgetOptions,
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  /** To the hour, so that looking at it is not written down. */
  lastShownAt: Instant.nullable(),
});
export type Gadget = z.infer<typeof Gadget>;

/**
 * Why something is not shown to strangers: only its person may see the page, by their own browser, by cookies, headers,
 * secrets or steps; it is on a private host; what is stored of it was seen while that was so; or there is nothing to show.
 */
export const GadgetRefusal = z.enum(["ones-own", "private-host", "seen-in-private", "nothing"]);
export type GadgetRefusal = z.infer<typeof GadgetRefusal>;
