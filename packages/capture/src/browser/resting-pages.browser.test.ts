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

test("a chart and a bar that a script draws step by step are whole", async () => {
  const rendered =
    await capture(`<svg width=400 height=200><path id=line d="M0 0"></path><rect id=bar x=0 y=0 width=20 height=0></rect></svg>
    <div id=share style="width:0%">x</div><script>
      let start = null;
      const draw = (now) => {
        start ??= now;
        const done = Math.min(1, (now - start) / 1400);
        line.setAttribute("d", "M0 0L" + Math.round(400 * done) + " 200");
        bar.setAttribute("height", String(Math.round(200 * done)));
        share.style.width = Math.round(80 * done) + "%";
        if (done < 1) requestAnimationFrame(draw);
      };
      requestAnimationFrame(draw);
    </script>`);
  expect(attributes(rendered, "path", "d")).toEqual(["M0 0L400 200"]);
  expect(attributes(rendered, "rect", "height")).toEqual(["200"]);
  expect(attributes(rendered, "div", "style")).toEqual(["width: 80%;"]);
});

test("a chart in a shadow tree is whole", async () => {
  const rendered = await capture(`<x-chart></x-chart><script>
    customElements.define("x-chart", class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: "open" });
        root.innerHTML = "<svg><rect width=0 height=20></rect></svg>";
        const start = performance.now();
        const draw = () => {
          const done = Math.min(1, (performance.now() - start) / 1200);
          root.querySelector("rect").setAttribute("width", String(Math.round(100 * done)));
          if (done < 1) requestAnimationFrame(draw);
        };
        draw();
      }
    });</script>`);
  expect(attributes(rendered, "rect", "width")).toEqual(["100"]);
});

/** An element with this in a shadow tree of its own, and a script that knows its `root`. */
function inShadow(inside: string, script: string, mode: "open" | "closed" = "open"): string {
  return `<x-part></x-part><script>
    customElements.define("x-part", class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: "${mode}" });
        root.innerHTML = ${JSON.stringify(inside)};
        ${script}
      }
    });</script>`;
}

test("late images in shadow trees are there, those of the browser and those of scripts", async () => {
  const far = "<div style='height:4000px'></div>";
  await capture(inShadow(`${far}<img loading=lazy src=/lazy.svg>`, ""));
  expect(asked).toContain("/lazy.svg");
  const observe = `const image = root.querySelector("img");
    new IntersectionObserver(([entry]) => { if (entry.isIntersecting) image.src = image.dataset.src }).observe(image);`;
  await capture(inShadow(`${far}<img data-src=/script.svg>`, observe, "closed"));
  expect(asked).toContain("/script.svg");
});

test("a page that scrolls in a shadow tree is read to its end as well", async () => {
  const fills =
    "<style>:host, main { display: block; height: 100% } main { overflow: auto }</style><main><slot></slot></main>";
  const app = inShadow(fills, "").replace("<x-part>", "<x-part><div style='height:3000px'></div><p id=end>end</p>");
  const rendered = await capture(`<style>html, body { margin: 0; height: 100%; overflow: hidden }</style>${app}<script>
    new IntersectionObserver((entries) => { if (entries[0].isIntersecting) end.textContent = "seen" }).observe(end);
  </script>`);
  expect(rendered.tree.text).toContain("seen");
});

test("what a shadow tree is still being given is waited for, also one that an element gets later", async () => {
  const adding = `let left = 9;
    const add = () => { root.append(left--); if (left > 0) setTimeout(add, 120) };
    add();`;
  const first = await capture(inShadow("<p>in the shadow</p>", adding));
  expect(first.tree.text.replace(/\s/g, "")).toContain("987654321");
  const later = await capture(`<p id=host></p><script>setTimeout(() => {
    const root = host.attachShadow({ mode: "open" });
    ${adding}
  }, 40)</script>`);
  expect(later.tree.text.replace(/\s/g, "")).toContain("987654321");
});

test("animations and drawings in a shadow tree are at their end", async () => {
  const grows =
    "<style>@keyframes grow { to { width: 400px } } b { display: block; width: 10px; animation: grow 90s forwards }</style>";
  const draws = `const context = root.querySelector("canvas").getContext("2d");
    let width = 0;
    const draw = () => {
      context.fillRect(0, 0, width += 10, 150);
      if (width < 300) requestAnimationFrame(draw);
      else context.fillText("whole", 10, 10);
    };
    draw();`;
  const rendered = await capture(inShadow(`${grows}<b>b</b><canvas></canvas>`, draws));
  expect(rendered.tree.boxes![nodesOf(rendered.tree, "b")[0]! * 4 + 2]).toBe(400);
  expect(attributes(rendered, "canvas", "aria-label")).toEqual(["whole"]);
});

test("what a script turns and pushes for ever is captured as it is, as a page that has settled", async () => {
  const rendered = await capture(`<b id=sign style="position:absolute">·</b><p id=ticker>all the news</p><script>
    let at = 0;
    const move = () => {
      sign.style.transform = "rotate(" + at + "deg)";
      ticker.style.marginLeft = -(at++ % 300) + "px";
      requestAnimationFrame(move);
    };
    move();
  </script>`);
  expect(rendered.isSettled).toBe(true);
  expect(rendered.tree.text).toContain("all the news");
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
