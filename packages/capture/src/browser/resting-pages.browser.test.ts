import type { RequestListener } from "node:http";
import { attributeOf, type DomTree, tagOf } from "@tessera/engine";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import type { BrowserCaptureOptions, RenderedCapture } from "./rendered-capture.ts";

let page = "";
let asked: string[] = [];
let site: LoopbackSite;
let browser: CaptureBrowser;

const DOT = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><circle cx="25" cy="25" r="25"/></svg>`;

const answer: RequestListener = (request, response) => {
  asked.push(request.url ?? "");
  if (request.url?.endsWith(".svg")) response.writeHead(200, { "content-type": "image/svg+xml" }).end(DOT);
  else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
};

beforeAll(async () => {
  site = await startSite(answer);
  browser = new CaptureBrowser({ httpClient: site.httpClient, readerFor: () => readOnTheSpot });
});
afterEach(() => {
  asked = [];
});
afterAll(async () => {
  await browser.stop();
  await site.close();
});

function capture(body: string, options?: BrowserCaptureOptions): Promise<RenderedCapture> {
  page = `<!doctype html><body>${body}`;
  return browser.capture(new URL("/", site.origin), { quietMs: 200, ...options });
}

function attributes({ tree }: RenderedCapture, tag: string, name: string): (string | null)[] {
  return nodesOf(tree, tag).map((node) => attributeOf(tree, node, name));
}

function nodesOf(tree: DomTree, tag: string): number[] {
  return Array.from({ length: tree.size }, (_, node) => node).filter((node) => tagOf(tree, node) === tag);
}

test("images that the browser would load late are there, and the markup still says that they are late", async () => {
  const rendered = await capture(`<div style="height:9000px"></div><img loading=lazy src=/far.svg>`);
  expect(asked).toContain("/far.svg");
  expect(attributes(rendered, "img", "loading")).toEqual(["lazy"]);
  expect(rendered.tree.boxes![nodesOf(rendered.tree, "img")[0]! * 4 + 2]).toBe(50);
});

test("what a script loads or shows when it comes into view is there", async () => {
  const rendered = await capture(`<div style="height:4000px"></div><img data-src=/far.svg><p>below</p><script>
    new IntersectionObserver((entries, observer) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        target.src = target.dataset.src;
        observer.disconnect();
      }
    }).observe(document.querySelector("img"));
    addEventListener("scroll", () => { if (scrollY > 2000) document.body.append("seen") }, { once: false });
  </script>`);
  expect(attributes(rendered, "img", "src")).toEqual(["/far.svg"]);
  expect(rendered.tree.text).toContain("seen");
});

test("a page that scrolls inside itself is read to its end as well", async () => {
  const rendered =
    await capture(`<style>html, body, main { margin: 0; height: 100%; overflow: hidden } main { overflow: auto }</style>
    <main><div style="height:3000px"></div><p id=end>end</p></main><script>
    new IntersectionObserver((entries) => { if (entries[0].isIntersecting) end.textContent = "seen" }).observe(end);
  </script>`);
  expect(rendered.tree.text).toBe("seen\n");
});

test("a list without an end is read as far as it was at first", async () => {
  const rendered = await capture(`<ul id=list></ul><p id=end>more</p><script>
    const grow = () => { for (let at = 0; at < 20; at++) list.append(Object.assign(document.createElement("li"), { style: "height:100px", textContent: "item" })) };
    grow();
    new IntersectionObserver((entries) => { if (entries[0].isIntersecting) grow() }).observe(end);
  </script>`);
  const items = nodesOf(rendered.tree, "li").length;
  expect(items).toBeGreaterThanOrEqual(20);
  expect(items).toBeLessThanOrEqual(80);
});

test("a page without anything that waits for a reader is not scrolled", async () => {
  const rendered = await capture(`<div style="height:9000px"></div><p id=p>still</p><script>
    addEventListener("scroll", () => { p.textContent = "scrolled" })
  </script>`);
  expect(rendered.tree.text).toBe("still\n");
});

test("animations and transitions are at their end, those of scripts are written down, endless ones have not begun", async () => {
  const rendered = await capture(`<style>
      @keyframes grow { to { width: 400px } }
      @keyframes turn { to { height: 400px } }
      b, i, u { display: block; width: 10px; height: 10px }
      b { animation: grow 90s forwards } i { animation: turn 9s infinite alternate } u { transition: width 90s }
    </style><b>b</b><i>i</i><u id=u>u</u><s id=s style="display:block;width:10px">s</s><script>
      s.animate([{ width: "10px" }, { width: "300px" }], { duration: 90000, fill: "forwards" });
      requestAnimationFrame(() => requestAnimationFrame(() => { u.style.width = "200px" }));
    </script>`);
  const side = (tag: string, at: number) => rendered.tree.boxes![nodesOf(rendered.tree, tag)[0]! * 4 + at];
  expect([side("b", 2), side("i", 3), side("u", 2), side("s", 2)]).toEqual([400, 10, 200, 300]);
  expect(attributes(rendered, "s", "style")[0]).toContain("300px");
});

test("a page whose animations, frames and counters never end is captured", async () => {
  const rendered = await capture(
    `<p id=p>0</p><canvas id=c></canvas><script>
      const context = c.getContext("2d");
      const draw = (at) => { context.fillRect(at % 300, 0, 1, 150); context.clearRect((at + 150) % 300, 0, 9, 150); requestAnimationFrame(draw) };
      draw(0);
      setInterval(() => { p.animate([{ opacity: 0 }, { opacity: 1 }], 50); p.textContent++ }, 20);
    </script>`,
    { settleMs: 500 },
  );
  expect(rendered.isSettled).toBe(false);
  expect(rendered.drawings).not.toBeNull();
});

test("what controls are by now is in the markup, but no password", async () => {
  const rendered = await capture(`<input id=a value=old><input id=b type=checkbox checked><input id=c type=radio>
    <input id=d type=password value=x><select id=e><option>one<option>two</select><select><option>first<option>second</select>
    <select><option>x<option selected>y</select><textarea id=f>old</textarea><script>
      a.value = "new"; b.checked = false; c.checked = true; d.value = ["sec", "ret"].join(""); e.selectedIndex = 1; f.value = "typed";
    </script>`);
  expect(attributes(rendered, "input", "value")).toEqual(["new", null, null, "x"]);
  expect(attributes(rendered, "input", "checked")).toEqual([null, null, "", null]);
  expect(attributes(rendered, "option", "selected")).toEqual([null, "", null, null, null, ""]);
  expect(rendered.html).toContain(">typed</textarea>");
  expect(rendered.html).not.toContain("secret");
});

test("an open popover is open, and one that is closed is as it was", async () => {
  const rendered = await capture(`<p id=a popover>open</p><p popover>closed</p><script>a.showPopover()</script>`);
  expect(attributes(rendered, "p", "popover")).toEqual([null, ""]);
});

test("what is scrolled inside the page is shown where it was scrolled to", async () => {
  const rendered =
    await capture(`<style>div { display: flex; width: 200px; overflow: hidden } b { flex: none; width: 200px }</style>
    <div id=d><b>1</b><b>2</b><b>3</b></div><script>d.scrollLeft = 400</script>`);
  expect(attributes(rendered, "b", "style")).toEqual(["margin-left:calc(0px - 200%)!important", null, null]);
});

test("what the browser leaves out far from view is laid out", async () => {
  const rendered = await capture(
    `<div style="height:5000px"></div><section style="content-visibility:auto;contain-intrinsic-size:10px"><p>far</p></section>`,
  );
  const box = rendered.tree.boxes!.subarray(nodesOf(rendered.tree, "p")[0]! * 4);
  expect(box[2]).toBeGreaterThan(500);
});
