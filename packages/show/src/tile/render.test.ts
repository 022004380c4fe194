import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { isText, ParseLimitError, parseHtml, tagOf } from "@tessera/engine";
import { startSite } from "@tessera/network/loopback/loopback-site";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { AssetProxy } from "../assets/asset-proxy.ts";
import { cleanOnTheSpot } from "../assets/asset-reader.fixture.ts";
import type { AssetKind } from "../rules/asset-links.ts";
import { contentPolicy } from "../rules/content-policy.ts";
import { pictureTile } from "./picture-tile.ts";
import { renderPickerPage } from "./render-picker-page.ts";
import { renderTile } from "./render-tile.fixture.ts";
import { textDocument, tileDocument } from "./tile-document.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");
const asked: string[] = [];
const site = await startSite((request, response) => {
  asked.push(request.url ?? "");
  if (request.url === "/i.png" || request.url === "/liar.html") response.end(PNG);
  else if (request.url === "/s.css") response.end("@import 'more.css' print; .a{background:url(i.png)} @evil;");
  else if (request.url === "/more.css") response.end("p{color:tan}");
  else if (request.url === "/x.svg") {
    response.end(
      "<svg xmlns='http://www.w3.org/2000/svg' onload='x()' viewBox='0 0 1 1'><script>x()</script><linearGradient id='g'/><rect fill='url(#g)'/><image href='http://evil.test/'/><a href='http://evil.test/'>t</a></svg>",
    );
  } else if (request.url === "/big") response.end(Buffer.alloc(200_000, PNG));
  else response.writeHead(404, { "content-type": "text/html" }).end("<html>no");
});
const HOUR_MS = 60 * 60 * 1000;
let nowMs = 100 * HOUR_MS;
const proxyOptions = {
  httpClient: site.httpClient,
  key: Buffer.alloc(32, 1),
  prefix: "/assets/",
  maxAssetBytes: 100_000,
  readerFor: () => cleanOnTheSpot,
  now: () => nowMs,
};
const HOLDER = "ada";
const assets = new AssetProxy({ ...proxyOptions, cacheFolder: mkdtempSync(join(tmpdir(), "tessera-assets-")) });
afterAll(() => site.close());

const capture = (html: string) => ({ html, finalUrl: `${site.origin}/dir/page` });
const picker = (html: string) => {
  const page = renderPickerPage(capture(html), { links: assets.links(), nonce: "n", assetSource: "'self'" }).html;
  return assets.sign(page, HOLDER);
};
const signedLink = (address: string, kind: AssetKind) =>
  assets.sign(assets.links().linkTo(address, new URL(site.origin), kind)!, HOLDER);
/** The answer with its body read. */
const answerTo = async (path: string, proxy = assets) => {
  const answer = await proxy.answer(path);
  return { ...answer, body: Buffer.isBuffer(answer.body) ? answer.body : await buffer(answer.body) };
};
const linkIn = (html: string) => /\/assets\/[^"')\s]+/.exec(html)?.[0] ?? "";
const pathOf = (link: string) => link.slice("/assets/".length);

test("every element that is shown carries its number in the tree of the capture", () => {
  const part = fc.constantFrom(
    "<div>",
    "</div>",
    "<p>",
    "text",
    "<table>",
    "<td>",
    "<script>x</script>",
    "<style>p{}</style>",
    "<svg>",
    "<x-a>",
    "<b>",
    " ",
    "<noscript><i>n</i></noscript>",
    "<iframe></iframe>",
    "<unknown>",
    "<math><mi>",
    "<table><select><option>o<div>",
    "<select>",
    "</select>",
    "<template><p>t</template>",
    "<frameset>",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 15 }), (parts) => {
      const html = parts.join("");
      const tree = parseHtml(html);
      const shown = [...picker(html).matchAll(/<([a-z][\w-]*)[^>]*? data-tessera-node="(\d+)"/gi)];
      const numbers = shown.map(([, , number]) => Number(number));
      expect(new Set(numbers).size).toBe(numbers.length);
      for (const [, tag, number] of shown) {
        expect(isText(tree, Number(number))).toBe(false);
        const original = tagOf(tree, Number(number)).toLowerCase();
        if (!["iframe", "unknown", "frameset"].includes(original)) expect(tag!.toLowerCase()).toBe(original);
      }
    }),
    { numRuns: 200 },
  );
});

test("base, srcset, lazy images and styles lead to our own links", () => {
  const html = picker(
    `<base href="/other/"><link rel=stylesheet href=s.css media=screen><img src=a.png srcset="b.png 1x, c.png 2x"><img data-src=late.png><p style="background:url(d.png)">x</p>`,
  );
  const targets = [...html.matchAll(/\/assets\/(\w+)\/[\w.-]+\/[\w-]+\/([\w-]+)/g)].map(([, kind, target]) => [
    kind,
    new URL(Buffer.from(target!, "base64url").toString()).pathname,
  ]);
  expect(targets).toEqual([
    ["style", "/other/s.css"],
    ["image", "/other/a.png"],
    ["image", "/other/b.png"],
    ["image", "/other/c.png"],
    ["image", "/other/late.png"],
    ["image", "/other/d.png"],
  ]);
  expect(html).not.toContain("<base");
});

test("a link of ours is answered with what it stands for, from disk the second time", async () => {
  const link = () => pathOf(linkIn(picker(`<img src="/i.png">`)));
  expect(await answerTo(link())).toMatchObject({
    status: 200,
    headers: { "content-type": "image/png", "x-content-type-options": "nosniff" },
    body: PNG,
  });
  asked.length = 0;
  expect((await answerTo(link())).body).toEqual(PNG);
  expect(asked).toEqual([]);
  nowMs += 48 * HOUR_MS;
  await answerTo(link());
  expect(asked).toEqual(["/i.png"]);
});

test("links are the same for hours, work for as long again, and then no more", async () => {
  const link = pathOf(signedLink("/i.png", "image"));
  nowMs = Math.ceil(nowMs / (12 * HOUR_MS)) * 12 * HOUR_MS;
  const fresh = pathOf(signedLink("/i.png", "image"));
  expect(fresh).not.toBe(link);
  nowMs += 12 * HOUR_MS - 1;
  expect(pathOf(signedLink("/i.png", "image"))).toBe(fresh);
  nowMs += 12 * HOUR_MS;
  expect((await answerTo(fresh)).status).toBe(200);
  nowMs += 1;
  asked.length = 0;
  expect((await answerTo(fresh)).status).toBe(404);
  expect(asked).toEqual([]);
});

test("nothing is fetched for a link that is not ours, was changed, or was never signed", async () => {
  const path = pathOf(linkIn(picker(`<img src="/i.png">`)));
  asked.length = 0;
  const [kind, pass, seal, target] = path.split("/");
  const [expiry, holder, mac] = pass!.split(".");
  for (const forged of [
    "",
    "image",
    `font/${pass}/${seal}/${target}`,
    `image/zz/${seal}/${target}`,
    `image/${expiry}0.${holder}.${mac}/${seal}/${target}`,
    `image/${expiry}.eve.${mac}/${seal}/${target}`,
    `image/${pass}/${"A".repeat(seal!.length)}/${target}`,
    `${kind}/${pass}/${seal}/${Buffer.from(`${site.origin}/x.svg`).toString("base64url")}`,
    `${path}/more`,
    pathOf(assets.links().linkTo("/i.png", new URL(site.origin), "image")!),
  ]) {
    expect((await assets.answer(forged)).status).toBe(404);
  }
  expect(asked).toEqual([]);
});

test("the links of somebody who is no longer welcome stop working", async () => {
  let isWelcome = true;
  const theirs = new AssetProxy({
    ...proxyOptions,
    isWelcome: async (holder) => holder === HOLDER && isWelcome,
    cacheFolder: mkdtempSync(join(tmpdir(), "tessera-welcome-")),
  });
  const path = pathOf(signedLink("/i.png", "image"));
  expect((await answerTo(path, theirs)).status).toBe(200);
  isWelcome = false;
  expect((await answerTo(path, theirs)).status).toBe(404);
});

test("an asset is what its bytes are, of the kind that was linked, and not too large", async () => {
  const answer = (address: string, kind: AssetKind) => answerTo(pathOf(signedLink(address, kind)));
  expect((await answer("/liar.html", "image")).headers["content-type"]).toBe("image/png");
  expect((await answer("/i.png", "font")).status).toBe(502);
  expect((await answer("/i.png", "style")).status).toBe(502);
  expect((await answer("/absent", "image")).status).toBe(502);
  expect((await answer("/big", "image")).status).toBe(502);
  const svg = (await answer("/x.svg", "image")).body.toString();
  expect(svg).toContain('<rect fill="url(#g)"');
  expect(svg).toContain("linearGradient");
  expect(svg).not.toMatch(/script|onload|evil|href/);
  expect((await answer("http://127.0.0.1/", "image")).status).toBe(502);
});

test("a style sheet has links in it that are good for whoever asked for it", async () => {
  const path = pathOf(signedLink("/s.css", "style"));
  const css = (await answerTo(path)).body.toString();
  expect(css).toMatch(/^@import "\/assets\/style\/[^"]+"print;\.a\{background:url\(\/assets\/image\/[^)]+\)\}$/);
  expect((await answerTo(pathOf(linkIn(css)))).body.toString()).toBe("p{color:tan}");
  expect(linkIn(css).split("/")[3]).toBe(path.split("/")[1]);
});

test("a cache above its size forgets what was not used for longest", async () => {
  const small = new AssetProxy({
    ...proxyOptions,
    maxCacheBytes: 15,
    cacheFolder: mkdtempSync(join(tmpdir(), "tessera-small-")),
  });
  const ask = (address: string) => {
    const target = { url: new URL(address, site.origin), kind: "image", own: null } as const;
    return small.load(target, HOLDER);
  };
  await ask("/i.png");
  nowMs += 1_000;
  await ask("/x.svg");
  asked.length = 0;
  expect((await ask("/x.svg")).type).toBe("image/svg+xml");
  await ask("/i.png");
  expect(asked).toEqual(["/i.png"]);
});

test("a tile is the block within its ancestors, its styles bound to it", async () => {
  const html = `<html class=dark><head><link rel=stylesheet href=/s.css><style>#main .a{color:red}</style></head>
    <body><p>before</p><div id=main><div class=a><a href=/story onclick=x()>story</a><img src=/i.png></div><p>after</p></div></body></html>`;
  const tree = parseHtml(html);
  const block = Array.from({ length: tree.size }, (_, node) => node).find((node) => tagOf(tree, node) === "a")! - 1;
  const tile = await renderTile(
    capture(html),
    { nodes: [block] },
    { assets, holder: HOLDER, tile: "one", linkMode: "open" },
  );
  expect(tile.html).not.toMatch(/before|after|onclick/);
  expect(tile.html).toMatch(
    /^<div data-tessera-tile="one"><div class="dark"[^>]*data-tessera-tag="html"[^>]*data-tessera-wrapper/,
  );
  expect(tile.html).toContain(`href="${site.origin}/story"`);
  expect(tile.css).toMatch(/:where\(\[data-tessera-tile="one"\]\) #t[0-9a-f]{8}-main \.a\{color:red\}/);
  expect(tile.css).toContain("@media print{");
  expect(tile.html).toMatch(/id="t[0-9a-f]{8}-main"/);
  expect(tile.assets.some((link) => tile.html.includes(link))).toBe(true);
  const inert = await renderTile(capture(html), { nodes: [block] }, { assets, holder: HOLDER, tile: "one" });
  expect(inert.html).toContain('href="#tessera-inert"');
  await expect(renderTile(capture(html), { nodes: [9_999] }, { assets, holder: HOLDER, tile: "one" })).rejects.toThrow(
    RangeError,
  );
});

test("a tile has all of its elements but those that were cut out, and plain it has no looks", async () => {
  const html = `<ul class=c><li class=i>one <b style="color:red">cut</b></li><li>two</li><li class=i>three <a href=/x>more</a></li></ul>`;
  const tree = parseHtml(html);
  const find = (tag: string) => Array.from(tree.tag.keys()).filter((node) => tagOf(tree, node) === tag);
  const [first, , third] = find("li") as [number, number, number];
  const parts = { nodes: [first, third], without: find("b") };
  const tile = await renderTile(capture(html), parts, { assets, holder: HOLDER, tile: "alike", linkMode: "open" });
  expect(tile.html).toMatch(
    /<ul class="c".*one <b data-tessera-beside><\/b><\/li><li data-tessera-beside><\/li><li.*three/,
  );
  expect(tile.html).not.toMatch(/cut|two|red/);
  expect(tile.html).toMatch(/<a href="[^"]*\/x"[^>]* target="_blank"/);
  const plain = await renderTile(capture(html), parts, { assets, holder: HOLDER, tile: "alike", look: "reader" });
  expect(plain.html).toMatch(/^<div data-tessera-tile="alike"><li /);
  expect(plain.html).not.toMatch(/class=|style=|target=/);
});

test("a picture has its links where they are in it, and its words for who hears them", () => {
  const html = `<div><a href="/story">A <b>story</b></a><a href="javascript:x()">no</a><a href="/cut">cut</a><img alt=x></div>`;
  const tree = parseHtml(html);
  const nodes = Array.from(tree.tag.keys());
  const block = nodes.find((node) => tagOf(tree, node) === "div")!;
  const [story, , cut] = nodes.filter((node) => tagOf(tree, node) === "a") as [number, number, number];
  const boxes = new Int32Array(4 * tree.size).fill(-1);
  boxes.set([100, 50, 400, 200], 4 * block);
  boxes.set([200, 100, 100, 20], 4 * story);
  boxes.set([0, 0, 9, 9], 4 * cut);
  const drawing = { capture: capture(html), boxes, node: block, source: "/pictures/x", text: "A <story>" };
  const tile = pictureTile({ ...drawing, without: [cut], linkMode: "open" });
  expect(tile.html).toContain(`<img src="/pictures/x" alt="" width="400" height="200">`);
  expect(tile.html).toContain(`href="${site.origin}/story"`);
  expect(tile.html).toContain(`left:25.00%;top:25.00%;width:25.00%;height:10.00%`);
  expect(tile.html).toContain("<span>A story</span>");
  expect(tile.html).toContain("A &lt;story&gt;");
  expect(tile.html.match(/<a /g)).toHaveLength(1);
  expect(pictureTile({ ...drawing, without: [], linkMode: "inert" }).html).not.toContain("<a ");
  expect(() => pictureTile({ ...drawing, node: story + 1, without: [], linkMode: "open" })).toThrow(RangeError);
});

test("a line of words has the pixel that rounding may have taken from it, a box has what it had", async () => {
  const html = "<ul><li>Documentation</li></ul>";
  const tree = parseHtml(html);
  const node = Array.from(tree.tag.keys()).find((at) => tagOf(tree, at) === "li")!;
  const cssOf = async (height: number) => {
    const boxes = Int32Array.from({ length: 4 * tree.size }, (_, at) => [0, 0, 159, height][at % 4]!);
    const layout = { viewport: [1_280, 900] as const, boxes };
    const options = { assets, holder: HOLDER, tile: "line", look: "page", layout } as const;
    return (await renderTile(capture(html), { nodes: [node] }, options)).css;
  };
  expect(await cssOf(40)).toContain("margin-right:-1px");
  expect(await cssOf(400)).toContain("margin-right:0px");
});

test("the media of a sheet is what it asks for, and opens nothing in the sheet", async () => {
  const styleWith = async (media: string) => {
    const html = `<style media="${media}">p{content:"*/}p{background:url(https://evil.test/)}"}</style><p>x</p>`;
    const layout = { viewport: [1_280, 900] as const, boxes: [[0, 0, 400, 300] as const, [0, 0, 400, 300] as const] };
    const options = { assets, holder: HOLDER, tile: "media", look: "page", layout } as const;
    const { css } = await renderTile(capture(html), { nodes: [2] }, options);
    return css;
  };
  expect(await styleWith("(width &lt; 700px)")).toContain("@media (700px>width){");
  expect(await styleWith("screen and (min-height: 900px)")).toContain("@media screen and (min-width:0px){");
  for (const media of ["/*", "all;", ";p", "a /* b"]) {
    expect(await styleWith(media), media).toContain(':where([data-tessera-tile="media"]) p{content:"*/}p{');
  }
});

test("a tile as a document says its policy and shows text as text", async () => {
  const tile = await renderTile(capture("<p>x"), { nodes: [0] }, { assets, holder: HOLDER, tile: "doc" });
  const shown = tileDocument(tile, { title: "</title><script>", look: "page", assetSource: "'self'" });
  expect(shown).toMatch(
    /^<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"/i,
  );
  expect(shown).not.toContain("<script");
  const text = textDocument("a <b>&\nc", { title: "t", look: "text", assetSource: "'self'" });
  expect(text).toContain("<pre>a &lt;b&gt;&amp;\nc</pre>");
});

test("the policy lets nothing in but our script and our assets", () => {
  expect(contentPolicy({ nonce: "n", assetSource: "https://a.test" })).toBe(
    "default-src 'none'; script-src 'nonce-n'; style-src 'unsafe-inline' https://a.test; img-src https://a.test data:; font-src https://a.test data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  );
  expect(contentPolicy({ assetSource: "'self'" })).toContain("script-src 'none'");
});

test("a page that is too large to be shown is refused while it is written", () => {
  expect(() => picker(`<p>${"x".repeat(24_000_000)}`)).toThrow(ParseLimitError);
  expect(picker(`<p>${"x".repeat(1_000_000)}`).length).toBeGreaterThan(1_000_000);
});

test("a page of 20,000 levels and an empty one are shown", () => {
  expect(picker("<div>".repeat(20_000)).length).toBeGreaterThan(20_000);
  expect(picker("")).toContain("<body");
});

test("of what lies behind a block a tile has the looks and none of the words, and no more than it was asked for", async () => {
  const hero = `<header class="hero" style="background-image:url(/i.png)"><h1 title="Ada">Welcome back, Ada</h1><a href="/inbox" aria-label="3 letters"><img src="/i.png" alt="Ada"></a><input value="Ada"></header>`;
  const html = `<style>.hero{color:tan}</style><body><nav><b>Menu</b></nav>${hero}<footer>Ada</footer></body>`;
  const tree = parseHtml(html);
  const nav = Array.from(tree.tag.keys()).find((node) => tagOf(tree, node) === "nav")!;
  const boxes = [[0, 0, 800, 600] as const, [0, 0, 800, 600] as const, [0, 0, 800, 80] as const];
  const tileOn = (offset: number, up = 0) =>
    renderTile(
      capture(html),
      { nodes: [nav] },
      {
        ...{ assets, holder: HOLDER, tile: "over", look: "page", linkMode: "open" },
        layout: { viewport: [800, 600], boxes, grounds: [{ up, offset, box: [0, 0, 800, 400] }] },
      },
    );
  const over = await tileOn(1);
  const ground = /<header.*<\/header>/s.exec(over.html)?.[0] ?? "";
  expect(ground).toMatch(/^<header [^>]*\binert\b/);
  expect(ground).toContain('class="hero"');
  expect(ground.match(/\/assets\//g)).toHaveLength(2);
  expect(over.css).toMatch(/isolation:isolate!important/);
  expect(over.html).not.toMatch(/Ada|letters|inbox/);
  for (const nothing of [await tileOn(3), await tileOn(0), await tileOn(1, 2), await tileOn(-9)]) {
    expect(nothing.html).not.toContain("/assets/");
  }
});

test("what is cut fades into a grey at its lower edge, whatever the colours of the page", () => {
  const tile = { html: "<p>long</p>", css: "" };
  const shown = tileDocument(tile, { title: "t", look: "page", assetSource: "'self'", cut: "fade" });
  const colours = /linear-gradient\(#(\w{4}),#(\w{4})\)/.exec(shown)?.slice(1) ?? [];
  expect(colours).toHaveLength(2);
  for (const [red, green, blue] of colours.map((colour) => [...colour])) expect([green, blue]).toEqual([red, red]);
});
