/** What a block says in a capture, in the form that observations keep: content, numbers, and what counts as its meaning. */
import { createHash } from "node:crypto";
import {
  type BlockContent,
  type DomTree,
  findParts,
  findPartsOfEach,
  type InnerPart,
  type ReadItem,
  readBlock,
  toHtml,
} from "@tessera/engine";
import { hasUnpictured, type VisibleParts, visibleParts } from "@tessera/engine/shown";
import { type Content, type ContentItem, type LaidOut, type NumberFound, safeLink } from "@tessera/model";

export interface ReadRequest {
  readonly tree: DomTree;
  /** The element of the block; with the extent `alike`, that and its siblings like it. */
  readonly nodes: readonly number[];
  /** Nodes that are left out. */
  readonly cuts: ReadonlySet<number>;
  /** Nodes that are shown, but do not count: volatile by their history, or ignored at the person's wish. */
  readonly quiet: ReadonlySet<number>;
  /** Where the page came from, to resolve its links. */
  readonly baseUrl: string;
  /** Used where the page declares no language. */
  readonly language?: string | null;
}

export interface Reading {
  readonly content: Content;
  readonly numbers: readonly NumberFound[];
  /** The content without volatile parts and without markup, to compare with. */
  readonly steady: Content;
  /** Hash of what counts for a change. */
  readonly meaning: string;
  readonly excerpt: string;
  /** Of all its elements together, without the cuts. */
  readonly visible: VisibleParts;
  /** Null where no browser has laid it out, or none of it can be seen. */
  readonly laidOut: LaidOut | null;
  /** 0 where it is no list. */
  readonly itemCount: number;
}

const EXCERPT_LENGTH = 300;

/** With fewer words than this a block is about its pictures, so that another picture is news. */
const PICTURE_BLOCK_WORDS = 20;

/** Markup beyond this length is not kept with the content; the capture still has it. */
const MAX_MARKUP = 2_000_000;

/** The limits of the records that these become. */
const MAX_KEY = 8_192;
const MAX_TITLE = 2_000;
const MAX_NUMBER_TEXT = 100;
const MAX_UNIT = 16;

/** Reads a block that was found. Linear in its size. */
export function readContent(request: ReadRequest): Reading {
  const { tree, nodes, cuts, quiet } = request;
  const shown = readBlock(tree, nodes, { without: cuts, language: request.language ?? null });
  const without = new Set([...cuts, ...quiet]);
  const steady = quiet.size === 0 ? shown : readBlock(tree, nodes, { without });
  const html = nodes.map((node) => toHtml(tree, node, { without: cuts })).join("\n");
  const content = contentOf(shown, request.baseUrl);
  return {
    content: { ...content, html: html.length > MAX_MARKUP ? "" : html },
    numbers: shown.numbers.map(numberFound),
    steady: steady === shown ? content : contentOf(steady, request.baseUrl),
    meaning: meaningOf(steady),
    excerpt: shown.text.slice(0, EXCERPT_LENGTH),
    visible: visibleIn(request),
    laidOut: laidOutIn(request),
    itemCount: shown.items?.length ?? 0,
  };
}

/** Of captures from before the window was stored. */
export const USUAL_WINDOW_HEIGHT = 900;

/** Several alike are as large as what holds them, and have no picture that could show what only a picture shows. */
function laidOutIn({ tree, nodes, cuts }: Pick<ReadRequest, "tree" | "nodes" | "cuts">): LaidOut | null {
  const node = nodes.length > 1 ? tree.parent[nodes[0]!]! : nodes[0];
  if (!tree.boxes || node === undefined || node < 0) return null;
  const [, , width = 0, height = 0] = tree.boxes.subarray(4 * node, 4 * node + 4);
  const [windowWidth, windowHeight] = tree.viewport ?? [tree.boxes[2]!, USUAL_WINDOW_HEIGHT];
  const isSeen = width >= 1 && height >= 1 && windowWidth >= 1;
  if (!isSeen) return null;
  const isPartlyLost = nodes.length === 1 && hasUnpictured(tree, node, { without: cuts });
  return { viewport: [windowWidth, windowHeight], width, height, ...(isPartlyLost ? { isLegible: false } : {}) };
}

function visibleIn({ tree, nodes, cuts }: ReadRequest): VisibleParts {
  const all = nodes.map((node) => visibleParts(tree, node, { without: cuts }));
  const sum = (kind: keyof VisibleParts) => all.reduce((sofar, parts) => sofar + parts[kind], 0);
  return {
    letters: sum("letters"),
    pictures: sum("pictures"),
    controls: sum("controls"),
    drawings: sum("drawings"),
    painted: sum("painted"),
  };
}

/** Parts that a person named inside the block, where they can be found. */
export function partNodes(tree: DomTree, nodes: readonly number[], parts: readonly InnerPart[]): ReadonlySet<number> {
  const found = nodes.length > 1 ? partsOfEach(tree, nodes, parts) : findParts(tree, nodes[0] ?? 0, parts);
  return new Set(found.filter((node) => node !== null));
}

/** Of several alike a part is that of each; one that none of them has any more is looked for by what it was like. */
function partsOfEach(tree: DomTree, nodes: readonly number[], parts: readonly InnerPart[]): (number | null)[] {
  const found = findPartsOfEach(tree, nodes, parts);
  const lost = parts.filter((_, at) => found[at]!.every((node) => node === null));
  return [...found.flat(), ...(lost.length > 0 ? nodes.flatMap((node) => findParts(tree, node, lost)) : [])];
}

function contentOf(read: BlockContent, baseUrl: string): Content {
  return {
    text: read.text,
    html: "",
    items: read.items?.map((item) => resolved(item, baseUrl)) ?? null,
    ...(read.isFeed ? { isFeed: true } : {}),
    pictures: picturesThatCount(read),
  };
}

/** Pictures count only where they are what the block is about; a feed is about its items, however few. */
function picturesThatCount({ text, pictures, isFeed }: BlockContent): string[] {
  return !isFeed && hasFewWords(text) ? [...pictures] : [];
}

/** Reads no more of it than is needed. */
function hasFewWords(text: string): boolean {
  const gap = /\s+/g;
  for (let words = 1; words < PICTURE_BLOCK_WORDS; words++) if (!gap.test(text)) return true;
  return false;
}

function resolved(item: ReadItem, baseUrl: string): ContentItem {
  const url = safeLink(item.href === null ? null : (URL.parse(item.href, baseUrl)?.href ?? null));
  return {
    key: item.key.slice(0, MAX_KEY),
    title: item.title.slice(0, MAX_TITLE),
    text: item.text,
    href: url !== null && url.length <= MAX_KEY ? url : null,
  };
}

function numberFound(number: BlockContent["numbers"][number]): NumberFound {
  return {
    ...number,
    text: number.text.slice(0, MAX_NUMBER_TEXT),
    unit: number.unit?.slice(0, MAX_UNIT) ?? null,
  };
}

/** Texts and link targets count, and pictures where they are what the block is about. */
function meaningOf(read: BlockContent): string {
  const hash = createHash("sha256").update(read.text);
  for (const { key } of read.items ?? []) hash.update("\u0000").update(key);
  for (const picture of picturesThatCount(read)) hash.update("\u0001").update(picture);
  return hash.digest("hex");
}
