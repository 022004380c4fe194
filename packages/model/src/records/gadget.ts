/** A block, or a whole sheet, shown to whoever has its address: read only, in a frame or as a page, until it is taken back. */
import { z } from "zod";
import { FollowId, GadgetId, PersonId, SheetId, TileId } from "./ids.ts";
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
    /**
     * As each tile of a sheet is shown, and by itself as fits the block; as on its page, scaled; with its looks in the width of
     * the frame; plain markup in our own style; or text only. Of a sheet, of all its blocks.
     */
    look: z.enum(["auto", "page", "adapted", "reader", "text"]).default("auto"),
    /** In CSS pixels: a hint for whoever embeds it. */
    width: z.int().min(100).max(3_840).default(480),
    height: z.int().min(60).max(4_320).default(320),
    tileId: TileId.optional().describe("Of a sheet: this board alone, wherever its person moves it"),
  })
  .meta({ id: "GadgetOptions" });
export type GadgetOptions = z.infer<typeof GadgetOptions>;

/** How it is met: in frames of other sites, or as a page of its own by a secret link, which no site may frame. */
export const GadgetFace = z.enum(["frame", "link"]).meta({ id: "GadgetFace" });
export type GadgetFace = z.infer<typeof GadgetFace>;

const MIN_WALL_SECONDS = 5;

/** For a screen on a wall: one sheet after the other, without anything to press. */
export const Wall = z
  .strictObject({
    /** Shown after the sheet of the address itself. */
    sheetIds: z.array(SheetId).max(20).default([]),
    /** For how long each is shown. */
    seconds: z.int().min(MIN_WALL_SECONDS).max(86_400).default(30),
    isLarge: z.boolean().default(false),
  })
  .meta({ id: "Wall" });
export type Wall = z.infer<typeof Wall>;

export const Gadget = z.strictObject({
  id: GadgetId,
  personId: PersonId,
  /** Of these two exactly one is set. */
  followId: FollowId.nullable(),
  sheetId: SheetId.nullable(),
  face: GadgetFace,
  /** Of a link to a sheet. */
  wall: Wall.nullable(),
  options: GadgetOptions,
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  /** To the hour, so that looking at it is not written down. */
  lastShownAt: Instant.nullable(),
});
export type Gadget = z.infer<typeof Gadget>;

/**
 * Why something is not shown to strangers: only its person may see the page, by their own browser, by cookies, headers,
 * secrets or steps; it is on a private host; it came with an archive, or was only its person's once; what is stored of it was seen while that was so; or there is nothing to show.
 */
export const GadgetRefusal = z.enum(["ones-own", "private-host", "stays-own", "seen-in-private", "nothing"]);
export type GadgetRefusal = z.infer<typeof GadgetRefusal>;
