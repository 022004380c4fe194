/** Blocks and sheets on other sites: made and taken back by their person, shown to anybody who has the address. */
import { z } from "zod";
import { Gadget, GadgetFace, GadgetOptions, GadgetRefusal, Wall } from "../records/gadget.ts";
import { FollowId, GadgetId, SheetId, TileId } from "../records/ids.ts";
import { WebUrl } from "../records/page-source.ts";
import { MAX_JOINED } from "../records/tile-limits.ts";
import { byId, type Contracts, MANAGING, numberInQuery, PUBLIC, READING } from "./contract.ts";

export const GadgetReply = Gadget.omit({ personId: true })
  .extend({
    url: z.string().describe("Where it is shown; whoever has it may see it"),
    html: z.string().describe("An `<iframe>` to copy"),
    title: z.string(),
    refusal: GadgetRefusal.or(z.enum(["forbidden", "expired"]))
      .nullable()
      .describe("Why it shows nothing at present"),
  })
  .strip()
  .meta({ id: "Gadget" });
export type GadgetReply = z.output<typeof GadgetReply>;

export const gadgetApi = {
  "GET /gadgets": {
    summary: "What I show on other sites, and by secret links",
    access: READING,
    reply: z.object({
      isAllowed: z.boolean().describe("Frames on other sites, by the owner of the instance"),
      areLinksAllowed: z.boolean().describe("Secret links, by the owner of the instance"),
      items: z.array(GadgetReply),
    }),
  },
  "POST /gadgets": {
    summary:
      "Make an address that shows one block, or a sheet, to anybody who has it: in a frame on other sites, or as a page of its own",
    access: MANAGING,
    body: z
      .strictObject({
        followId: FollowId.optional(),
        sheetId: SheetId.optional(),
        face: GadgetFace.default("frame").describe("For frames of other sites, or a page of its own by a secret link"),
        wall: Wall.nullable().default(null).describe("A link for a screen on a wall: one sheet after the other"),
        options: GadgetOptions.prefault({}),
        expiresAt: Gadget.shape.expiresAt.default(null),
      })
      .refine(
        ({ followId, sheetId }) => (followId === undefined) !== (sheetId === undefined),
        "names a follow or a sheet",
      )
      .refine(({ face, sheetId }) => face === "frame" || sheetId !== undefined, "a link shows a sheet")
      .refine(({ face, wall }) => wall === null || face === "link", "a wall is shown by a link")
      .refine(
        ({ face, sheetId, options }) => options.tileId === undefined || (sheetId !== undefined && face === "frame"),
        "a board is shown in a frame, and its sheet is named",
      ),
    reply: GadgetReply,
    status: 201,
    fails: ["not-found", "gadget-refused", "cap-reached"],
  },
  "DELETE /gadgets/:id": {
    summary: "Take an address back: it shows nothing from this moment on, and neither do the pictures in it",
    access: MANAGING,
    params: byId(GadgetId),
  },
} as const satisfies Contracts;

const token = z.string().max(200);
const FRAMED = {
  contentType: "text/html; charset=utf-8",
  about:
    "A document for a frame on another site, without scripts; that of a link has one of ours, which keeps it fresh",
};

/** Not below `API_BASE`. */
export const gadgetRootApi = {
  "GET /gadgets/:token": {
    summary:
      "A block or a sheet for a frame on another site, or the page of a secret link; the address is the permission",
    access: PUBLIC,
    params: z.object({ token }),
    query: z.object({
      sheet: numberInQuery().int().min(0).max(100).default(0).describe("Of a wall, which sheet is shown first"),
    }),
    reply: FRAMED,
    fails: ["too-many"],
  },
  "GET /gadgets/:token/state": {
    summary: "What an open page of a secret link compares itself with, to load what is new",
    access: PUBLIC,
    params: z.object({ token }),
    reply: z.object({
      mark: z.string().describe("Another one where anything but the content of blocks has changed"),
      tiles: z.record(z.string(), z.string()).describe("Another one for each tile whose blocks have changed"),
    }),
    fails: ["not-found", "too-many"],
  },
  "GET /gadgets/:token/tiles/:tile": {
    summary: "One block of a sheet that is shown on another site",
    access: PUBLIC,
    params: z.object({ token, tile: TileId }),
    query: z.object({ part: numberInQuery().int().min(0).max(MAX_JOINED).default(0).describe("Of a tile of several") }),
    reply: FRAMED,
    fails: ["too-many"],
  },
  "GET /gadgets/:token/icons": {
    summary: "The icon of a site that a link on the sheet of a secret link leads to, made harmless",
    access: PUBLIC,
    params: z.object({ token }),
    query: z.object({ site: WebUrl }),
    reply: { contentType: "application/octet-stream", about: "An image" },
    fails: ["too-many"],
  },
  "GET /gadgets/:token/pictures/:sheet": {
    summary: "The picture behind the sheet of a secret link",
    access: PUBLIC,
    params: z.object({ token, sheet: SheetId }),
    reply: { contentType: "image/jpeg", about: "The picture" },
    fails: ["too-many"],
  },
  "GET /oembed": {
    summary: "How to embed a gadget, after oEmbed 1.0",
    access: PUBLIC,
    query: z.object({
      url: z.string().max(2_000),
      format: z.enum(["json"]).default("json"),
      maxwidth: numberInQuery().int().min(1).optional(),
      maxheight: numberInQuery().int().min(1).optional(),
    }),
    reply: z.object({
      version: z.literal("1.0"),
      type: z.literal("rich"),
      title: z.string(),
      provider_name: z.string(),
      provider_url: z.string(),
      html: z.string(),
      width: z.int(),
      height: z.int(),
      cache_age: z.int(),
    }),
    fails: ["not-found", "too-many"],
  },
} as const satisfies Contracts;
