/** Whether parts of a page are missing until its scripts have run, told by its raw markup alone. */
import { attributeOf, attributesOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { hasRunnableScript, noscriptTexts } from "./script-text.ts";
import { scriptWork } from "./script-work.ts";
import { isBlank, isPictureAddress, visibleParts } from "./visible-parts.ts";

/**
 * - shell: hardly any text, as before an application has started
 * - noscript: the page says itself that it needs scripts
 * - canvas: something is to be drawn
 * - custom-element: an element that only a script can fill, and is not filled
 * - mount: where a known library puts its work, and has not yet, or an empty place for the head, the foot or the menu of the page
 * - empty-container: room for a chart, a map or rows, with nothing in it
 * - frame: a page inside the page, which only a browser opens
 * - shadow-tree: markup that stands apart until a browser puts it into its element
 * - loading: a part that says that it is still loading
 * - lazy-image: an image whose address a script has yet to set
 * - film: one without a poster, whose beginning only a browser shows
 * - written: a field or a value that is empty, and a script in the page writes into it
 * - icon: an empty element in whose place a known library draws
 */
export const SCRIPT_SIGNS = [
  "shell",
  "noscript",
  "canvas",
  "custom-element",
  "mount",
  "empty-container",
  "frame",
  "shadow-tree",
  "loading",
  "lazy-image",
  "film",
  "written",
  "icon",
] as const;
export type ScriptSign = (typeof SCRIPT_SIGNS)[number];

/** A page made by scripts has its name and a notice at most. */
const MIN_TEXT = 200;

/** Where applications are mounted, by id. */
const MOUNT_IDS: ReadonlySet<string> = new Set(
  "app root __next __nuxt ___gatsby svelte main-app react-root q-app".split(" "),
);
/** What libraries know their elements by; they fill them where they are empty. */
const MOUNT_ATTRIBUTES =
  /^(?:ng-app|ng-controller|ng-bind|ng-repeat|v-cloak|v-if|v-for|v-text|x-data|x-text|x-for|data-(?:react(?:root|-class|-component)?|reactroot|vue|v-app|island|turbo-src|livewire|component|module|widget|mount|chart|charts|apexcharts?|highcharts?(?:-chart)?|echarts?|morris|flot|plot|graph|sparkline|peity|knob|gauge|map|leaflet|vmap|datatable|table|grid|feed|embed|tweet-id|instgrm-permalink|href-embed))$/;
/** Parts that many pages share, so that a script brings them in: by id, or by an attribute of their own. */
const SHARED_PART =
  /^(?:data-)?(?:[\w-]*[-_])?(?:header|footer|navigation|(?:side|top|nav)-?bar)(?:[-_](?:placeholder|container|root|mount|slot))?$/i;
const INCLUDE = /^(?:w3-include-html|data-(?:include|partial)(?:-\w+)?)$/;
/** Counters run up from nothing to what they are told. */
const COUNTER_ATTRIBUTES: readonly string[] = [
  "data-count",
  "data-counter",
  "data-countup",
  "data-target",
  "data-to",
  "data-value",
];
const LAZY_ATTRIBUTES: readonly string[] = [
  "data-src",
  "data-srcset",
  "data-original",
  "data-lazy",
  "data-lazy-src",
  "data-lazyload",
];
const LAZY_BACKGROUNDS: readonly string[] = ["data-bg", "data-background", "data-background-image"];

/** What elements are called that a script draws or lists something in. */
const WIDGET =
  /chart|graph|plot|map\b|[-_]map|spark|gauge|calendar|timeline|ticker|widget|carousel|slider|feed|feeds|player|treemap|donut|heatmap/i;
/** The same of ids alone: as classes these are for layout. */
const WIDGET_ID = /grid|table|list|tree|results|items|rows|cards/i;
const ROW_HOLDERS: ReadonlySet<string> = new Set("tbody ul ol dl".split(" "));
const CONTAINERS: ReadonlySet<string> = new Set(
  "div section article aside figure main span p header footer nav".split(" "),
);
/** Lower ones are rules and gaps. */
const MIN_HEIGHT_PX = 40;
const HEIGHT = /(?:^|[;\s])(?:min-)?height\s*:\s*([\d.]+)\s*(px|r?em|v[hw]|svh|dvh)/i;
const SHADOW_TREE = /<template\s[^<>]{0,500}\bshadowrootmode\b/i;
const LOADING = /^(?:loading|please wait|wird geladen|lädt|laden|جار[ٍي]? التحميل)\s*(?:…|\.{1,3})?$/iu;
/** Names with a hyphen that are of SVG and MathML and no custom elements. */
const OTHER_HYPHENS = /^(?:annotation-xml|color-profile|font-face.*|missing-glyph)$/;

/**
 * The signs that some parts of a page are made by scripts, in the order of `SCRIPT_SIGNS`. A page that runs no script has
 * none but frames, films and shadow trees, whatever is in it. `tree` is that of `html`. Linear.
 */
export function scriptSigns(tree: DomTree, html: string): readonly ScriptSign[] {
  const signs = new Set<ScriptSign>();
  if (SHADOW_TREE.test(html)) signs.add("shadow-tree");
  if (!hasRunnableScript(html)) return inOrder(signs, opened(tree));
  if (isShell(tree)) signs.add("shell");
  if (noscriptTexts(html).some((text) => /java\s?script/i.test(text))) signs.add("noscript");
  const work = scriptWork(tree, html);
  for (let node = bodyOf(tree); node < tree.size; node++) {
    if (isText(tree, node)) continue;
    const sign = signOf(tree, node);
    if (sign) signs.add(sign);
    if (work.writes(node)) signs.add("written");
    if (work.draws(node)) signs.add("icon");
  }
  return inOrder(signs, new Set());
}

function inOrder(...all: readonly ReadonlySet<ScriptSign>[]): readonly ScriptSign[] {
  return SCRIPT_SIGNS.filter((sign) => all.some((signs) => signs.has(sign)));
}

/** What a browser opens by itself, without any script. */
function opened(tree: DomTree): ReadonlySet<ScriptSign> {
  const signs = new Set<ScriptSign>();
  for (const tag of ["iframe", "video"].map((name) => tree.tagNames.indexOf(name))) {
    for (let node = tree.tag.indexOf(tag); tag >= 0 && node >= 0; node = tree.tag.indexOf(tag, node + 1)) {
      const sign = signOf(tree, node);
      if (sign === "frame" || sign === "film") signs.add(sign);
    }
  }
  return signs;
}

function signOf(tree: DomTree, node: number): ScriptSign | null {
  const tag = tagOf(tree, node);
  if (tag === "canvas") return "canvas";
  if (tag === "iframe") return isOpenFrame(tree, node) ? "frame" : null;
  if (tag === "video") return isBareFilm(tree, node) ? "film" : null;
  if (tag === "img" || tag === "source") return isLazy(tree, node) ? "lazy-image" : null;
  if (isLoading(tree, node)) return "loading";
  if (isCounter(tree, node)) return "mount";
  // the rest is about what is empty: most elements are not, and are told from it by their text at once
  if (tree.textStart[tree.end[node]] !== tree.textStart[node]) return null;
  const sign = emptySign(tree, node, tag);
  return sign && isBlank(visibleParts(tree, node)) ? sign : null;
}

/** What an element would be a sign of if it shows nothing. */
function emptySign(tree: DomTree, node: number, tag: string): ScriptSign | null {
  if (LAZY_BACKGROUNDS.some((name) => isPictureAddress(attributeOf(tree, node, name)))) return "lazy-image";
  if (tag.includes("-") && !OTHER_HYPHENS.test(tag)) return "custom-element";
  const id = attributeOf(tree, node, "id") ?? "";
  const names = attributesOf(tree, node).map(([name]) => name);
  if (ROW_HOLDERS.has(tag)) return id !== "" ? "empty-container" : null;
  // links and buttons with nothing but an icon carry such attributes, too
  if (!CONTAINERS.has(tag)) return null;
  if (MOUNT_IDS.has(id) || names.some((name) => MOUNT_ATTRIBUTES.test(name))) return "mount";
  if (isBarToFill(tree, node) || isSharedPart(id, names)) return "mount";
  const isNamed = id !== "" || names.some((name) => name.startsWith("data-"));
  const isWidget = WIDGET.test(id) || WIDGET_ID.test(id) || WIDGET.test(attributeOf(tree, node, "class") ?? "");
  return isWidget || (isNamed && heightOf(tree, node) >= MIN_HEIGHT_PX) ? "empty-container" : null;
}

function isSharedPart(id: string, attributes: readonly string[]): boolean {
  if (SHARED_PART.test(id)) return true;
  return attributes.some((name) => INCLUDE.test(name) || (name.startsWith("data-") && SHARED_PART.test(name)));
}

/** A bar that is told by a number how far it goes, and not yet by its width. */
function isBarToFill(tree: DomTree, node: number): boolean {
  if (!/progress-?bar/i.test(attributeOf(tree, node, "class") ?? "")) return false;
  return attributesOf(tree, node).some(([name, value]) => name.startsWith("data-") && /^\d{1,3}$/.test(value));
}

/** In CSS pixels, as the element itself says it; 0 where it does not. */
function heightOf(tree: DomTree, node: number): number {
  const [, amount, unit] = HEIGHT.exec(attributeOf(tree, node, "style") ?? "") ?? [];
  if (amount === undefined) return 0;
  return Number(amount) * (unit?.toLowerCase() === "px" ? 1 : 10);
}

/** It has something to play, and nothing that stands for it until then. */
function isBareFilm(tree: DomTree, node: number): boolean {
  const has = (at: number, name: string) => isPictureAddress(attributeOf(tree, at, name));
  if (isHiddenHere(tree, node) || has(node, "poster")) return false;
  for (let at = node; at < tree.end[node]; at++) {
    if (!isText(tree, at) && (tagOf(tree, at) === "source" || at === node) && has(at, "src")) return true;
  }
  return false;
}

function isHiddenHere(tree: DomTree, node: number): boolean {
  const style = attributeOf(tree, node, "style") ?? "";
  return attributeOf(tree, node, "hidden") !== null || /display\s*:\s*none/i.test(style);
}

/** Smaller ones count visits. */
function isOpenFrame(tree: DomTree, node: number): boolean {
  const isSmall = ["width", "height"].some(
    (side) => Number(attributeOf(tree, node, side) ?? MIN_HEIGHT_PX) < MIN_HEIGHT_PX,
  );
  const has = (name: string) => isPictureAddress(attributeOf(tree, node, name));
  return !isSmall && !isHiddenHere(tree, node) && (has("src") || has("srcdoc"));
}

/** A pixel, or nothing, in place of the image. */
function isLazy(tree: DomTree, node: number): boolean {
  if (isPictureAddress(attributeOf(tree, node, "src")) || isPictureAddress(attributeOf(tree, node, "srcset")))
    return false;
  return LAZY_ATTRIBUTES.some((name) => isPictureAddress(attributeOf(tree, node, name)));
}

function isLoading(tree: DomTree, node: number): boolean {
  if (attributeOf(tree, node, "aria-busy") === "true") return true;
  const length = tree.textStart[tree.end[node]] - tree.textStart[node];
  return length > 0 && length < 30 && LOADING.test(textOf(tree, node).trim());
}

/** Says another number than it is told to count to. */
function isCounter(tree: DomTree, node: number): boolean {
  const length = tree.textStart[tree.end[node]] - tree.textStart[node];
  if (length > 20 || tree.end[node] > node + 2) return false;
  const text = length > 0 ? textOf(tree, node).trim() : "";
  if (text !== "" && !/^0+(?:[.,]0+)?\s*%?$/.test(text)) return false;
  return COUNTER_ATTRIBUTES.some((name) => /^[1-9][\d.,\s]*%?$/.test((attributeOf(tree, node, name) ?? "").trim()));
}

/** Text in the head does not count; a form with a few words is a page of its own. */
function isShell(tree: DomTree): boolean {
  const body = bodyOf(tree);
  if (body === tree.size) return true;
  const text = textOf(tree, body).replace(/\s+/g, " ").trim();
  return text.length < MIN_TEXT && visibleParts(tree, body).controls === 0;
}

/** One past the last node where there is none. */
function bodyOf(tree: DomTree): number {
  const tag = tree.tagNames.indexOf("body");
  const body = tag < 0 ? -1 : tree.tag.indexOf(tag);
  return body < 0 ? tree.size : body;
}
