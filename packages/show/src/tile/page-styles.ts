/** The style sheets of a page in the order of the cascade: those written in it, and those it links to. */
import { attributeNamed, type Element, isElement, type Node } from "../html/page-node.ts";
import { NOT_IN_TREE } from "../html/tile-chain.ts";
import { oldLooks } from "./old-looks.ts";

export type PageStyle =
  | { readonly kind: "text"; readonly css: string; readonly media: string; readonly host: number | null }
  | { readonly kind: "link"; readonly url: URL; readonly media: string };

export interface PageStyles {
  /** What addresses in the page are relative to. */
  readonly base: URL;
  readonly styles: readonly PageStyle[];
}

const MAX_SHEETS = 200;
/** Of all sheets that are written in the page; those behind it are left out. */
const MAX_WRITTEN_CHARACTERS = 2_000_000;
const MAX_HANDLER = 1_000;

/** `finalUrl` is where the page came from; a `base` element may say otherwise. */
export function stylesOf(
  root: Element,
  { html, finalUrl }: { readonly html: string; readonly finalUrl: string },
): PageStyles {
  const styles: PageStyle[] = [];
  let base: URL | null = null;
  let count = 0;
  let characters = 0;
  const numbers = new Map<Node, number>();
  const pending: Node[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!isElement(node)) {
      if ("value" in node && /\S/.test(node.value)) count++;
      continue;
    }
    if (!NOT_IN_TREE.has(node.tagName)) numbers.set(node, count++);
    if (node.tagName === "base") base ??= webUrl(attributeNamed(node, "href"), finalUrl);
    else if (node.tagName === "style" && styles.length < MAX_SHEETS) {
      const written = writtenStyle(node, numbers);
      characters += written.css.length;
      if (characters <= MAX_WRITTEN_CHARACTERS) styles.push(written);
    } else if (node.tagName === "meta" && styles.length < MAX_SHEETS) styles.push(...schemeOf(node));
    else if (node.tagName === "link" && styles.length < MAX_SHEETS) {
      const linked = linkedStyle(node, base ?? new URL(finalUrl));
      if (linked) styles.push(linked);
    }
    if (NOT_IN_TREE.has(node.tagName)) continue;
    for (const child of node.childNodes.toReversed()) pending.push(child);
  }
  const body = root.childNodes.find((node): node is Element => isElement(node) && node.tagName === "body");
  const looks = oldLooks(body ?? null, html);
  const old: readonly PageStyle[] = looks === "" ? [] : [{ kind: "text", css: looks, media: "", host: null }];
  return { base: base ?? new URL(finalUrl), styles: [...old, ...styles] };
}

/** A style of a shadow tree says how many levels up its host is. */
function writtenStyle(element: Element, numbers: ReadonlyMap<Node, number>): Extract<PageStyle, { kind: "text" }> {
  const css = element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
  const levels = Number(attributeNamed(element, "data-tessera-shadow") ?? 0);
  let host: Node | null = levels > 0 && levels < 1_000 ? element : null;
  for (let level = 0; host && level < levels; level++) host = host.parentNode;
  return {
    kind: "text",
    css,
    media: attributeNamed(element, "media") ?? "",
    host: host ? (numbers.get(host) ?? null) : null,
  };
}

/** A page may say in its head that it is dark: what browsers do by themselves is then dark as well. */
function schemeOf(element: Element): readonly PageStyle[] {
  const scheme = (attributeNamed(element, "content") ?? "").trim();
  const isScheme = attributeNamed(element, "name")?.toLowerCase() === "color-scheme" && /^[a-z ]{1,40}$/i.test(scheme);
  return isScheme ? [{ kind: "text", css: `:where(:root){color-scheme:${scheme}}`, media: "", host: null }] : [];
}

function linkedStyle(element: Element, base: URL): PageStyle | null {
  const named = (name: string): string => attributeNamed(element, name) ?? "";
  const rel = named("rel").toLowerCase().split(/\s+/);
  const late = named("onload").slice(0, MAX_HANDLER);
  const isLate = rel.includes("preload") && named("as").toLowerCase() === "style" && /stylesheet/i.test(late);
  if ((!rel.includes("stylesheet") && !isLate) || rel.includes("alternate")) return null;
  if (attributeNamed(element, "disabled") !== null) return null;
  const url = webUrl(attributeNamed(element, "href"), base.href);
  return url ? { kind: "link", url, media: lateMedia(late) ?? named("media") } : null;
}

/** Sheets that are not to hold up a page are for a printer, or only loaded ahead, until their own handler brings them in. */
function lateMedia(handler: string): string | null {
  if (!/\bmedia\b/.test(handler)) return null;
  return /\bmedia\s*=\s*["']([^"']*)["']/.exec(handler)?.[1] ?? "";
}

function webUrl(address: string | null, base: string): URL | null {
  const url = address !== null && URL.canParse(address, base) ? new URL(address, base) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}
