/** How a page looks by itself that says so in attributes of its body, or that browsers read as before there were standards. */
import { attributeNamed, type Element } from "../html/page-node.ts";

/** Before all that style sheets say, in layers or not. */
const LAYER = "tessera-old-looks";
const COLOUR = /^#?(?:[\da-f]{3}|[\da-f]{6})$|^[a-z]{1,30}$/i;
const ADDRESS = /^[^"'\\<>()\s]{1,2000}$/;
/** As in the standard's style sheet for quirks mode: tables do not take over how the words around them are written. */
const QUIRKS =
  ":where(table){font-size:initial;font-weight:initial;font-style:initial;font-variant:initial;line-height:initial;white-space:initial;text-align:initial}";
const DOCTYPE = /^<!doctype\s+html(?:\s+public\s+["']([^"']*)["']\s*(["'])?)?/i;
/** Public identifiers of the time before; some count as old only where no file is named. */
const OLD = /^-\/\/(?:w3c\/\/dtd html (?:2|3)|ietf\/\/dtd html|netscape|microsoft)|^html$/i;
const OLD_WITHOUT_FILE = /^-\/\/w3c\/\/dtd html 4\.01 (?:transitional|frameset)\/\//i;

/** Filtered like every style of the page; empty where it has no such looks. */
export function oldLooks(body: Element | null, html: string): string {
  const rules = [isQuirky(html) ? QUIRKS : "", body ? looksOf(body) : ""].join("");
  return rules === "" ? "" : `@layer ${LAYER}{${rules}}`;
}

function looksOf(body: Element): string {
  const [ground, ink, link] = ["bgcolor", "text", "link"].map((name) => colourOf(attributeNamed(body, name)));
  const picture = attributeNamed(body, "background")?.trim() ?? "";
  const own = [
    ground ? `background-color:${ground}` : "",
    ink ? `color:${ink}` : "",
    ADDRESS.test(picture) ? `background-image:url("${picture}")` : "",
  ].filter(Boolean);
  const rule = own.length > 0 ? `:where(body){${own.join(";")}}` : "";
  return link ? `${rule}:where(a:any-link){color:${link}}` : rule;
}

/** A number of a colour may be written without its mark. */
function colourOf(value: string | null): string | null {
  const said = value?.trim() ?? "";
  if (!COLOUR.test(said)) return null;
  return /^(?:[\da-f]{3}|[\da-f]{6})$/i.test(said) ? `#${said}` : said;
}

/** HTML standard, "the initial insertion mode", as far as pages of today meet it. */
function isQuirky(html: string): boolean {
  const start = beginning(html);
  const said = DOCTYPE.exec(start);
  if (!said) return true;
  const [, identifier = "", file] = said;
  return OLD.test(identifier) || (file === undefined && OLD_WITHOUT_FILE.test(identifier));
}

/** Without white space, comments and what belongs to XML. */
function beginning(html: string): string {
  let at = 0;
  for (let parts = 0; parts < 20; parts++) {
    while (at < html.length && /[\s\ufeff]/.test(html[at]!)) at++;
    const end = html.startsWith("<!--", at) ? "-->" : html.startsWith("<?", at) ? ">" : null;
    const found = end === null ? -1 : html.indexOf(end, at);
    if (end === null || found < 0) break;
    at = found + end.length;
  }
  return html.slice(at, at + 300);
}
