/** The elements and attributes of foreign pages that are shown; everything else is not. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const HTML_TAGS = words(`
  a abbr address article aside b bdi bdo big blockquote br button canvas caption center cite code col colgroup data dd del
  details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img
  input ins kbd label legend li main mark menu meter nav ol optgroup option output p picture pre progress q rp rt ruby s samp
  search section select slot small source span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u
  ul var video wbr`);

/** Shapes, text and paint. No animation (it can set addresses), no scripts, no styles. */
export const SVG_TAGS = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient stop
  clipPath mask pattern marker image switch filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood
  feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile`);

/** In a page, besides: a link around shapes, and HTML in a drawing, whose elements are looked at like all others. */
const SVG_TAGS_OF_PAGES = ["a", "foreignObject"];

const SVG_NAMES: ReadonlyMap<string, string> = new Map(
  [...SVG_TAGS, ...SVG_TAGS_OF_PAGES].map((tag) => [tag.toLowerCase(), tag]),
);

/** As browsers write it: a parser may not know yet that a newer name has capital letters in it. Null where it is not shown. */
export function svgTag(tag: string): string | null {
  return SVG_NAMES.get(tag.toLowerCase()) ?? null;
}

/** Presentation only: nothing that annotates, acts or embeds. */
export const MATH_TAGS = words(`
  math mrow mi mn mo ms mspace mtext mfrac msqrt mroot mstyle merror mpadded mphantom mfenced menclose msub msup msubsup munder
  mover munderover mmultiscripts mprescripts mtable mtr mtd semantics`);

/** Shown as something harmless that looks the same: old names of preformatted text, and boxes with foreign documents in them. */
export const SHOWN_AS: Readonly<Record<string, string>> = {
  xmp: "pre",
  listing: "pre",
  plaintext: "pre",
  iframe: "div",
  object: "div",
  embed: "div",
  marquee: "div",
  frameset: "div",
  frame: "div",
  audio: "div",
  area: "span",
  map: "span",
};

/** Gone with all that is in them. */
export const LEFT_OUT = words(`
  script style template noscript noembed noframes link meta base title param track portal fencedframe head`);

/** On any element. Names are lower case, as the parser of HTML gives them. */
export const ATTRIBUTES = words(`
  class title lang dir role hidden align valign bgcolor border cellpadding cellspacing colspan rowspan span scope start value
  type reversed open datetime label disabled checked selected multiple size rows cols placeholder color face nowrap hspace vspace
  width height alt sizes media min max low high optimum cite compact noshade clear abbr readonly wrap maxlength shape
  fetchpriority translate popover required slot part exportparts`);

/** Of SVG and MathML, besides those of HTML; presentation attributes may paint with `url(#…)` only. */
export const FOREIGN_ATTRIBUTES = words(`
  viewbox preserveaspectratio xmlns d x y x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy points transform rotate textlength
  lengthadjust pathlength offset stop-color stop-opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity
  stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit opacity clip-path clip-rule mask filter
  marker-start marker-mid marker-end gradientunits gradienttransform spreadmethod patternunits patterncontentunits
  patterntransform maskunits maskcontentunits clippathunits markerunits markerwidth markerheight refx refy orient text-anchor
  dominant-baseline alignment-baseline baseline-shift font-family font-size font-weight font-style letter-spacing word-spacing
  text-decoration visibility display overflow color-interpolation-filters vector-effect paint-order in in2 result stddeviation
  values mode operator k1 k2 k3 k4 tablevalues slope intercept amplitude exponent flood-color flood-opacity radius filterunits
  primitiveunits mathvariant displaystyle scriptlevel stretchy fence separator accent accentunder linethickness rowspacing
  columnspacing columnalign rowalign notation lspace rspace minsize maxsize symmetric largeop movablelimits depth voffset`);

/** The valid names of custom elements in ASCII; without their scripts they are boxes like any other. */
export function isCustomElement(tag: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(tag) && !RESERVED.has(tag) && !tag.startsWith("tessera-");
}

/** HTML standard, "valid custom element name": names of SVG and MathML that look like one. */
const RESERVED = words(`
  annotation-xml color-profile font-face font-face-src font-face-uri font-face-format font-face-name missing-glyph`);

/** `aria-` describes and `data-` is what style sheets select by; neither does anything. */
export function isNamedFreely(name: string): boolean {
  return /^(?:aria|data)-[a-z0-9_.-]+$/.test(name) && !name.startsWith("data-tessera-");
}

/** Our own, in what we show: on what is around the framed element, on that, and on each block. */
export const WRAPPER_ATTRIBUTE = "data-tessera-wrapper";
export const FRAMED_ATTRIBUTE = "data-tessera-framed";
export const BLOCK_ATTRIBUTE = "data-tessera-block";
/** On a popover that was open when its page was captured: nothing here could open one. */
export const OPENED_ATTRIBUTE = "data-tessera-popover";
/** On an empty element that is there to be counted only. */
export const BESIDE_ATTRIBUTE = "data-tessera-beside";
/** On what lies behind the block and is neither in it nor around it. */
export const GROUND_ATTRIBUTE = "data-tessera-ground";
