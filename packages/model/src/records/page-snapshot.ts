/** A page as a person's own browser saw it: what an extension sends, and within which bounds. */
import { z } from "zod";
import { WebUrl } from "./page-source.ts";

const MIB = 1024 * 1024;

/** What an extension may send at once, and what the server reads of it. Pages above a bound are refused as too large. */
export const SNAPSHOT_LIMITS = {
  /** Of the upload, compressed. */
  bytes: 12 * MIB,
  /** Of the same unpacked. */
  unpackedBytes: 48 * MIB,
  nodes: 200_000,
  strings: 400_000,
  images: 60,
  /** Of one image, and of all, before base64. */
  imageBytes: 512 * 1024,
  allImageBytes: 2 * MIB,
} as const;

/** Index into `strings`; -1 where there is none. */
const stringIndex = z.int().min(-1).max(SNAPSHOT_LIMITS.strings);
const perNode = <T extends z.ZodType>(value: T) => z.array(value).max(SNAPSHOT_LIMITS.nodes);

/**
 * Parallel arrays in the order of the flat tree: open shadow trees in place of what their host contains, slotted nodes in
 * their slots. It is the form of the browser's own DOMSnapshot, so that one reader reads both.
 */
export const SnapshotNodes = z.strictObject({
  /** Index of the parent; -1 for the document, which comes first. */
  parent: perNode(z.int().min(-1).max(SNAPSHOT_LIMITS.nodes)),
  /** As in the DOM: 1 element, 3 text, 9 document, 10 doctype. Comments are left out. */
  type: perNode(z.int().min(1).max(12)),
  /** `nodeName` as the DOM has it: upper case for HTML, as it is for SVG and MathML. */
  name: perNode(stringIndex),
  /** The text of a text node. */
  value: perNode(stringIndex),
  /** Names and values of attributes in turn. */
  attributes: perNode(z.array(stringIndex).max(1_000)),
});
export type SnapshotNodes = z.infer<typeof SnapshotNodes>;

export const SnapshotImage = z.strictObject({
  /** Exactly as the page's tree names it, resolved against the page. */
  url: z.string().max(8_192),
  data: z.base64().max(Math.ceil(SNAPSHOT_LIMITS.imageBytes / 3) * 4),
});
export type SnapshotImage = z.infer<typeof SnapshotImage>;

export const PageSnapshot = z
  .strictObject({
    version: z.literal(1),
    /** What the address bar said, after redirects and without the fragment. */
    url: WebUrl,
    /** `fetch` is the answer to a plain request with the person's cookies, parsed; `tab` is the page as it was shown. */
    way: z.enum(["fetch", "tab"]),
    strings: z.array(z.string()).max(SNAPSHOT_LIMITS.strings),
    nodes: SnapshotNodes,
    /** Left, top, width and height in CSS pixels of the page, of nodes that are laid out and visible; none for `fetch`. */
    boxes: z.strictObject({
      node: perNode(z.int().min(0).max(SNAPSHOT_LIMITS.nodes)),
      bounds: perNode(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    }),
    /** Pictures of the followed blocks that only this person's browser can fetch. */
    images: z.array(SnapshotImage).max(SNAPSHOT_LIMITS.images).default([]),
  })
  .meta({ id: "PageSnapshot" });
export type PageSnapshot = z.infer<typeof PageSnapshot>;
