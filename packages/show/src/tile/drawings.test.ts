import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parseHtml, tagOf } from "@tessera/engine";
import { startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, expect, test } from "vitest";
import { AssetProxy } from "../assets/asset-proxy.ts";
import { cleanOnTheSpot } from "../assets/asset-reader.fixture.ts";
import { SignedLinks } from "../rules/asset-links.ts";
import { extractTile } from "./extract-tile.ts";
import { renderPickerPage } from "./render-picker-page.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");
const BODY = "ab".repeat(32);
const site = await startSite((_request, response) => response.end(PNG));
afterAll(() => site.close());
const asked: string[] = [];
const assets = new AssetProxy({
  httpClient: site.httpClient,
  key: Buffer.alloc(32, 1),
  prefix: "/assets/",
  readerFor: () => cleanOnTheSpot,
  cacheFolder: mkdtempSync(join(tmpdir(), "tessera-drawings-")),
  drawingOf: async (body, number) => {
    asked.push(`${body} ${number}`);
    return number === 0 ? PNG : number === 1 ? Buffer.from("<svg onload=x()>") : null;
  },
});

function tileOf(html: string, tag: string, how: { drawings?: string | null; look?: "page" | "reader" } = {}): string {
  const { drawings = BODY, look = "page" } = how;
  const tree = parseHtml(html);
  const node = Array.from({ length: tree.size }, (_, at) => at).find((at) => tagOf(tree, at) === tag)!;
  const links = new SignedLinks({ ...assets.linkRules, drawings });
  return extractTile({ html, finalUrl: site.origin }, { nodes: [node] }, { links, tile: "t", look }).html;
}

const CHART = `<body><canvas class=c width=30 style="border:0" aria-label="Jan, Feb" data-tessera-drawing="0 ff"></canvas>`;
const linkIn = (html: string) => /\/assets\/[\w./-]+/.exec(html)?.[0] ?? null;

async function answerTo(link: string | null) {
  const { status, headers, body } = await assets.answer(assets.sign(link ?? "", "ada").slice("/assets/".length));
  return { status, type: headers["content-type"], body: Buffer.isBuffer(body) ? body : await buffer(body) };
}

test("a canvas keeps its place and its styles, with its picture for a ground", async () => {
  const html = tileOf(CHART, "canvas");
  expect(html).toMatch(
    /<canvas class="c" width="30" aria-label="Jan, Feb" style="border:0;[^"]*background-image:url\(/,
  );
  expect(html).toContain('role="img"');
  const answer = await answerTo(linkIn(html));
  expect([answer.status, answer.type, answer.body.equals(PNG)]).toEqual([200, "image/png", true]);
  expect(asked).toContain(`${BODY} 0`);
});

test("a canvas whose shape is known shrinks with its tile and keeps it", () => {
  const html = tileOf(CHART.replace("border:0", "width:300px;aspect-ratio:2/1;height:150px"), "canvas");
  expect(html).toContain("aspect-ratio:2/1;height:150px;max-width:100%!important;height:auto!important;");
  expect(tileOf(CHART, "canvas")).not.toContain("max-width");
});

test("where looks do not matter it is an image with its words", () => {
  expect(tileOf(CHART, "canvas", { look: "reader" })).toMatch(/<img src="\/assets\/[^"]+" alt="Jan, Feb"/);
});

test("a film is at its frame, and a frame is a picture of its size", () => {
  expect(tileOf(`<body><video poster=/p.png data-tessera-drawing="0 ff">`, "video")).toMatch(
    /<video poster="\/assets\/image[^"]+"/,
  );
  const frame = `<body><iframe src=/map style="width:30px" aria-label="Map" data-tessera-drawing="0"></iframe>`;
  expect(tileOf(frame, "iframe")).toMatch(/<img style="width:30px;?" [^>]*src="\/assets\/[^"]+" alt="Map"/);
});

test("the picker shows drawings as well", () => {
  const links = new SignedLinks({ ...assets.linkRules, drawings: BODY });
  const page = renderPickerPage({ html: CHART, finalUrl: site.origin }, { links, nonce: "n", assetSource: "'self'" });
  expect(page.html).toContain("background-image:url(/assets/");
});

test("a page that was not rendered has no drawings, whatever it writes", () => {
  expect(tileOf(CHART, "canvas", { drawings: null })).not.toContain("/assets/");
  const forged = `<body><img src="tessera-drawing:${BODY}/0"><i style="background:url(tessera-drawing:${BODY}/0)">x</i>`;
  expect(tileOf(forged, "body")).not.toContain("/assets/");
  expect(tileOf(`<body><canvas data-tessera-drawing="-1"></canvas>`, "canvas")).not.toContain("/assets/");
});

test("what is stored as a drawing and is no picture is not sent", async () => {
  const links = new SignedLinks({ ...assets.linkRules, drawings: BODY });
  expect((await answerTo(links.linkToDrawing(1))).status).toBe(502);
  expect((await answerTo(links.linkToDrawing(2))).status).toBe(502);
});
