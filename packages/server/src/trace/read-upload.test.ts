import { gzipSync } from "node:zlib";
import { parseHtml, pathOf } from "@tessera/engine";
import { SNAPSHOT_LIMITS } from "@tessera/model";
import { cleanSnapshot } from "@tessera/page/snapshot";
import { unpackBody } from "@tessera/store";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { readUpload, type Upload } from "./read-upload.ts";
import { nodeInSnapshot, PIXEL, packedUpload, snapshotOfHtml } from "./snapshot.fixture.ts";

const links = { key: new Uint8Array(32), prefix: "/assets/" };
const read = (upload: unknown, as: "snapshot" | "follow" = "snapshot") =>
  readUpload({ bytes: packedUpload(upload), as, links });

function pageOf(upload: Upload) {
  if (upload.kind !== "page") throw new Error(JSON.stringify(upload));
  return upload;
}

const LEAD = "html[1]/body[1]/main[1]/section[1]/p[1]";

describe("a page from a person's own browser", () => {
  test("becomes the tree that its HTML parses to, with boxes", () => {
    const { page } = pageOf(read(snapshotOfHtml(heraldPage())));
    const parsed = parseHtml(page.html);
    expect([page.tree.size, page.tree.text]).toEqual([parsed.size, parsed.text]);
    expect(page.tree.boxes).not.toBeNull();
    expect(page.html).toContain("Bridge opens");
  });

  test("has no boxes where nobody has laid it out", () => {
    expect(pageOf(read(snapshotOfHtml(heraldPage(), { way: "fetch" }))).page.tree.boxes).toBeNull();
  });

  test("names the picked node by its path, whatever is taken out before it", () => {
    const html = heraldPage();
    const besides = [["input", { type: "hidden", value: "x" }, ""]] as const;
    const pick = { node: nodeInSnapshot(html, LEAD), intent: "auto", extent: "one", cuts: [] };
    const { picked } = pageOf(read({ snapshot: snapshotOfHtml(html, { besides }), pick, title: "Lead" }, "follow"));
    expect(picked).toMatchObject({ path: LEAD, title: "Lead" });
  });

  test("names it also where its HTML is parsed to another tree than the browser had", () => {
    // a paragraph in a paragraph, which only a script can make
    const strings = ["HTML", "BODY", "P", "one", "two"];
    const nodes = {
      parent: [-1, 0, 1, 2, 3, 3, 5],
      type: [9, 1, 1, 1, 3, 1, 3],
      name: [-1, 0, 1, 2, -1, 2, -1],
      value: [-1, -1, -1, -1, 3, -1, 4],
      attributes: [[], [], [], [], [], [], []],
    };
    const snapshot = { ...snapshotOfHtml(""), strings, nodes, boxes: { node: [], bounds: [] } };
    const pick = { node: 5, intent: "auto", extent: "one", cuts: [] };
    const { picked, page } = pageOf(read({ snapshot, pick }, "follow"));
    const place = picked!.path;
    const tree = parseHtml(page.html);
    const texts = [...Array(tree.size).keys()].filter((node) => tree.tagNames[tree.tag[node]!] === "p");
    expect(texts.map((node) => pathOf(tree, node))).toContain(place);
    expect(place).toBe("html[1]/body[1]/p[2]");
  });

  test("is cleaned again: whoever has a token can send anything", () => {
    const secret = "s3cr3t-of-somebody";
    const besides = [
      ["script", {}, `x = "${secret}"`],
      ["input", { type: "hidden", name: "csrf", value: secret }, ""],
      ["textarea", {}, secret],
      ["p", { onclick: secret, "data-token": secret }, "seen"],
    ] as const;
    const snapshot = snapshotOfHtml(heraldPage(), { besides });
    expect(JSON.stringify(snapshot)).toContain(secret);
    const { page } = pageOf(read(snapshot));
    expect(page.html).not.toContain(secret);
    expect(page.html).toContain("seen");
  });

  test("keeps every number of what its browser has cleaned", () => {
    const besides = [
      ["input", { type: "hidden", value: "x" }, ""],
      ["script", {}, "1"],
      ["iframe", { src: "/x?token=1" }, "y"],
      ["div", { contenteditable: "" }, "draft"],
      ["link", { rel: "preload", href: "/x" }, ""],
    ] as const;
    const { snapshot } = cleanSnapshot(snapshotOfHtml(heraldPage(), { besides }));
    const again = cleanSnapshot(snapshot);
    expect(again.snapshot).toEqual(snapshot);
    expect(snapshot.nodes.type.map((_, node) => again.numberOf(node))).toEqual([...snapshot.nodes.type.keys()]);
    expect(read(snapshot).kind).toBe("page");
  });

  test("keeps pictures that are pictures, by what they are", () => {
    const images = [
      { url: "https://mail.example/me.png", data: PIXEL },
      { url: "https://mail.example/page.png", data: Buffer.from("<html>no picture").toString("base64") },
      {
        url: "https://mail.example/drawing.svg",
        data: Buffer.from("<svg><script>1</script><g/></svg>").toString("base64"),
      },
      { url: "nowhere", data: PIXEL },
    ];
    const { images: kept } = pageOf(read(snapshotOfHtml(heraldPage(), { images }))).page;
    const list = JSON.parse(Buffer.from(unpackBody(kept!)).toString());
    expect(list.map(({ url, type }: { url: string; type: string }) => [new URL(url).pathname, type])).toEqual([
      ["/me.png", "image/png"],
      ["/drawing.svg", "image/svg+xml"],
    ]);
    expect(Buffer.from(list[1].data, "base64").toString()).not.toContain("script");
  });

  test("keeps no more of them than the budget", () => {
    const data = Buffer.concat([Buffer.from(PIXEL, "base64"), Buffer.alloc(SNAPSHOT_LIMITS.imageBytes - 200)]);
    const images = Array.from({ length: 9 }, (_, at) => ({
      url: `https://a.example/${at}`,
      data: data.toString("base64"),
    }));
    const { images: kept } = pageOf(read(snapshotOfHtml(heraldPage(), { images }))).page;
    const list: readonly { data: string }[] = JSON.parse(Buffer.from(unpackBody(kept!)).toString());
    const bytes = list.reduce((sum, image) => sum + Buffer.from(image.data, "base64").length, 0);
    expect(bytes).toBeLessThanOrEqual(SNAPSHOT_LIMITS.allImageBytes);
    expect(list.length).toBeGreaterThan(2);
  });
});

describe("bad uploads are told what is wrong", () => {
  test("not gzip, not JSON, not a snapshot, lists of different length, a pick of nothing", () => {
    const of = (bytes: Uint8Array) => readUpload({ bytes, as: "snapshot", links }).kind;
    expect(of(Buffer.from("{}"))).toBe("invalid");
    expect(of(gzipSync("{"))).toBe("invalid");
    expect(of(packedUpload({}))).toBe("invalid");
    const good = snapshotOfHtml(heraldPage());
    expect(read({ ...good, nodes: { ...good.nodes, type: [] } }).kind).toBe("invalid");
    const pick = { node: 199_999, intent: "auto", extent: "one", cuts: [] };
    expect(read({ snapshot: good, pick }, "follow").kind).toBe("invalid");
  });

  test("a page of more nodes than any is read from is too large", () => {
    const besides = Array.from({ length: 50_001 }, () => ["p", {}, "x"] as const);
    expect(read(snapshotOfHtml(heraldPage(), { besides })).kind).toBe("too-large");
  });

  test("a bomb is not unpacked", () => {
    const bytes = gzipSync(Buffer.alloc(SNAPSHOT_LIMITS.unpackedBytes + 1, 32));
    expect(bytes.length).toBeLessThan(100_000);
    expect(readUpload({ bytes, as: "snapshot", links }).kind).toBe("too-large");
  });

  test("whatever the bytes or the numbers, it answers", () => {
    const wild = fc.array(fc.integer({ min: -1, max: 30 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(
        wild,
        wild,
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 6, maxLength: 6 }),
        (one, other, type) => {
          const nodes = { parent: one, type, name: other, value: one, attributes: one.map(() => other) };
          const strings = ["HTML", "BODY", "P", "x", "</p>", "table"];
          const snapshot = { ...snapshotOfHtml(""), strings, nodes, boxes: { node: [], bounds: [] } };
          expect(["page", "invalid", "too-large"]).toContain(read(snapshot).kind);
        },
      ),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readUpload({ bytes, as: "follow", links }).kind).toBe("invalid");
      }),
    );
  });
});
