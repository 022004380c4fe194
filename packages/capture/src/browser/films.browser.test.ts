import type { IncomingMessage, ServerResponse } from "node:http";
import { attributeOf, type DomTree, DRAWING_ATTRIBUTE, tagOf } from "@tessera/engine";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import type { BrowserCaptureOptions, RenderedCapture } from "./rendered-capture.ts";

let page = "";
/** A film that a page of ours has recorded of what it drew. */
let film: Buffer = Buffer.alloc(0);
/** How the film is sent. */
let sendFilm: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[] = [];
let site: LoopbackSite;
let browser: CaptureBrowser;

const RECORDER = `<canvas id=c width=160 height=90></canvas><script>
  const pen = c.getContext("2d");
  let at = 0;
  const draw = () => { pen.fillStyle = "teal"; pen.fillRect(0, 0, 160, 90); pen.fillStyle = "gold"; pen.fillRect(at++ % 60, 20, 60, 50) };
  draw();
  const recorder = new MediaRecorder(c.captureStream(10), { mimeType: "video/webm;codecs=vp8" });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = () => fetch("/film.webm", { method: "POST", body: new Blob(parts) }).then(() => { document.body.insertAdjacentHTML("beforeend", "<b>recorded</b>") });
  recorder.start();
  let frames = 0;
  const timer = setInterval(() => { draw(); if (++frames === 12) { clearInterval(timer); recorder.stop() } }, 60);
</script>`;

beforeAll(async () => {
  site = await startSite((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.test");
    asked.push(`${request.method} ${pathname}`);
    if (request.method === "POST") void keepFilm(request).then(() => response.end());
    else if (pathname.startsWith("/film")) sendFilm(request, response);
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  browser = new CaptureBrowser({ httpClient: site.httpClient, readerFor: () => readOnTheSpot });
  page = `<!doctype html><body>${RECORDER}`;
  const recorded = "body > b";
  await browser.capture(new URL("/", site.origin), { steps: [{ kind: "waitFor", selector: recorded }] });
});
beforeEach(() => {
  asked = [];
  sendFilm = sendParts;
});
afterAll(async () => {
  await browser.stop();
  await site.close();
});

async function keepFilm(request: IncomingMessage): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  film = Buffer.concat(parts);
}

/** As servers of films do. */
function sendParts(request: IncomingMessage, response: ServerResponse): void {
  const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? "") ?? [];
  const part = film.subarray(Number(from), to === "" ? film.length : Number(to) + 1);
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${film.length}`;
  const headers = { "content-type": "video/webm", "accept-ranges": "bytes", "content-range": range };
  response.writeHead(206, { ...headers, "content-length": part.length }).end(part);
}

function capture(body: string, options?: BrowserCaptureOptions): Promise<RenderedCapture> {
  page = `<!doctype html><body>${body}`;
  return browser.capture(new URL("/", site.origin), { quietMs: 200, ...options });
}

function films({ tree }: RenderedCapture): (string | null)[] {
  return nodesOf(tree, "video").map((node) => attributeOf(tree, node, DRAWING_ATTRIBUTE));
}

function nodesOf(tree: DomTree, tag: string): number[] {
  return Array.from({ length: tree.size }, (_, node) => node).filter((node) => tagOf(tree, node) === tag);
}

test.each([
  ["by itself", "<video src=/film.webm></video>"],
  ["only when it is played", "<video preload=none src=/film.webm></video>"],
  [
    "from several sources",
    "<video><source src=/film.none type=video/none><source src=/film.webm type=video/webm></video>",
  ],
  ["in a shadow tree", "<div><template shadowrootmode=open><video src=/film.webm></video></template></div>"],
])("a film without a poster that loads %s is a picture of how it begins", async (_, markup) => {
  const rendered = await capture(markup);
  expect(films(rendered)).toEqual([expect.stringMatching(/^0 [0-9a-f]{64}$/)]);
  expect(rendered.drawings!.length).toBeGreaterThan(100);
  expect(rendered.html.includes("preload")).toBe(markup.includes("preload"));
});

test("a film that plays by itself is the same picture at every look, in the shape that it has on the page", async () => {
  const markup = "<video autoplay muted loop src=/film.webm></video>";
  const [one, other] = [await capture(markup), await capture(markup)];
  expect(films(one)).toEqual(films(other));
  expect(films(one)).toEqual([expect.stringContaining("0 ")]);
  expect(attributeOf(one.tree, nodesOf(one.tree, "video")[0]!, "style")).toContain("width:160px");
});

test("films with a poster, sounds and what nobody sees are not loaded", async () => {
  const rendered =
    await capture(`<video poster="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" src=/film.a></video>
    <audio controls src=/film.b></audio><video hidden src=/film.c></video>`);
  expect(asked.filter((path) => path.includes("film"))).toEqual([]);
  expect(films(rendered)).toEqual([null, null]);
});

test("a film that is larger than a capture may load, and comes in one piece, is left out, and the page is captured", async () => {
  sendFilm = (_request, response) => {
    response.writeHead(200, { "content-type": "video/webm", "content-length": 50_000_000 });
    response.write(film);
  };
  const rendered = await capture("<p>words</p><video src=/film.webm></video>");
  expect(films(rendered)).toEqual([null]);
  expect(rendered.tree.text).toBe("words\n");
  expect(rendered.bytesOnWire).toBeLessThan(5_000_000);
});

test("a film that never ends is left out", async () => {
  sendFilm = (_request, response) => {
    response.writeHead(200, { "content-type": "video/webm" });
    response.write(film);
  };
  expect(films(await capture("<video src=/film.webm></video>"))).toEqual([null]);
});
