import type { RequestListener } from "node:http";
import { attributeOf, type DomTree, DRAWING_ATTRIBUTE, nodeAt, tagOf } from "@tessera/engine";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drawingIn } from "../reading/drawings.ts";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import type { BrowserCaptureOptions, RenderedCapture } from "./rendered-capture.ts";

let pages: Record<string, string | RequestListener> = {};
let site: LoopbackSite;
let other: LoopbackSite;
let browser: CaptureBrowser;

const answer: RequestListener = (request, response) => {
  const page = pages[new URL(request.url ?? "/", "http://site.test").pathname];
  if (typeof page === "function") page(request, response);
  else if (page === undefined) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
};

beforeAll(async () => {
  [site, other] = await Promise.all([startSite(answer), startSite(answer)]);
  browser = new CaptureBrowser({ httpClient: site.httpClient, readerFor: () => readOnTheSpot, webgl: true });
});
afterEach(() => {
  pages = {};
});
afterAll(async () => {
  await browser.stop();
  await Promise.all([site.close(), other.close()]);
});

function capture(page: string, options?: BrowserCaptureOptions): Promise<RenderedCapture> {
  pages["/"] = `<!doctype html><body>${page}`;
  return browser.capture(new URL("/", site.origin), { quietMs: 200, ...options });
}

interface Seen {
  readonly words: string | null;
  readonly hash: string | undefined;
  readonly type: string | null;
  readonly bytes: number;
}

/** What is captured of each element with this tag. */
function drawn({ tree, drawings }: RenderedCapture, tag = "canvas"): (Seen | null)[] {
  return nodesOf(tree, tag).map((node) => {
    const [number, hash] = attributeOf(tree, node, DRAWING_ATTRIBUTE)?.split(" ") ?? [];
    if (number === undefined) return null;
    const picture = drawings && drawingIn(drawings, Number(number));
    return { words: attributeOf(tree, node, "aria-label"), hash, type: typeOf(picture), bytes: picture?.length ?? 0 };
  });
}

function nodesOf(tree: DomTree, tag: string): number[] {
  return Array.from({ length: tree.size }, (_, node) => node).filter((node) => tagOf(tree, node) === tag);
}

function typeOf(picture: Uint8Array | null): string | null {
  const head = Buffer.from(picture?.subarray(0, 12) ?? []).toString("latin1");
  return head.startsWith("RIFF") ? "webp" : head.startsWith("\x89PNG") ? "png" : null;
}

const bars = (heights: readonly number[]) => `<canvas id=c width=300 height=150></canvas><script>
  const context = c.getContext("2d");
  context.fillStyle = "teal";
  ${JSON.stringify(heights)}.forEach((height, at) => context.fillRect(at * 50, 150 - height, 40, height));
</script>`;

test("what is drawn on a canvas is a picture, and the canvas stays where it was", async () => {
  const rendered = await capture(bars([20, 80, 140]));
  expect(drawn(rendered)).toEqual([
    { words: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/), type: "webp", bytes: expect.any(Number) },
  ]);
  const canvas = nodeAt(rendered.tree, "html[1]/body[1]/canvas[1]")!;
  // where no script may run it has no size of its own
  expect(attributeOf(rendered.tree, canvas, "style")).toBe(
    "display:inline-block;width:300px;box-sizing:content-box;aspect-ratio:300/150",
  );
});

test("the words on a chart are beside it, in the order in which they are read, without those that were wiped away", async () => {
  const rendered = await capture(`<canvas id=c width=300 height=150 aria-label="Sales"></canvas><script>
    const context = c.getContext("2d");
    context.fillText("old", 10, 10);
    context.clearRect(0, 0, 300, 150);
    context.scale(2, 2);
    context.fillText("Feb", 80, 70);
    context.fillText("Jan", 20, 70);
    context.fillText("120 boats", 20, 10);
    context.strokeText("120 boats", 20, 10);
  </script>`);
  expect(drawn(rendered)[0]?.words).toBe("Sales: 120 boats, Jan, Feb");
});

test("a canvas on which nothing is drawn is no picture", async () => {
  const rendered = await capture("<canvas id=c></canvas><script>c.getContext('2d')</script>");
  expect(drawn(rendered)).toEqual([null]);
  expect(rendered.html).toContain('data-tessera-blank=""');
  expect(rendered.drawings).toBeNull();
});

test("a canvas with pixels of another origin is photographed, alone and without its ground", async () => {
  pages["/dot.svg"] = (_request, response) =>
    response
      .writeHead(200, { "content-type": "image/svg+xml" })
      .end(`<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><circle cx="25" cy="25" r="25"/></svg>`);
  const canvas = `<canvas id=c width=200 height=100></canvas><script>
    const image = new Image();
    image.onload = () => c.getContext("2d").drawImage(image, 50, 25);
    image.src = "${other.origin}/dot.svg";
  </script>`;
  const [bare] = drawn(await capture(canvas));
  expect(bare).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), type: "webp" });
  const covered = await capture(`<style>body { background: navy }</style>${canvas}
    <b style="position:absolute;left:0;top:0;width:90px;height:300px;background:red"></b>`);
  expect(drawn(covered)[0]).toEqual(bare);
  expect(covered.html).not.toContain("alone");
});

test("a canvas that cannot be photographed, for it has no width inside, is left out, and the others are there", async () => {
  pages["/dot.svg"] = (_request, response) =>
    response
      .writeHead(200, { "content-type": "image/svg+xml" })
      .end(`<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><circle cx="25" cy="25" r="25"/></svg>`);
  const canvases =
    await capture(`<canvas id=a style="box-sizing:border-box;width:60px;height:60px;padding:30px"></canvas>
    <canvas id=b></canvas><script>const image = new Image();
    image.onload = () => [a, b].forEach((canvas) => canvas.getContext("2d").drawImage(image, 0, 0));
    image.src = "${other.origin}/dot.svg";</script>`);
  expect(drawn(canvases)).toMatchObject([null, { type: "webp" }]);
});

/** Canvases that nobody can read, with a square in one of four places. */
const unreadable = (count: number, style: string) =>
  `<style>canvas { display: inline-block; ${style} }</style>${"<canvas width=60 height=60></canvas>".repeat(count)}<script>
    const image = new Image();
    image.onload = () => document.querySelectorAll("canvas").forEach((canvas, at) =>
      canvas.getContext("2d").drawImage(image, at % 2 * 20, (at >> 1) % 2 * 30));
    image.src = "${other.origin}/square.svg";</script>`;
const square: RequestListener = (_request, response) =>
  response
    .writeHead(200, { "content-type": "image/svg+xml" })
    .end(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>`);

test.each([
  ["side by side", "", 60],
  ["one below the other, in a page of ten windows", "display: block; margin: 7px 0 400px", 20],
])(
  "all canvases with pixels of another origin are photographed, %s, and each is its own picture",
  async (_, style, count) => {
    pages["/square.svg"] = square;
    const rendered = await capture(unreadable(count, style));
    const all = drawn(rendered);
    expect(all).toHaveLength(count);
    expect(all.every((part) => part !== null && part.bytes > 0)).toBe(true);
    expect(new Set(all.map((part) => part!.hash)).size).toBe(4);
    for (const [at, part] of all.entries()) expect(part!.hash).toBe(all[at % 4]!.hash);
    expect(rendered.html).not.toContain("data-tessera-blank");
  },
);

test("canvases that are too far from each other to be photographed together are marked as such, not as blank", async () => {
  pages["/square.svg"] = square;
  const rendered = await capture(unreadable(12, "display: block; margin: 0 0 40000px"));
  const all = drawn(rendered).filter((part) => part !== null);
  expect(all).toHaveLength(8);
  expect(all.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(rendered.html.match(/data-tessera-unpictured=""/g)).toHaveLength(4);
  expect(rendered.html).not.toContain("data-tessera-blank");
});

test("canvases for which there is no room among the pictures are marked as such", async () => {
  const rendered = await capture(`${"<canvas width=20 height=20></canvas>".repeat(70)}<script>
    for (const canvas of document.querySelectorAll("canvas")) canvas.getContext("2d").fillRect(0, 0, 9, 9);
  </script>`);
  expect(drawn(rendered).filter((part) => part !== null)).toHaveLength(60);
  expect(rendered.html.match(/data-tessera-unpictured=""/g)).toHaveLength(10);
});

test("a dozen canvases that WebGL draws on are photographed", async () => {
  const rendered = await capture(`${"<canvas width=200 height=100></canvas>".repeat(12)}<script>
    for (const canvas of document.querySelectorAll("canvas")) {
      const gl = canvas.getContext("webgl");
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(0, 0, 100, 100);
      gl.clearColor(0, 0.5, 0.5, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    }
  </script>`);
  const all = drawn(rendered);
  expect(all).toHaveLength(12);
  for (const part of all) expect(part).toMatchObject({ hash: all[0]!.hash, type: "webp" });
});

test("what WebGL draws is photographed, although nobody can read it once it is shown", async () => {
  const rendered = await capture(`<canvas id=c width=200 height=100></canvas><script>
    const gl = c.getContext("webgl");
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(0, 0, 100, 100);
    gl.clearColor(0, 0.5, 0.5, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  </script>`);
  expect(drawn(rendered)[0]).toMatchObject({ hash: expect.stringMatching(/[1-9a-f]/), type: "webp" });
});

test("an image that a script has made is a picture, whatever address it has", async () => {
  const rendered = await capture(`<img id=i alt="Sun"><script>
    const canvas = new OffscreenCanvas(40, 40);
    canvas.getContext("2d").fillRect(0, 0, 20, 40);
    canvas.convertToBlob().then((blob) => { i.src = URL.createObjectURL(blob) });
  </script>`);
  expect(drawn(rendered, "img")[0]).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), type: "webp" });
});

test("charts are drawn at twice the density", async () => {
  const rendered = await capture(`<canvas id=c style="width:100px;height:50px"></canvas><script>
    c.width = 100 * devicePixelRatio;
    c.height = 50 * devicePixelRatio;
    c.getContext("2d").fillRect(0, 0, 50, 50);
    document.body.append(String(c.width));
  </script>`);
  expect(rendered.tree.text).toBe("200\n");
});

test("a chart that moves is waited for", async () => {
  const rendered = await capture(`<canvas id=c width=300 height=150></canvas><script>
    const context = c.getContext("2d");
    const start = performance.now();
    const draw = () => {
      const share = Math.min(1, (performance.now() - start) / 1200);
      context.clearRect(0, 0, 300, 150);
      context.fillRect(0, 0, 300 * share, 150);
      context.fillText(share === 1 ? "done" : "moving", 10, 10);
      if (share < 1) requestAnimationFrame(draw);
    };
    draw();
  </script>`);
  expect(drawn(rendered)[0]?.words).toBe("done");
});

test("frames of the page's own and of other origins are pictures with what is read in them", async () => {
  pages["/inner"] = "<p>own words</p>";
  pages["/map"] = "<body style='background:teal'><p>foreign words</p>";
  const rendered = await capture(
    `<iframe src=/inner></iframe><iframe title=Map src="${other.origin}/map"></iframe><iframe src=/inner width=1 height=1></iframe>`,
  );
  const [own, foreign, counter] = drawn(rendered, "iframe");
  expect(own).toMatchObject({ words: "own words", type: "webp" });
  expect(foreign).toMatchObject({ words: "Map: foreign words", type: "webp" });
  expect(counter).toBeNull();
});

test("two drawings of the same data look alike, and of other data they do not", async () => {
  const one = drawn(await capture(bars([20, 80, 140])))[0]?.hash;
  const again = drawn(await capture(bars([20, 80, 140])))[0]?.hash;
  const changed = drawn(await capture(bars([140, 20, 80])))[0]?.hash;
  expect(again).toBe(one);
  expect(changed).not.toBe(one);
});

test("a drawing in a shadow tree is captured, closed or not", async () => {
  const rendered = await capture(`<x-a></x-a><p id=p></p><script>
    customElements.define("x-a", class extends HTMLElement {
      constructor() {
        super();
        const root = this.attachShadow({ mode: "closed" });
        root.innerHTML = "<b>closed</b><canvas width=60 height=60></canvas>";
        root.querySelector("canvas").getContext("2d").fillRect(0, 0, 60, 60);
        p.textContent = String(this.shadowRoot);
      }
    });
  </script>`);
  expect(rendered.tree.text).toBe("closed\nnull\n");
  expect(drawn(rendered)[0]).toMatchObject({ type: "webp" });
});

/** Pages that want their capture to be large, slow or wrong. What is expected is how many pictures there are at most. */
test.each<[string, string, number]>([
  [
    "10,000 canvases",
    `<script>for (let at = 0; at < 10000; at++) {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 20;
      canvas.getContext("2d").fillRect(0, 0, 20, 20);
      document.body.append(canvas);
    }</script>`,
    60,
  ],
  [
    "a canvas of 30,000 by 30,000 pixels",
    `<canvas id=c width=30000 height=30000></canvas>
    <script>c.getContext("2d").fillRect(0, 0, 30000, 30000)</script>`,
    1,
  ],
  [
    "a canvas as large as a browser allows",
    `<canvas id=c width=16000 height=1000></canvas>
    <script>c.getContext("2d").fillRect(0, 0, 16000, 1000)</script>`,
    1,
  ],
  ["a frame that contains its own page", `<iframe src="/" width=200 height=200></iframe>`, 1],
  ["40 frames", `<iframe srcdoc="<p>x" width=50 height=50></iframe>`.repeat(40), 40],
  [
    "its own idea of canvases, dates and animations",
    `<canvas id=c></canvas><script>
      c.getContext("2d").fillRect(0, 0, 50, 50);
      const harm = () => { throw new Error("harm") };
      for (const name of ["toDataURL", "getContext", "toBlob"]) HTMLCanvasElement.prototype[name] = harm;
      for (const name of ["drawImage", "getImageData", "getTransform"]) CanvasRenderingContext2D.prototype[name] = harm;
      for (const name of ["getAnimations", "querySelectorAll", "createElement"]) Document.prototype[name] = harm;
      Element.prototype.getBoundingClientRect = Element.prototype.setAttribute = Element.prototype.checkVisibility = harm;
      WeakMap.prototype.get = WeakMap.prototype.set = Event.prototype.composedPath = harm;
      window.Date = window.performance.now = window.requestAnimationFrame = JSON.parse = JSON.stringify = harm;
      window.OffscreenCanvas = window.Event = window.IntersectionObserver = undefined;
    </script>`,
    1,
  ],
  [
    "marks like ours",
    `<p data-tessera-as='{"onclick":"x","__proto__":{}}' data-tessera-as2>x</p><p data-tessera-as="{{{">y</p>
    <canvas data-tessera-drawing="7" data-tessera-as='{"data-tessera-drawing":"9"}'></canvas>`,
    0,
  ],
  [
    "marks like ours that cannot be read",
    `<input value=a data-tessera-as="{{{"><canvas id=c data-tessera-as="null" width=50 height=50></canvas><iframe data-tessera-as="{{{"></iframe>
    <script>document.querySelector("input").value = "b"; const pen = c.getContext("2d"); pen.fillRect(9, 9, 9, 9);
      new MutationObserver(() => { if (c.dataset.tesseraAs !== "{{{") c.dataset.tesseraAs = "{{{" }).observe(c, { attributes: true })</script>`,
    2,
  ],
])("a page with %s is captured within its budgets", async (_name, page, most) => {
  const rendered = await capture(page, { settleMs: 1_000 });
  const pictures = Array.from(
    { length: 100 },
    (_, number) => rendered.drawings && drawingIn(rendered.drawings, number),
  );
  expect(pictures.filter((picture) => picture !== null).length).toBeLessThanOrEqual(most);
  expect(rendered.drawings?.length ?? 0).toBeLessThan(9_000_000);
  expect(rendered.html).not.toContain("data-tessera-as");
});
