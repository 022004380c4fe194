/** Where the picture of an element is loaded from, as its page writes it: also later, or from one of several candidates. */
import { attributeOf, childrenOf, type DomTree, tagOf } from "../tree/dom-tree.ts";
import { isPictureAddress } from "./visible-parts.ts";

/** An element of a page, or of one version of its history. */
export interface Pictured {
  readonly tag: string;
  readonly attribute: (name: string) => string | null;
}

/** Where its source only holds the place, an image is loaded later from another attribute. */
const SOURCES = ["src", "data-src", "data-lazy-src", "data-original"] as const;
const CANDIDATES = ["srcset", "data-srcset", "data-lazy-srcset"] as const;

/** What may have a picture of its own. */
export function mayBePicture(tag: string): boolean {
  return tag === "img" || tag === "video";
}

/**
 * The first of what it names that shows something; of an image that names nothing what the first source beside it in its
 * `picture` does. Null where there is nothing to show.
 */
export function pictureAddress(element: Pictured, besideInPicture: () => Iterable<Pictured>): string | null {
  if (element.tag === "video") return shown(element.attribute("poster"));
  if (element.tag !== "img") return null;
  const own = named(element, SOURCES) ?? candidate(element);
  if (own !== null) return own;
  for (const beside of besideInPicture()) {
    const address = beside.tag === "source" ? candidate(beside) : null;
    if (address !== null) return address;
  }
  return null;
}

/** The same of an element of a page. */
export function pictureAddressOf(tree: DomTree, node: number): string | null {
  const { [node]: parent } = tree.parent;
  const isInPicture = parent >= 0 && tagOf(tree, parent) === "picture";
  const element = (each: number): Pictured => ({
    tag: tagOf(tree, each),
    attribute: (name) => attributeOf(tree, each, name),
  });
  return pictureAddress(element(node), () => (isInPicture ? childrenOf(tree, parent).map(element) : []));
}

function named({ attribute }: Pictured, names: readonly string[]): string | null {
  for (const name of names) {
    const address = shown(attribute(name));
    if (address !== null) return address;
  }
  return null;
}

/** The first candidate: which of them is loaded depends on the screen. */
function candidate({ attribute }: Pictured): string | null {
  for (const name of CANDIDATES) {
    const address = shown(firstOf(attribute(name) ?? ""));
    if (address !== null) return address;
  }
  return null;
}

/** A comma within an address is a part of it, one at its end ends the candidate. */
function firstOf(list: string): string {
  const [first = ""] = list.replace(/^[\s,]+/, "").split(/\s/, 1);
  let end = first.length;
  while (first.charAt(end - 1) === ",") end--;
  return first.slice(0, end);
}

function shown(address: string | null): string | null {
  return isPictureAddress(address) ? address : null;
}
