import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, expect, test } from "vitest";
import { AssetProxy } from "../assets/asset-proxy.ts";
import { cleanOnTheSpot } from "../assets/asset-reader.fixture.ts";
import { renderTile } from "../tile/render-tile.fixture.ts";
import { SpriteNotes } from "./sprites.ts";

const SPRITE = `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="x()">
  <script>x()</script><symbol id="bell" viewBox="0 0 8 8" onclick="x()"><path d="M1" fill="url(#sea)" style="background:url(http://evil.test/)"/>
  <image href="http://evil.test/i.png"/><use href="http://evil.test/a.svg#b"/><foreignObject><iframe src="http://evil.test/"></iframe></foreignObject>
  <a href="javascript:x()"><path d="M2"/></a><animate attributeName="href" to="javascript:x()"/></symbol>
  <linearGradient id="sea"><stop/></linearGradient><symbol id="other"><path d="M9"/></symbol></svg>`;

const asked: string[] = [];
const site = await startSite((request, response) => {
  asked.push(request.url ?? "");
  if (request.url === "/icons.svg") response.setHeader("content-type", "image/svg+xml").end(SPRITE);
  else if (request.url === "/page.html") response.setHeader("content-type", "text/html").end("<svg id=bell>");
  else response.writeHead(404).end();
});
afterAll(() => site.close());

const assets = new AssetProxy({
  httpClient: site.httpClient,
  key: Buffer.alloc(32, 1),
  prefix: "/assets/",
  readerFor: () => cleanOnTheSpot,
  cacheFolder: mkdtempSync(join(tmpdir(), "tessera-sprites-")),
});

/** html 0, head 1, body 2, the block 3. */
const tileOf = async (block: string) =>
  (
    await renderTile(
      { html: `<body>${block}</body>`, finalUrl: `${site.origin}/dir/page` },
      { nodes: [3] },
      { assets, holder: "ada", tile: "one" },
    )
  ).html;

test("a symbol in a file of its own is drawn from a copy in the tile, with what it is painted with and nothing else", async () => {
  asked.length = 0;
  const html = await tileOf(
    '<p><svg><use xlink:href="/icons.svg#bell"/></svg><svg><use href="../icons.svg#bell"/></svg></p>',
  );
  const [first, second] = [...html.matchAll(/<use [^>]*href="#([^"]+)"/g)].map(([, name]) => name);
  expect(first).toBe(second);
  expect(html).toContain(`<symbol id="${first}"`);
  expect(html).toContain(`fill="url(#${first?.replace("bell", "sea")})"`);
  expect(html).not.toMatch(/evil|script|onclick|onload|iframe|animate|image|other|M9|javascript/i);
  expect(asked).toEqual(["/icons.svg"]);
});

test("what is no drawing, is not there or has no name draws nothing, and the block is there all the same", async () => {
  for (const address of ["/page.html#bell", "/gone.svg#bell", "/icons.svg", "javascript:x()#a", "/icons.svg#nobody"]) {
    const html = await tileOf(`<p>Words<svg><use href="${address}"/></svg></p>`);
    expect(html, address).toContain("Words");
    expect(html, address).not.toContain("<symbol");
  }
});

test("a page that names very many asks for a few", () => {
  const notes = new SpriteNotes("t-");
  for (let file = 0; file < 50; file++) {
    for (let id = 0; id < 500; id++) notes.nameOf(new URL(`https://site.test/${file}.svg#i${id}`));
  }
  expect(notes.files.length).toBeLessThanOrEqual(8);
  expect(notes.files.every(({ ids }) => ids.length <= 100)).toBe(true);
  expect(notes.nameOf(new URL('https://site.test/0.svg#a"><script>'))).toBeNull();
  expect(notes.nameOf(new URL("https://site.test/0.svg#%E0%A4%A"))).toBeNull();
});
