import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanSnapshot } from "./clean-snapshot.ts";
import { type PageSnapshot, SnapshotWriter } from "./page-snapshot.ts";

function dirty(): PageSnapshot {
  const writer = new SnapshotWriter();
  const html = writer.element(writer.document(), "HTML", []);
  const body = writer.element(html, "BODY", [["onload", "run()"]]);
  writer.text(writer.element(body, "SCRIPT", []), "const key = 'in-a-script';");
  const form = writer.element(body, "FORM", [["action", "/pay?token=in-an-address"]]);
  writer.element(form, "INPUT", [
    ["type", "hidden"],
    ["value", "in-a-hidden-field"],
  ]);
  writer.text(writer.element(form, "TEXTAREA", []), "in-a-draft");
  writer.box(writer.text(writer.element(body, "P", []), "The balance is 12"), [1, 2, 3, 4]);
  return writer.finish("https://bank.example/", "tab");
}

test("what a sender did not clean is cleaned, and the rest keeps its boxes", () => {
  const given = dirty();
  const { snapshot, numberOf } = cleanSnapshot(given);
  expect(JSON.stringify(given)).toMatch(/in-a-script.*in-an-address.*in-a-hidden-field.*in-a-draft/s);
  expect(JSON.stringify(snapshot)).not.toMatch(/in-a-|in-an-|run\(\)/);
  const text = numberOf(given.boxes.node[0]!)!;
  expect(snapshot.strings[snapshot.nodes.value[text]!]).toBe("The balance is 12");
  expect(snapshot.boxes).toEqual({ node: [text], bounds: [[1, 2, 3, 4]] });
});

test("what is clean stays as it is, number for number", () => {
  const { snapshot } = cleanSnapshot(dirty());
  expect(cleanSnapshot(snapshot).snapshot).toEqual(snapshot);
});

test("any arrays at all become a snapshot in which parents come first", () => {
  const index = fc.integer({ min: -2, max: 12 });
  const lists = fc.record({
    parent: fc.array(index),
    type: fc.array(fc.constantFrom(1, 3, 8, 9, 10)),
    name: fc.array(index),
    value: fc.array(index),
    attributes: fc.array(fc.array(index)),
  });
  fc.assert(
    fc.property(lists, fc.array(fc.constantFrom("#text", "DIV", "SCRIPT", "INPUT", "href", "x")), (nodes, strings) => {
      const boxes = { node: [0, 5], bounds: [[0, 0, 1, 1]] as [number, number, number, number][] };
      const given: PageSnapshot = { version: 1, url: "https://x.test/", way: "tab", strings, nodes, boxes, images: [] };
      const { snapshot } = cleanSnapshot(given);
      for (const [node, parent] of snapshot.nodes.parent.entries()) expect(parent).toBeLessThan(node);
    }),
  );
});
