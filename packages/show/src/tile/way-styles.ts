/**
 * Our own styles of a tile, by the way it is shown. Ancestors give the block fonts, colours, grounds and what selectors ask
 * for, not their layout: *adapted*, the block is laid out in the width of its tile; *as on the page*, in the width that it
 * had there, on the very part of the grounds that it stood on, and whoever shows the frame scales it.
 */
import { NODE_ATTRIBUTE } from "@tessera/page";
import { FILL_PROPERTY, PAD_PROPERTY } from "@tessera/page/tile-frame";
import { SUBGRID_PROPERTY, TAG_ATTRIBUTE } from "../css/namespace-css.ts";
import { REM_PROPERTY, RLH_PROPERTY, VH_PROPERTY, VMAX_PROPERTY, VMIN_PROPERTY } from "../css/page-units.ts";
import {
  BESIDE_ATTRIBUTE,
  BLOCK_ATTRIBUTE,
  FRAMED_ATTRIBUTE,
  GROUND_ATTRIBUTE,
  OPENED_ATTRIBUTE,
  WRAPPER_ATTRIBUTE,
} from "../rules/allow-list.ts";
import type { TileLayout } from "./tile-layout.ts";

/** The last of a rule's declarations wins; all of these stand against whatever the page says. */
type Declarations = Readonly<Record<string, string>>;

const PAD = `var(${PAD_PROPERTY},0px)`;
const FILL = `var(${FILL_PROPERTY},0px)`;

/** Where the page put an element is over. */
const UNPLACED: Declarations = {
  position: "relative",
  inset: "auto",
  float: "none",
  transform: "none",
  translate: "none",
  rotate: "none",
  scale: "none",
  margin: "0",
  "max-width": "none",
  "max-height": "none",
  "min-width": "0",
  "content-visibility": "visible",
};

/** A ground for what is in it, and nothing else. */
const GROUND: Declarations = {
  ...UNPLACED,
  "box-sizing": "border-box",
  padding: "0",
  border: "0",
  width: "auto",
  height: "auto",
  "min-height": "0",
  overflow: "visible",
  opacity: "1",
  visibility: "inherit",
  filter: "none",
  "backdrop-filter": "none",
  "clip-path": "none",
  mask: "none",
  "box-shadow": "none",
  columns: "auto",
  "grid-template": "none",
  "grid-auto-flow": "row",
  "grid-auto-columns": "minmax(0,100%)",
  "grid-auto-rows": "auto",
  "flex-flow": "row nowrap",
  gap: "0",
  "align-content": "start",
  "justify-content": "left",
  "align-items": "stretch",
  "justify-items": "left",
  "align-self": "stretch",
  "justify-self": "left",
  "grid-area": "auto",
  flex: "none",
};

const FRAMED: Declarations = {
  ...UNPLACED,
  "grid-area": "auto",
  flex: "none",
  order: "0",
  "vertical-align": "top",
  [SUBGRID_PROPERTY]: "none",
};

const REPLACED = ["img", "svg", "canvas", "video", "input", "textarea", "select", "progress", "meter", "hr", "button"];

export interface FramedTile {
  readonly scope: string;
  readonly layout: TileLayout | null;
  /** Nodes around the framed element, from the root down. */
  readonly around: readonly number[];
  /** Several blocks alike are shown, not one. */
  readonly isMany: boolean;
}

/** For a layer before all others: what is important in it is so against everything that the page calls important. */
export function ownStyle(tile: FramedTile): string {
  const { scope, layout } = tile;
  const own = layout ? asOnThePage(tile, layout) : adapted(tile);
  return [
    // lengths of the page's root, whatever is around it
    ...[REM_PROPERTY, RLH_PROPERTY].map(
      (property) => `@property ${property}{syntax:"<length>";inherits:true;initial-value:16px}`,
    ),
    `@property ${SUBGRID_PROPERTY}{syntax:"*";inherits:false}`,
    `@layer tessera{`,
    `${scope}{contain:layout style;isolation:isolate;position:relative;max-width:100%;direction:ltr;overflow:${layout ? "hidden" : "auto"}}`,
    `${scope} [${TAG_ATTRIBUTE}="html"]{${REM_PROPERTY}:1em;${RLH_PROPERTY}:1lh;background-color:Canvas;color:CanvasText}`,
    // the ground of a page is painted on its canvas (CSS 2, section 14.2): what is put behind its box is seen on it
    rule(`${scope} :is([${TAG_ATTRIBUTE}="html"],[${TAG_ATTRIBUTE}="body"])`, { isolation: "isolate" }),
    // no box, but counted by selectors and counters
    rule(`${scope} [${BESIDE_ATTRIBUTE}]`, {
      ...UNPLACED,
      position: "absolute",
      inset: "0 auto auto 0",
      visibility: "hidden",
      width: "0",
      height: "0",
      padding: "0",
      border: "0",
      "min-height": "0",
      overflow: "hidden",
      background: "none",
      "list-style-image": "none",
    }),
    // as browsers have popovers, for the page to say otherwise
    `${scope} [${OPENED_ATTRIBUTE}]{width:fit-content;border:solid;padding:.25em;overflow:auto;color:CanvasText;background-color:Canvas}`,
    // in a grid what it holds would be as narrow as its words, and nothing of it is seen while it is closed
    `${scope} [${WRAPPER_ATTRIBUTE}]::details-content{display:contents!important}`,
    // where no script may run, a browser shows them over every film
    `${scope} video::-webkit-media-controls{display:none!important}`,
    // what is placed absolutely in a table still takes a cell
    rule(`${scope} [${BESIDE_ATTRIBUTE}]:is(tr,td,th,tbody,thead,tfoot,caption,col,colgroup)`, { display: "none" }),
    // where nobody knows its place, what lies behind the block is not shown
    rule(
      `${scope} [${GROUND_ATTRIBUTE}]${layout?.grounds.map(({ node }) => `:not([${NODE_ATTRIBUTE}="${node}"])`).join("") ?? ""}`,
      { display: "none" },
    ),
    ...own,
    "}",
  ].join("\n");
}

function adapted({ scope, isMany }: FramedTile): readonly string[] {
  const wrapper = `${scope} [${WRAPPER_ATTRIBUTE}]`;
  const holder = `${wrapper}:has(>[${FRAMED_ATTRIBUTE}])`;
  const framed = `${scope} [${FRAMED_ATTRIBUTE}]`;
  const stacked: Declarations = { display: "grid", "grid-template": "none/minmax(0,1fr)", "justify-items": "stretch" };
  return [
    rule(`${wrapper}:not(svg,svg *)`, { ...GROUND, ...stacked, "justify-self": "stretch" }),
    rule(holder, { padding: PAD, "min-height": FILL }),
    // a page without a body of its own has nothing around the block that could keep it from the edge
    rule(framed, { ...FRAMED, "max-width": "100%" }),
    ...(isMany ? [rule(`${framed}:not([${BLOCK_ATTRIBUTE}],table,svg,select)`, { ...stacked, width: "auto" })] : []),
    `${framed} table{max-width:100%}`,
  ];
}

function asOnThePage(tile: FramedTile, layout: TileLayout): readonly string[] {
  const { scope, around } = tile;
  const { viewport, box } = layout;
  const [width, height] = viewport;
  const units: Declarations = {
    [VH_PROPERTY]: `${height / 100}px`,
    [VMIN_PROPERTY]: `${Math.min(width, height) / 100}px`,
    [VMAX_PROPERTY]: `${Math.max(width, height) / 100}px`,
    "min-height": FILL,
  };
  const framed = `${scope} [${FRAMED_ATTRIBUTE}]`;
  const isLow = box[3] <= height;
  return [
    rule(scope, units),
    ...(layout.around && layout.around.length > 0
      ? exactGrounds({ scope, nodes: around, boxes: layout.around, isLow, isBoxless: layout.isParentBoxless }, box)
      : plainGrounds(scope, box[2])),
    // as wide as the room that is left for it, whatever its width counts
    `${framed}{${["-moz-available", "-webkit-fill-available", "stretch"].map((all) => `width:${all}!important`).join(";")}}`,
    ...behind(tile, layout),
    ...layout.cells.map((width, at) =>
      rule(`${scope} [${BLOCK_ATTRIBUTE}]>:nth-child(${at + 1})`, { "box-sizing": "border-box", width: `${width}px` }),
    ),
    rule(framed, { ...FRAMED, ...aside(layout), ...turned(layout) }),
    ...layout.flush.map((node) => rule(`${scope} [${NODE_ATTRIBUTE}="${node}"]`, { "margin-top": "0" })),
    rule(`${framed}:is(table,svg)`, { width: `${layout.frame[2]}px` }),
    rule(`${framed}:is(${REPLACED.join()})`, { "box-sizing": "border-box", height: `${layout.frame[3]}px` }),
  ];
}

/** What lies behind the block: where it was, below all that stands beside it, above what both are in. */
function behind({ scope, around }: FramedTile, { grounds, around: boxes }: TileLayout): readonly string[] {
  return grounds.flatMap(({ node, box: [left, top, width, height], holder }, at) => {
    const [x, y] = boxes?.[holder] ?? [0, 0];
    return [
      rule(`${scope} [${NODE_ATTRIBUTE}="${around[holder]}"]`, { isolation: "isolate" }),
      rule(`${scope} [${NODE_ATTRIBUTE}="${node}"]`, {
        ...UNPLACED,
        position: "absolute",
        // in a grid its place would be counted from its area
        "grid-area": "auto",
        "align-self": "auto",
        "justify-self": "auto",
        inset: `${top - y}px auto auto ${left - x}px`,
        width: `${width}px`,
        height: `${height}px`,
        "min-height": "0",
        "box-sizing": "border-box",
        "z-index": String(-1 - at),
      }),
    ];
  });
}

/** Laid out as it was, turned as it was, and no larger for its neighbours than it is seen. */
function turned({ box, frame, turn }: TileLayout): Declarations {
  if (!turn) return {};
  const [a, b, c, d] = turn;
  const [, , width, height] = frame;
  // what is turned does not keep to whole pixels: its edges are as soft as they were
  const left = Math.min(0, a * width) + Math.min(0, c * height) - (box[0] - Math.round(box[0]));
  const top = Math.min(0, b * width) + Math.min(0, d * height) - (box[1] - Math.round(box[1]));
  return {
    "box-sizing": "border-box",
    "min-height": `${height}px`,
    "margin-bottom": `${box[3] - height}px`,
    "align-self": "start",
    "transform-origin": "0 0",
    transform: `matrix(${[...turn, -left, -top].join()})`,
  };
}

/** How far the block is from the sides of its parent: both together leave it the width that it had. */
function aside({ box, frame, around }: TileLayout): Declarations {
  const holder = around?.at(-1);
  if (!holder) return {};
  const [left, , width] = frame;
  // the border above a row is as thick as that beside it
  const above: Declarations = frame === box ? {} : { "margin-top": `${left - box[0]}px` };
  return {
    ...above,
    "margin-left": `${left - holder[0]}px`,
    "margin-right": `${holder[0] + holder[2] - left - width}px`,
  };
}

/** Only the block's own box is known: everything around it fills the tile. */
function plainGrounds(scope: string, width: number): readonly string[] {
  const wrapper = `${scope} [${WRAPPER_ATTRIBUTE}]`;
  const holder = `${wrapper}:has(>[${FRAMED_ATTRIBUTE}])`;
  return [
    rule(`${wrapper}:not(svg,svg *)`, { ...GROUND, "justify-self": "stretch" }),
    rule(`${wrapper}:not(:has(>[${FRAMED_ATTRIBUTE}]))`, { display: "grid" }),
    rule(holder, { padding: PAD, "min-height": FILL, width: `calc(${width}px + 2*${PAD})` }),
    rule(`${scope} [${FRAMED_ATTRIBUTE}]`, { "align-self": "start" }),
  ];
}

interface Grounds {
  readonly scope: string;
  readonly nodes: readonly number[];
  readonly boxes: NonNullable<TileLayout["around"]>;
  /** The block is no higher than the window: it may have stood in a row as high as its neighbours. */
  readonly isLow: boolean;
  /** The last of them had no box of its own: it gets one, to hold the block. */
  readonly isBoxless: boolean;
}

/**
 * Every ground has the box that it had, and the tile begins where the block did. Offsets are margins, so that a container
 * has the width that its queries ask for, and heights follow the block. The parent keeps its kind of layout, which
 * makes boxes of inline elements.
 */
function exactGrounds({ scope, nodes, boxes, isLow, isBoxless }: Grounds, shown: TileLayout["box"]): readonly string[] {
  const last = boxes.length - 1;
  const [left, top, , height] = shown;
  const bottomOf = ([, y, , h]: TileLayout["box"]): number => y + h;
  const grounds = boxes.map((box, at) => {
    const outer = boxes[at - 1];
    const margin = outer
      ? `${box[1] - outer[1]}px 0 ${bottomOf(outer) - bottomOf(box)}px ${box[0] - outer[0]}px`
      : `calc(${box[1] - top}px + ${PAD}) 0 calc(${top + height - bottomOf(box)}px + ${PAD}) calc(${box[0] - left}px + ${PAD})`;
    const own: Record<string, string> = { ...GROUND, margin, width: `${box[2]}px`, display: "grid" };
    if (at === 0) own["align-content"] = "stretch";
    // the ground goes on below the page
    if (at === 0) own["min-height"] = `calc(${FILL} + ${Math.max(0, top)}px)`;
    if (at === last) Object.assign(own, holding(box, shown, isLow), at === 0 || isBoxless ? {} : { display: null });
    return rule(`${scope} [${NODE_ATTRIBUTE}="${nodes[at]}"]`, own);
  });
  // the body goes on below the page, and a block that stands in it directly does not grow with it
  return last <= 1 ? [...grounds, rule(`${scope} [${FRAMED_ATTRIBUTE}]`, { "align-self": "start" })] : grounds;
}

/** The parent of the framed element: above and below it are padding, which inline elements keep to as well. */
function holding([, y, , height]: TileLayout["box"], shown: TileLayout["box"], isLow: boolean): Declarations {
  const [, top, , shownHeight] = shown;
  return {
    padding: `${top - y}px 0 ${y + height - top - shownHeight}px`,
    "align-content": "stretch",
    // a share of the parent's height is one of a height that is given; what has grown since then makes it longer, whichever way its lines go
    ...(isLow ? { height: `${height}px`, "min-block-size": "max-content" } : {}),
  };
}

function rule(selector: string, declarations: Readonly<Record<string, string | null>>): string {
  const said = Object.entries(declarations).filter(([, value]) => value !== null);
  return `${selector}{${said.map(([property, value]) => `${property}:${value}!important`).join(";")}}`;
}
