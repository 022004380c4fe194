import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CleanableSnapshot, cleanAddress, cleanSnapshot } from "./clean-snapshot.ts";

interface Node {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly inside?: readonly (Node | string)[];
}

/** A document with these in its body, as an extension would send it. */
function snapshotOf(inside: readonly (Node | string)[]): CleanableSnapshot {
  const strings: string[] = [];
  const nodes = { parent: [-1], type: [9], name: [-1], value: [-1], attributes: [[]] as number[][] };
  const number = (text: string): number => strings.push(text) - 1;
  const add = (node: Node | string, parent: number): void => {
    const at = nodes.type.length;
    const isText = typeof node === "string";
    nodes.parent.push(parent);
    nodes.type.push(isText ? 3 : 1);
    nodes.name.push(isText ? -1 : number(node.tag.toUpperCase()));
    nodes.value.push(isText ? number(node) : -1);
    nodes.attributes.push(
      isText
        ? []
        : Object.entries(node.attributes ?? {})
            .flat()
            .map(number),
    );
    if (!isText) for (const child of node.inside ?? []) add(child, at);
  };
  add({ tag: "html", inside: [{ tag: "body", inside }] }, 0);
  const bounds = nodes.type.map((): [number, number, number, number] => [0, 0, 10, 10]);
  return { strings, nodes, boxes: { node: nodes.type.map((_, at) => at), bounds }, images: [] };
}

const SECRET = "s3cr3t-9f8e7d6c5b4a39281706";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdef";

/** Each would give the secret away if it were sent as it is. */
const LEAKS: Readonly<Record<string, Node>> = {
  "an inline script": { tag: "script", inside: [`let token = "${SECRET}"`] },
  "a hidden field": { tag: "input", attributes: { type: "hidden", name: "csrf", value: SECRET } },
  "a password": { tag: "input", attributes: { type: "password", value: SECRET } },
  "what was typed": { tag: "input", attributes: { type: "text", value: SECRET } },
  "a text area": { tag: "textarea", inside: [SECRET] },
  "a draft that is being written": {
    tag: "div",
    attributes: { contenteditable: "" },
    inside: [{ tag: "p", inside: [SECRET] }],
  },
  "a chosen option": { tag: "option", attributes: { value: SECRET, selected: "" } },
  "a token in an attribute": { tag: "div", attributes: { "data-csrf-token": SECRET } },
  "a random word in data": { tag: "div", attributes: { "data-id": `${SECRET}${SECRET}` } },
  "state for scripts in data": { tag: "div", attributes: { "data-props": `{"user":"${SECRET}"}` } },
  "a meta element": { tag: "meta", attributes: { name: "csrf-token", content: SECRET } },
  "a nonce": { tag: "p", attributes: { nonce: SECRET } },
  "a handler": { tag: "p", attributes: { onclick: `go("${SECRET}")` } },
  "where a form goes": { tag: "form", attributes: { action: `/x?${SECRET}` } },
  "a session in a link": { tag: "a", attributes: { href: `/mail;jsessionid=${SECRET}?sid=${SECRET}&page=2` } },
  "a token in a fragment": { tag: "a", attributes: { href: `/cb#access_token=${SECRET}` } },
  "a login in an address": { tag: "img", attributes: { src: `https://ada:${SECRET}@host.example/a.png` } },
  "a document in a frame": { tag: "iframe", attributes: { srcdoc: SECRET, src: `/?token=${SECRET}` } },
  "a template": { tag: "template", inside: [SECRET] },
};

describe("what is taken out of a snapshot", () => {
  test.each(Object.entries(LEAKS))("%s is gone, and was there before", (_, node) => {
    const snapshot = snapshotOf(["hello", node]);
    expect(JSON.stringify(snapshot)).toContain(SECRET);
    expect(JSON.stringify(cleanSnapshot(snapshot).snapshot)).not.toContain(SECRET);
  });

  test("a web token is gone wherever it stands in an attribute", () => {
    for (const name of ["title", "id", "class", "style", "data-x", "href", "srcset"]) {
      const { snapshot } = cleanSnapshot(snapshotOf([{ tag: "a", attributes: { [name]: `x${JWT}` } }]));
      expect(JSON.stringify(snapshot), name).not.toContain(JWT.slice(0, 40));
    }
  });

  test("what a page is known by and seen with stays", () => {
    const attributes = { id: "a", class: "b c", href: "/x?page=2#top", "data-testid": "mail", title: "t", author: "x" };
    const { snapshot } = cleanSnapshot(snapshotOf([{ tag: "a", attributes, inside: ["text"] }]));
    const texts = new Set(snapshot.strings);
    for (const text of [...Object.entries(attributes).flat(), "text"]) expect(texts, text).toContain(text);
  });

  test("the field of a password stays, because a login is known by it, and so does the label of a button", () => {
    const fields = [
      { tag: "input", attributes: { type: "password", value: SECRET } },
      { tag: "input", attributes: { type: "submit", value: "Log in" } },
    ];
    const { snapshot } = cleanSnapshot(snapshotOf(fields));
    expect(snapshot.strings).toEqual(expect.arrayContaining(["INPUT", "password", "Log in"]));
  });
});

const anyNode = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom("div", "p", "script", "input", "textarea", "a", "svg", "meta"),
    attributes: fc.dictionary(fc.constantFrom("id", "value", "type", "href", "onclick", "data-x", "name"), fc.string()),
    inside: fc.array(fc.oneof({ maxDepth: 4 }, fc.string(), tie("node")), { maxLength: 4 }),
  }),
})).node;

describe("whatever the snapshot", () => {
  test("what is clean stays as it is", () => {
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 5 }), (inside) => {
        const { snapshot } = cleanSnapshot(snapshotOf(inside));
        expect(cleanSnapshot(snapshot).snapshot).toEqual(snapshot);
      }),
    );
  });

  test("numbers lead to the same node, and every text is named by something", () => {
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 5 }), (inside) => {
        const before = snapshotOf(inside);
        const { snapshot, numbers } = cleanSnapshot(before);
        for (const [old, now] of numbers.entries()) {
          if (now < 0) continue;
          expect(snapshot.nodes.type[now]).toBe(before.nodes.type[old]);
          expect(snapshot.strings[snapshot.nodes.name[now]!]).toBe(before.strings[before.nodes.name[old]!]);
        }
        const { name, value, attributes } = snapshot.nodes;
        const named = new Set([...name, ...value, ...attributes.flat()].filter((at) => at >= 0));
        expect(named.size).toBe(snapshot.strings.length);
      }),
    );
  });

  test("numbers that lead nowhere do no harm", () => {
    const wild = fc.array(fc.integer({ min: -5, max: 20 }), { maxLength: 12 });
    fc.assert(
      fc.property(wild, wild, wild, fc.array(wild, { maxLength: 12 }), (parent, type, name, attributes) => {
        const nodes = { parent, type, name, value: name, attributes };
        const snapshot = { strings: ["DIV", "id", "x"], nodes, boxes: { node: parent, bounds: [] }, images: [] };
        const { nodes: kept } = cleanSnapshot(snapshot).snapshot;
        for (const [node, above] of kept.parent.entries()) expect(above).toBeLessThan(node);
      }),
    );
  });
});

test("addresses lose what lets somebody in, and nothing else", () => {
  const addresses = {
    "https://a.example/x?page=2&token=1&q=b": "https://a.example/x?page=2&q=b",
    "/x?sid=1": "/x",
    "#top": "#top",
    "javascript:alert(1)": null,
    "//ada:pw@a.example/x": "//a.example/x",
    "data:image/png;base64,AA": "data:image/png;base64,AA",
  };
  for (const [address, clean] of Object.entries(addresses))
    expect([address, cleanAddress(address)]).toEqual([address, clean]);
});
