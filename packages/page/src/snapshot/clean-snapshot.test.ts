import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanSnapshot } from "./clean-snapshot.ts";
import { type PageSnapshot, SnapshotTooLarge, SnapshotWriter } from "./page-snapshot.ts";

interface Sketch {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly inside?: readonly (Sketch | string)[];
}

/** A page with these in its body, as somebody would send it who cleans nothing; everything has a box. */
function snapshotOf(inside: readonly (Sketch | string)[], url = "https://bank.example/"): PageSnapshot {
  const writer = new SnapshotWriter();
  const add = (sketch: Sketch | string, parent: number): void => {
    const isText = typeof sketch === "string";
    const node = isText
      ? writer.text(parent, sketch)
      : writer.element(parent, sketch.tag.toUpperCase(), Object.entries(sketch.attributes ?? {}));
    writer.box(node, [node, 0, 10, 10]);
    if (!isText) for (const child of sketch.inside ?? []) add(child, node);
  };
  add({ tag: "html", inside: [{ tag: "body", inside }] }, writer.document());
  return writer.finish(url, "tab");
}

function withComment(snapshot: PageSnapshot, text: string): PageSnapshot {
  const { nodes, strings } = snapshot;
  nodes.parent.push(2);
  nodes.type.push(8);
  nodes.name.push(-1);
  nodes.value.push(strings.push(text) - 1);
  nodes.attributes.push([]);
  return snapshot;
}

const SECRET = "s3cr3t-9f8e7d6c5b4a39281706";
/** Nothing about it but its place says what it is. */
const WORD = "hunter-two";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdef";

/** Each would give its secret away if it were sent as it is. */
const leaksOf = (secret: string): Readonly<Record<string, Sketch>> => ({
  "an inline script": { tag: "script", inside: [`let token = "${secret}"`] },
  "inline JSON": { tag: "script", attributes: { type: "application/json" }, inside: [`{"token":"${secret}"}`] },
  "a script with a prefix": { tag: "svg:script", inside: [secret] },
  "what is there without scripts": { tag: "noscript", inside: [secret] },
  "a template": { tag: "template", inside: [{ tag: "p", inside: [secret] }] },
  "a hidden field": { tag: "input", attributes: { type: "hidden", name: "csrf", value: secret } },
  "a password": { tag: "input", attributes: { type: "password", value: secret } },
  "what was typed": { tag: "input", attributes: { type: "text", value: secret } },
  "the value of a field without a type": { tag: "input", attributes: { VALUE: secret } },
  "a value that is not the word on a button": { tag: "button", attributes: { value: secret } },
  "the value of a button that is a picture": { tag: "input", attributes: { type: "image", value: secret } },
  "a text area": { tag: "textarea", inside: [secret] },
  "a draft that is being written": {
    tag: "div",
    attributes: { contenteditable: "" },
    inside: [{ tag: "p", inside: [secret, { tag: "img", attributes: { alt: secret } }] }],
  },
  "a draft whose attribute is written large": { tag: "div", attributes: { CONTENTEDITABLE: "true" }, inside: [secret] },
  "a box that one types into": { tag: "div", attributes: { role: "Textbox" }, inside: [secret] },
  "a chosen option": { tag: "option", attributes: { value: secret, selected: "" } },
  "a token in an attribute": { tag: "div", attributes: { "data-csrf-token": secret } },
  "a token in an attribute of one word": { tag: "div", attributes: { "data-authtoken": secret } },
  "a token of a session": { tag: "div", attributes: { "data-mysessionid": secret } },
  "state for scripts in data": { tag: "div", attributes: { "data-props": `{"user":"${secret}"}` } },
  "state for scripts in content": { tag: "span", attributes: { content: `{"user":"${secret}"}` } },
  "long data": { tag: "div", attributes: { "data-x": `${"word ".repeat(50)}${secret}` } },
  "an address in data": { tag: "div", attributes: { "data-src": `a.png?token=${secret}` } },
  "an address in any data": { tag: "div", attributes: { "data-endpoint": `/api?csrf=${secret}` } },
  "a list of addresses in data": { tag: "img", attributes: { "data-srcset": `/a.png 1x,/b.png?token=${secret} 2x` } },
  "a list of addresses": { tag: "img", attributes: { srcset: `/a.png 1x,/b.png?token=${secret} 2x` } },
  "an address in a style": { tag: "div", attributes: { style: `background: url(/a.png?token=${secret})` } },
  "an address in a style sheet": { tag: "style", inside: [`a { background: url("/a.png?token=${secret}") }`] },
  "a meta element": { tag: "meta", attributes: { name: "csrf-token", content: secret } },
  "a meta element for others": { tag: "meta", attributes: { property: "og:url", content: `/x?y=${secret}` } },
  "a meta element that acts": { tag: "meta", attributes: { "http-equiv": "refresh", content: `0;url=/${secret}` } },
  "what is loaded ahead": { tag: "link", attributes: { rel: "preload", href: `/api/${secret}` } },
  "a feed of one's own": { tag: "link", attributes: { rel: "alternate", href: `/feed/${secret}` } },
  "a nonce": { tag: "p", attributes: { nonce: secret } },
  "a handler": { tag: "p", attributes: { onclick: `go("${secret}")` } },
  "where a form goes": { tag: "form", attributes: { action: `/x?${secret}` } },
  "where a button sends its form": { tag: "button", attributes: { formaction: `/x/${secret}` } },
  "who is told of a click": { tag: "a", attributes: { ping: `/x/${secret}` } },
  "a script in a link": { tag: "a", attributes: { href: `javascript:go("${secret}")` } },
  "a document in a link": { tag: "a", attributes: { href: `data:text/html,${secret}` } },
  "a session in a link": { tag: "a", attributes: { href: `/mail;jsessionid=${secret}?sid=${secret}&page=2` } },
  "a token in a fragment": { tag: "a", attributes: { href: `/cb#access_token=${secret}` } },
  "a token in a fragment alone": { tag: "a", attributes: { href: `#access_token=${secret}` } },
  "a login in an address": { tag: "img", attributes: { src: `https://ada:${secret}@host.example/a.png` } },
  "a document in a frame": { tag: "iframe", attributes: { srcdoc: secret, src: `/?token=${secret}` } },
  "where a frame comes from": { tag: "iframe", attributes: { src: `/embed/${secret}` } },
  "what stands in a frame": { tag: "iframe", inside: [secret] },
  "an object": { tag: "object", attributes: { data: `/${secret}` }, inside: [{ tag: "p", inside: [secret] }] },
});

describe("what is taken out of a snapshot", () => {
  const leaks = [SECRET, WORD].flatMap((secret) =>
    Object.entries(leaksOf(secret)).map(([name, sketch]) => ({ name, sketch, secret })),
  );
  test.each(leaks)("$name is gone ($secret), and was there before", ({ sketch, secret }) => {
    const snapshot = snapshotOf(["hello", sketch, "the end"]);
    expect(JSON.stringify(snapshot)).toContain(secret);
    const cleaned = cleanSnapshot(snapshot).snapshot;
    expect(JSON.stringify(cleaned)).not.toContain(secret);
    expect(cleaned.strings).toEqual(expect.arrayContaining(["hello", "the end"]));
  });

  test("a comment, the address of the page and those of pictures are cleaned too", () => {
    const key = `token=${WORD}`;
    const images = [
      { url: `https://bank.example/a.png?${key}&w=5`, data: "AA" },
      { url: `javascript:${key}`, data: "AA" },
    ];
    const given = { ...withComment(snapshotOf(["hello"], `https://bank.example/?${key}#${key}`), WORD), images };
    const { snapshot } = cleanSnapshot(given);
    expect(JSON.stringify(given).split(WORD).length).toBe(6);
    expect(JSON.stringify(snapshot)).not.toContain(WORD);
    expect([snapshot.url, snapshot.images]).toEqual([
      "https://bank.example/",
      [{ url: "https://bank.example/a.png?w=5", data: "AA" }],
    ]);
  });

  test("a word that chance made is gone from data, however few its changes", () => {
    for (const word of [`${SECRET}${SECRET}`, "deadbeefcafebabe-0000111122223333"]) {
      const snapshot = snapshotOf([{ tag: "div", attributes: { "data-id": word } }]);
      expect(snapshot.strings).toContain(word);
      expect(cleanSnapshot(snapshot).snapshot.strings).not.toContain(word);
    }
  });

  test("a web token is gone wherever it stands in an attribute", () => {
    for (const name of ["title", "id", "class", "style", "data-x", "data-src", "href", "srcset", "content", "alt"]) {
      for (const value of [`x${JWT}`, `--x: ${JWT}`, `a ${JWT} b`, `/x/${JWT}/y`]) {
        const given = snapshotOf([{ tag: "a", attributes: { [name]: value } }]);
        expect(JSON.stringify(given)).toContain(JWT);
        const { snapshot } = cleanSnapshot(given);
        expect(JSON.stringify(snapshot), `${name} ${value}`).not.toContain(JWT.slice(0, 40));
      }
    }
  });
});

describe("what stays in a snapshot", () => {
  test("what a page is known by and seen with", () => {
    const attributes = { id: "a", class: "b c", href: "/x?page=2#top", "data-testid": "mail", title: "t", author: "x" };
    const { snapshot } = cleanSnapshot(snapshotOf([{ tag: "a", attributes, inside: ["text"] }]));
    const texts = new Set(snapshot.strings);
    for (const text of [...Object.entries(attributes).flat(), "text"]) expect(texts, text).toContain(text);
  });

  test("the field of a password, because a login is known by it, and the label of a button", () => {
    const fields = [
      { tag: "input", attributes: { type: "password", value: SECRET } },
      { tag: "input", attributes: { type: "submit", value: "Log in" } },
    ];
    const { snapshot } = cleanSnapshot(snapshotOf(fields));
    expect(snapshot.strings).toEqual(expect.arrayContaining(["INPUT", "password", "Log in"]));
  });

  test("the place of a frame, and the shadow tree of a style", () => {
    const style = { tag: "style", attributes: { "data-tessera-shadow": "2", media: "print" }, inside: ["p{}"] };
    const { snapshot } = cleanSnapshot(snapshotOf([{ tag: "iframe", attributes: { class: "map" } }, style]));
    expect(snapshot.strings).toEqual(expect.arrayContaining(["IFRAME", "map", "STYLE", "data-tessera-shadow", "2"]));
  });

  test("by how much something is turned, and nothing else under that name", () => {
    const turned = (value: string) => ({ tag: "div", attributes: { "data-tessera-turned": value }, inside: ["text"] });
    const { snapshot } = cleanSnapshot(snapshotOf([turned("300 40 0.9 0.1 -0.1 0.9"), turned(`1 1 1 1 1 ${SECRET}`)]));
    expect(snapshot.strings).toContain("300 40 0.9 0.1 -0.1 0.9");
    expect(JSON.stringify(snapshot)).not.toContain(SECRET);
  });

  test("the boxes of what is kept", () => {
    const given = snapshotOf([
      { tag: "script", inside: ["x"] },
      { tag: "p", inside: ["The balance is 12"] },
    ]);
    const { snapshot, numberOf } = cleanSnapshot(given);
    const before = given.nodes.value.indexOf(given.strings.indexOf("The balance is 12"));
    const now = numberOf(before)!;
    expect(now).toBeLessThan(before);
    expect(snapshot.strings[snapshot.nodes.value[now]!]).toBe("The balance is 12");
    expect(snapshot.boxes.bounds[snapshot.boxes.node.indexOf(now)]).toEqual([before, 0, 10, 10]);
  });
});

const leaks = Object.values(leaksOf(SECRET));
const anySketch = fc.letrec<{ node: Sketch }>((tie) => ({
  node: fc.oneof(
    fc.constantFrom(...leaks),
    fc.record({
      tag: fc.constantFrom("div", "p", "script", "input", "textarea", "a", "svg", "meta", "iframe", "style", "link"),
      attributes: fc.dictionary(
        fc.constantFrom(
          ..."id value type href src srcset style onclick data-x data-src name rel role class".split(" "),
        ),
        fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.constant("stylesheet")),
      ),
      inside: fc.array(fc.oneof({ maxDepth: 4 }, fc.string(), tie("node")), { maxLength: 4 }),
    }),
  ),
})).node;
const anyPage = fc.tuple(fc.array(anySketch, { maxLength: 5 }), fc.webUrl({ withQueryParameters: true }));

describe("whatever the snapshot", () => {
  test("what is clean stays as it is, number for number", () => {
    fc.assert(
      fc.property(anyPage, ([inside, url]) => {
        const { snapshot } = cleanSnapshot(snapshotOf(inside, url));
        const again = cleanSnapshot(snapshot);
        expect(again.snapshot).toEqual(snapshot);
        for (const node of snapshot.nodes.type.keys()) expect(again.numberOf(node)).toBe(node);
      }),
    );
  });

  test("numbers lead to the same node, and every text is named by something", () => {
    fc.assert(
      fc.property(anyPage, ([inside, url]) => {
        const before = snapshotOf(inside, url);
        const { snapshot, numberOf } = cleanSnapshot(before);
        for (const old of before.nodes.type.keys()) {
          const now = numberOf(old);
          if (now === undefined) continue;
          expect(snapshot.nodes.type[now]).toBe(before.nodes.type[old]);
          expect(snapshot.strings[snapshot.nodes.name[now]!]).toBe(before.strings[before.nodes.name[old]!]);
        }
        const { name, value, attributes } = snapshot.nodes;
        const named = new Set([...name, ...value, ...attributes.flat()].filter((at) => at >= 0));
        expect(named.size).toBe(snapshot.strings.length);
      }),
    );
  });

  test("any arrays at all become a snapshot in which parents come first", () => {
    const index = fc.integer({ min: -5, max: 20 });
    const lists = fc.record({
      parent: fc.array(index),
      type: fc.oneof(fc.array(index), fc.array(fc.constantFrom(1, 3, 8, 9, 10))),
      name: fc.array(index),
      value: fc.array(index),
      attributes: fc.array(fc.array(index)),
    });
    const texts = fc.array(fc.constantFrom("#text", "DIV", "SCRIPT", "INPUT", "href", "id", "x"));
    fc.assert(
      fc.property(lists, texts, (lists, strings) => {
        // most begin as a page does, or nothing would be left of any
        const nodes = { ...lists, type: [9, ...lists.type], parent: [-1, 0, ...lists.parent] };
        const boxes = { node: [0, 5, -1], bounds: [[0, 0, 1, 1]] as [number, number, number, number][] };
        for (const given of [nodes, lists]) {
          const wild: PageSnapshot = { ...snapshotOf([]), strings, nodes: given, boxes };
          const { snapshot } = cleanSnapshot(wild);
          for (const [node, parent] of snapshot.nodes.parent.entries()) expect(parent).toBeLessThan(node);
        }
      }),
    );
  });

  test("one with more than a page may have is refused", () => {
    const count = 100_001;
    const of = (value: number) => Array.from({ length: count }, (_, at) => (at === 0 ? -1 : value));
    const nodes = {
      parent: of(0),
      type: of(3).with(0, 9),
      name: of(-1),
      value: of(0),
      attributes: Array.from({ length: count }, () => []),
    };
    expect(() => cleanSnapshot({ ...snapshotOf([]), strings: ["x"], nodes })).toThrow(SnapshotTooLarge);
  });
});
