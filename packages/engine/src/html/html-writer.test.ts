import { type DomTree, parseHtml, TreeBuilder } from "@tessera/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { HtmlWriter } from "./html-writer.ts";

type Item = string | { readonly tag: string; readonly attributes: readonly [string, string][]; readonly items: Item[] };

/** Elements that may nest freely, so that every generated tree is one that a parser can build. */
const { item } = fc.letrec<{ item: Item }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.string().map((text) => text.replace(/[\0\r]/g, "")),
    fc.record({
      tag: fc.constantFrom("div", "span", "section", "textarea", "pre", "x-card"),
      attributes: fc.uniqueArray(
        fc.tuple(
          fc.constantFrom("class", "title", "data-a"),
          fc.string().map((value) => value.replace(/[\0\r]/g, "")),
        ),
        {
          selector: ([name]) => name,
        },
      ),
      items: fc.array(tie("item"), { maxLength: 4 }),
    }),
  ),
}));

test("a parser reads back the tree that was written", () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), (items) => {
      const writer = new HtmlWriter();
      const builder = new TreeBuilder();
      for (const tag of ["html", "head"]) {
        writer.open(tag);
        builder.openElement(tag);
      }
      writer.close();
      builder.closeElement();
      writer.open("body");
      builder.openElement("body");
      for (const one of items) write(one, writer, builder);
      builder.closeElement();
      builder.closeElement();
      expect(essence(parseHtml(writer.finish()))).toEqual(essence(builder.finish()));
    }),
  );
});

test("texts on the two sides of a comment stay two texts", () => {
  const writer = new HtmlWriter();
  writer.open("p");
  writer.text("a");
  writer.comment();
  writer.text("b");
  expect(parseHtml(writer.finish()).text).toBe("a\nb\n");
});

function write(one: Item, writer: HtmlWriter, builder: TreeBuilder): void {
  if (typeof one === "string") {
    // Neighbouring texts would melt into one.
    writer.comment();
    writer.text(one);
    builder.addText(one);
    return;
  }
  writer.open(one.tag, one.attributes);
  builder.openElement(one.tag);
  for (const [name, value] of one.attributes) builder.addAttribute(name, value);
  for (const inner of one.tag === "textarea"
    ? one.items.filter((inner) => typeof inner === "string").slice(0, 1)
    : one.items) {
    if (one.tag === "textarea") {
      writer.text(inner as string);
      builder.addText(inner as string);
    } else write(inner, writer, builder);
  }
  writer.close();
  builder.closeElement();
}

function essence(tree: DomTree) {
  return { size: tree.size, text: tree.text, hash: tree.contentHash[0], parent: [...tree.parent] };
}
