/** Small pages written as nested arrays, and random ones, for the tests of the history. */
import fc from "fast-check";
import type { DomTree } from "../tree/dom-tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";

/** `["ul", { class: "news" }, ["li", {}, "text"]]`. */
export type Sketch = readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: SketchChild[]];
type SketchChild = Sketch | string;

export function pageOf(sketch: Sketch): DomTree {
  const builder = new TreeBuilder();
  const add = (child: SketchChild) => {
    if (typeof child === "string") {
      builder.addText(child);
      return;
    }
    const [tag, attributes, ...children] = child;
    builder.openElement(tag);
    for (const [name, value] of Object.entries(attributes)) builder.addAttribute(name, value);
    for (const inner of children) add(inner);
    builder.closeElement();
  };
  add(sketch);
  return builder.finish();
}

/** Random pages of about `nodes` nodes below a root that they all share. */
export function sketches(nodes: number): fc.Arbitrary<Sketch> {
  const { child } = fc.letrec<{ child: SketchChild }>((tie) => ({
    child: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("a", "b", "c"),
      fc
        .tuple(
          fc.constantFrom("div", "p", "li"),
          fc.constantFrom<Record<string, string>>({}, { class: "x" }, { class: "y" }),
          fc.array(tie("child"), { maxLength: 4, size: "small" }),
        )
        .map(([tag, attributes, children]): Sketch => [tag, attributes, ...children]),
    ),
  }));
  return fc.array(child, { maxLength: 5 }).map((children): Sketch => cut(["html", {}, ...children], { left: nodes }));
}

/** Random versions of one page: each is the one before with some nodes removed, added, or changed. */
export function variants(of: { versions: number; nodes: number }): fc.Arbitrary<Sketch[]> {
  const edits = fc.array(fc.tuple(fc.nat(1000), fc.constantFrom("remove", "add", "change", "copy"), sketches(4)), {
    maxLength: 3,
  });
  return fc
    .tuple(sketches(of.nodes - 2), fc.array(edits, { minLength: of.versions - 1, maxLength: of.versions - 1 }))
    .map(([first, steps]) => {
      const versions = [first];
      for (const step of steps) {
        let next = versions.at(-1) as Sketch;
        for (const [at, kind, extra] of step)
          next = edit(next, { at: { left: at % 12 }, kind, extra: extra[2] ?? "a" });
        versions.push(cut(next, { left: of.nodes }));
      }
      return versions;
    });
}

interface Edit {
  readonly at: { left: number };
  readonly kind: string;
  readonly extra: SketchChild;
}

function edit([tag, attributes, ...children]: Sketch, change: Edit): Sketch {
  const edited: SketchChild[] = [];
  for (const child of children) {
    if (change.at.left-- === 0) {
      if (change.kind === "add") edited.push(change.extra, child);
      if (change.kind === "copy") edited.push(child, child);
      if (change.kind === "change")
        edited.push(typeof child === "string" ? "d" : [child[0], { class: "z" }, ...(child.slice(2) as SketchChild[])]);
    } else edited.push(typeof child === "string" ? child : edit(child, change));
  }
  return [tag, attributes, ...edited];
}

/** The first nodes in document order, so that a slow reference can be asked. */
function cut([tag, attributes, ...children]: Sketch, budget: { left: number }): Sketch {
  const kept: SketchChild[] = [];
  for (const child of children) {
    if (budget.left-- <= 0) break;
    kept.push(typeof child === "string" ? child : cut(child, budget));
  }
  return [tag, attributes, ...kept];
}
