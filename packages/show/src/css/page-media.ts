/**
 * Media queries that ask for the height of the window, in a tile that is shown as on its page: its frame is as wide as the
 * window of the page was and as high as the tile, so that they are answered here, for the window of the page. What asks
 * for the width stays a question, which the frame answers alike.
 */
import type { CssNode, Feature, FeatureRange, List, ListItem } from "css-tree";
import { parseMedia } from "./css-syntax.ts";

/** Width and height of the window in CSS pixels. */
export type Viewport = readonly [width: number, height: number];

/** What nobody else knows of the screen of a capture: it is as large as the window in it. */
const LENGTHS: Readonly<Record<string, (viewport: Viewport) => number>> = {
  height: ([, height]) => height,
  "device-height": ([, height]) => height,
  "device-width": ([width]) => width,
};
const RATIOS: ReadonlySet<string> = new Set(["aspect-ratio", "device-aspect-ratio"]);

/** In a query, `em` is what a browser begins with, whatever the page says. */
const FONT_PX = 16;
const PX_OF: Readonly<Record<string, number>> = {
  px: 1,
  em: FONT_PX,
  rem: FONT_PX,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

/** Wider than any window. */
const NEVER_PX = "1000000";

/** Answers a part of a media query, where it can be answered. */
export function bindMedia(
  node: CssNode,
  place: { readonly item: ListItem<CssNode>; readonly list: List<CssNode> },
  viewport: Viewport,
): void {
  const answer = answerTo(node, viewport);
  if (answer === null || !place.list) return;
  // a feature that every browser knows, so that it can stand behind `not` and in any brackets
  const value = { type: "Dimension", value: answer ? "0" : NEVER_PX, unit: "px" } as const;
  place.list.replace(place.item, place.list.createItem({ type: "Feature", kind: "media", name: "min-width", value }));
}

/** The same in an attribute that has queries in it: `media` or `sizes`. Values with brackets of their own stay as they are. */
export function bindMediaText(text: string, viewport: Viewport): string {
  return text.replace(/\([^()]*\)/g, (written) => {
    const part = onlyPartOf(written);
    const answer = part && answerTo(part, viewport);
    return typeof answer === "boolean" ? `(min-width:${answer ? "0" : NEVER_PX}px)` : written;
  });
}

/** `(height = 700px)`, which css-tree does not read, as what means the same; null for anything else. */
export function equalityIn(node: CssNode): Feature | null {
  if (node.type !== "GeneralEnclosed" || node.function !== null) return null;
  const only = node.children.size === 1 ? node.children.first : null;
  const sides = only?.type === "Raw" ? only.value.split("=") : [];
  const part = sides.length === 2 ? onlyPartOf(`(${sides.join(":")})`) : null;
  return part?.type === "Feature" && part.value !== null && part.value.type !== "Function" ? part : null;
}

/** The one part that a query has. */
function onlyPartOf(text: string): CssNode | null {
  const queries = parseMedia(text);
  const query = queries?.type === "MediaQueryList" && queries.children.size === 1 ? queries.children.first : null;
  const condition = query?.type === "MediaQuery" ? query.condition : null;
  return condition?.type === "Condition" && condition.children.size === 1 ? condition.children.first : null;
}

/** Null where it is no question about the height, or one that only a browser understands. */
function answerTo(node: CssNode, viewport: Viewport): boolean | null {
  if (node.type === "Feature" && node.kind === "media") return answerToFeature(node, viewport);
  if (node.type === "FeatureRange" && node.kind === "media") return answerToRange(node, viewport);
  const equality = equalityIn(node);
  return equality && answerToFeature(equality, viewport);
}

function answerToFeature({ name, value }: Feature, viewport: Viewport): boolean | null {
  const [, bound, feature] = /^(min-|max-)?(.*)$/.exec(name.toLowerCase())!;
  if (name.toLowerCase() === "orientation") return answerToOrientation(value, viewport);
  const is = sizeOf(feature!, viewport);
  if (is === null) return null;
  // a height that is not nothing
  if (value === null) return bound === undefined ? is > 0 : null;
  const asked = numberOf(value, feature!);
  if (asked === null) return null;
  return compared(is, bound === undefined ? "=" : bound === "min-" ? ">=" : "<=", asked);
}

function answerToOrientation(value: Feature["value"], [width, height]: Viewport): boolean | null {
  if (value === null) return true;
  const asked = value.type === "Identifier" ? value.name.toLowerCase() : null;
  if (asked !== "portrait" && asked !== "landscape") return null;
  return height >= width === (asked === "portrait");
}

/** `(height >= 700px)`, `(400px < height <= 50em)`, `(1/1 < aspect-ratio)`. */
function answerToRange({ left, leftComparison, middle, rightComparison, right }: FeatureRange, viewport: Viewport) {
  const sides = right === null ? [left, middle] : [left, middle, right];
  const names = sides.flatMap((side) => (side.type === "Identifier" ? [side.name.toLowerCase()] : []));
  const [feature] = names;
  const is = feature === undefined || names.length > 1 ? null : sizeOf(feature, viewport);
  if (is === null) return null;
  const numbers = sides.map((side) => (side.type === "Identifier" ? is : numberOf(side, feature!)));
  const [first, second, third] = numbers;
  if (numbers.includes(null)) return null;
  const isFirst = compared(first!, leftComparison, second!);
  return isFirst && (right === null || rightComparison === null || compared(second!, rightComparison, third!));
}

function sizeOf(feature: string, viewport: Viewport): number | null {
  if (RATIOS.has(feature)) return viewport[0] / viewport[1];
  return Object.hasOwn(LENGTHS, feature) ? LENGTHS[feature]!(viewport) : null;
}

/** In pixels, or as one number where a ratio is asked for. */
function numberOf(value: CssNode, feature: string): number | null {
  if (RATIOS.has(feature)) {
    if (value.type === "Number") return Number(value.value);
    if (value.type !== "Ratio" || value.left.type !== "Number" || value.right?.type === "Function") return null;
    return Number(value.left.value) / Number(value.right?.value ?? 1);
  }
  if (value.type === "Number") return Number(value.value) === 0 ? 0 : null;
  const unit = value.type === "Dimension" ? value.unit.toLowerCase() : "";
  return value.type === "Dimension" && Object.hasOwn(PX_OF, unit) ? Number(value.value) * PX_OF[unit]! : null;
}

function compared(one: number, comparison: string, other: number): boolean {
  switch (comparison) {
    case "<":
      return one < other;
    case "<=":
      return one <= other;
    case ">":
      return one > other;
    case ">=":
      return one >= other;
    default:
      return one === other;
  }
}
