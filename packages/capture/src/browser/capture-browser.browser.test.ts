import type { RequestListener } from "node:http";
import { attributesOf, isText, nodeAt, parseHtml, tagOf, textOf } from "@tessera/engine";
import { type LoopbackSite, startSecureSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import type { BrowserCaptureOptions, RenderedCapture } from "./rendered-capture.ts";

let pages: Record<string, string | RequestListener> = {};
let asked: string[] = [];
let site: LoopbackSite;
let browser: CaptureBrowser;

beforeAll(async () => {
  site = await startSite((request, response) => {
    asked.push(request.url ?? "");
    const page = pages[new URL(request.url ?? "/", "http://site.test").pathname];
    if (typeof page === "function") page(request, response);
    else if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  browser = new CaptureBrowser({ httpClient: site.httpClient, readerFor: () => readOnTheSpot });
});
afterEach(() => {
  pages = {};
  asked = [];
});
afterAll(async () => {
  await browser.stop();
  await site.close();
});

function capture(page: string, options?: BrowserCaptureOptions): Promise<RenderedCapture> {
  pages["/"] ??= page;
  return browser.capture(new URL("/", site.origin), { quietMs: 200, ...options });
}

/** Texts with the left, top, width and height of their parent. */
function boxOfText({ tree }: RenderedCapture, text: string): number[] {
  for (let node = 0; node < tree.size; node++) {
    if (isText(tree, node) && textOf(tree, node) === text) {
      const parent = tree.parent[node]!;
      return [...tree.boxes!.subarray(parent * 4, parent * 4 + 4)];
    }
  }
  throw new Error(`no text ${text}`);
}

test("what scripts made is in the page, and the tree is the one that its HTML parses to", async () => {
  pages["/data"] = "fetched";
  const rendered = await capture(`<!doctype html><title>t</title><body><p class=a>one<script>
    fetch("/data").then((r) => r.text()).then((text) => {
      const p = document.createElement("p");
      p.append("two ", text);
      p.append(document.createElement("p"));
      document.body.append(p, document.createComment("c"), "three");
    });
  </script><noscript>no</noscript><template>tpl</template><svg viewBox="0 0 1 1"><use xlink:href="#x"/></svg>`);
  expect(rendered).toMatchObject({ kind: "page", by: "browser", status: 200, redirects: 0, isSettled: true });
  expect(rendered.tree.text).toBe("t\none\ntwo fetched\nthree\n");
  const { boxes, ...tree } = rendered.tree;
  const { boxes: _none, ...parsed } = parseHtml(rendered.html);
  expect(tree).toEqual(parsed);
  expect(boxes).not.toBeNull();
  const use = Array.from({ length: tree.size }, (_, node) => node).find(
    (node) => tagOf(rendered.tree, node) === "use",
  )!;
  expect(attributesOf(rendered.tree, use)).toEqual([["xlink:href", "#x"]]);
});

test("the same page without scripts has the same tree over HTTP and in the browser", async () => {
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>a</title><link rel="icon" href="data:,">
    <style>b { color: red }</style></head><body><!-- c --><table><tr><td>cell<td>other</table><ul><li>x<li>y</ul>
    <pre>\n\nlines</pre><select><option>o</select><p>unclosed <b>bold<p>next</b> end</p><textarea>\n t</textarea></body></html>`;
  const rendered = await capture(html);
  const { boxes: _boxes, ...tree } = rendered.tree;
  const { boxes: _none, ...parsed } = parseHtml(html);
  expect(tree).toEqual(parsed);
});

test("what the page loads besides itself is counted by kind, as it came over the wire", async () => {
  const send = (type: string, bytes: number): RequestListener => {
    return (_request, response) => response.writeHead(200, { "content-type": type }).end(Buffer.alloc(bytes, 32));
  };
  pages["/a.css"] = send("text/css", 30_000);
  pages["/a.js"] = send("text/javascript", 20_000);
  pages["/a.svg"] = (_request, response) =>
    response
      .writeHead(200, { "content-type": "image/svg+xml" })
      .end(`<svg xmlns="http://www.w3.org/2000/svg"/>${" ".repeat(10_000)}`);
  const { loaded } = await capture(`<!doctype html><link rel=icon href="data:,"><link rel=stylesheet href=/a.css>
    <script src=/a.js></script><img src=/a.svg><p>${"words ".repeat(10_000)}</p>`);
  expect(loaded).toMatchObject({ imageCount: 1, fonts: 0, other: 0 });
  const over = Object.entries({ images: 10_000, styles: 30_000, scripts: 20_000 }).map(
    ([kind, bytes]) => loaded![kind as "images"] - bytes,
  );
  // with the head of each answer
  for (const more of over) expect(more).toBeGreaterThan(0);
  for (const more of over) expect(more).toBeLessThan(2_000);
});

test("boxes are those of the page, hidden things have none", async () => {
  const rendered = await capture(`<!doctype html><body style="margin:0;height:5000px">
    <p style="position:absolute;left:100px;top:3000px;width:50px;height:20px;margin:0">far</p>
    <p style="display:none">gone</p><p style="visibility:hidden">unseen</p>
    <div style="display:contents"><b style="position:absolute;left:7px;top:9px">inside</b></div>`);
  expect(boxOfText(rendered, "far")).toEqual([100, 3000, 50, 20]);
  expect(boxOfText(rendered, "gone")[2]).toBe(-1);
  expect(boxOfText(rendered, "unseen")[2]).toBe(-1);
  const contents = nodeAt(rendered.tree, "html[1]/body[1]/div[1]")!;
  expect([...rendered.tree.boxes!.subarray(contents * 4, contents * 4 + 2)]).toEqual([7, 9]);
});

test("shadow trees are in place with slotted nodes in their slots; what is in frames is none of the tree", async () => {
  const rendered =
    await capture(`<!doctype html><x-card><b slot=t>title</b>rest</x-card><iframe srcdoc="<p>inner"></iframe>
    <script>customElements.define("x-card", class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: "open" }).innerHTML = "<h2><slot name=t></slot></h2><slot></slot><p>own</p>";
      }
    })</script>`);
  expect(rendered.tree.text).toBe("title\nrest\nown\n");
  expect(nodeAt(rendered.tree, "html[1]/body[1]/x-card[1]/h2[1]/slot[1]/b[1]")).not.toBeNull();
});

test("styles that exist only in memory are written down", async () => {
  const rendered = await capture(`<!doctype html><style id=s></style><p>x</p><div id=h></div><script>
    s.sheet.insertRule("p { color: rgb(1, 2, 3) }");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("i { color: rgb(4, 5, 6) } u { content: '</style>' }");
    document.adoptedStyleSheets = [sheet];
    h.attachShadow({ mode: "open" }).innerHTML = "<section><style></style><b>y</b></section>";
    h.shadowRoot.querySelector("style").sheet.insertRule(":host { color: rgb(7, 8, 9) }");
  </script>`);
  expect(rendered.html).toContain("p { color: rgb(1, 2, 3); }");
  expect(rendered.html).toContain("i { color: rgb(4, 5, 6); }");
  expect(rendered.html).toMatch(/<style [^>]*data-tessera-shadow="2"[^>]*>:host \{ color: rgb\(7, 8, 9\); \}/);
  expect(rendered.tree.text).toBe("x\ny\n");
});

test("a page that has taken its head away and has styles in no element is captured with them", async () => {
  const rendered = await capture(`<p>x</p><script>
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("p { color: rgb(1, 2, 3) }");
    document.adoptedStyleSheets = [sheet];
    document.head.remove();
  </script>`);
  expect(rendered.html).toContain("p { color: rgb(1, 2, 3); }");
});

test("steps are taken in order before the capture", async () => {
  pages["/search"] = (request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<p id=result>found ${new URL(request.url ?? "", site.origin).searchParams.get("q")}</p>
        <button onclick="setTimeout(() => { document.body.append(Object.assign(document.createElement('i'), { id: 'm', textContent: 'more' })) }, 300)">more</button>
        <div style="height:4000px"></div><p id=end>end</p><script>
        new IntersectionObserver((entries) => { if (entries[0].isIntersecting) document.getElementById("end").textContent = "seen" })
          .observe(document.getElementById("end"))</script>`);
  const rendered = await capture(`<form action=/search><input name=q></form>`, {
    steps: [
      { kind: "type", selector: "input[name=q]", text: "tiles\n" },
      { kind: "waitFor", selector: "#result" },
      { kind: "click", selector: "button" },
      { kind: "waitFor", selector: "#m" },
      { kind: "scroll", to: "bottom" },
      { kind: "scroll", to: "top" },
      { kind: "wait", ms: 1 },
    ],
  });
  expect(rendered.tree.text).toContain("found tiles");
  expect(rendered.tree.text).toContain("more");
  expect(rendered.tree.text).toContain("seen");
  expect(rendered.finalUrl).toBe(`${site.origin}/search?q=tiles`);
});

test("a page that scrolls inside itself is scrolled there, wherever the keyboard types, to its end and back", async () => {
  const rendered = await capture(
    `<style>html, body { margin: 0; height: 100%; overflow: hidden } main { height: 100%; overflow: auto }</style>
    <main id=m><input id=field value=abc><ul id=list></ul><p id=end>end</p></main><script>
      const grow = () => { for (let at = 0; at < 20; at++) list.append(Object.assign(document.createElement("li"), { style: "height:100px", textContent: "item" })) };
      grow();
      let isTop = true;
      m.addEventListener("scroll", () => {
        if (m.scrollTop + m.clientHeight > m.scrollHeight - 50 && list.children.length < 60) grow();
        if (m.scrollTop > 2000) isTop = false;
        end.textContent = !isTop && m.scrollTop === 0 ? "back at the top" : "below";
      });
      field.focus();
    </script>`,
    {
      steps: [
        { kind: "scroll", to: "bottom" },
        { kind: "scroll", to: "top" },
      ],
    },
  );
  expect(rendered.tree.text.match(/item/g)).toHaveLength(60);
  expect(rendered.tree.text).toContain("back at the top");
});

test("a step that cannot be taken is a failure that names it", async () => {
  pages["/"] = "<p>x";
  const steps = [{ kind: "click", selector: "#absent" }] as const;
  await expect(browser.capture(new URL("/", site.origin), { steps, timeoutMs: 3_000 })).rejects.toMatchObject({
    code: expect.stringMatching(/step-failed|timeout/),
  });
});

test("a consent wall is answered with no, by a rule of the library", async () => {
  const rendered = await capture(`<!doctype html><p>page</p><div id="onetrust-banner-sdk" style="height:50px"><button
      id="onetrust-accept-btn-handler">Accept all</button><button id="onetrust-reject-all-handler">Reject all</button></div>
    <script>
      document.getElementById("onetrust-reject-all-handler").onclick = () => {
        document.getElementById("onetrust-banner-sdk").remove();
        document.body.append("refused");
      };
    </script>`);
  expect(rendered.consentWall).toMatch(/onetrust/i);
  expect(rendered.tree.text).toContain("refused");
  expect(rendered.tree.text).not.toContain("Accept all");
});

test("one visitor leaves nothing to the next, and cookies are kept only where asked", async () => {
  const page = `<p id=p></p><script>
    p.textContent = [document.cookie, localStorage.a, sessionStorage.a, window.name].join("|");
    document.cookie = "a=1; max-age=1000"; localStorage.a = "2"; sessionStorage.a = "3"; window.name = "4";
  </script>`;
  expect((await capture(page)).tree.text).toBe("|||\n");
  expect((await capture(page)).tree.text).toBe("|||\n");
  const kept = await capture(page, { cookies: "" });
  expect(kept.tree.text).toBe("|||\n");
  expect((await capture(page, { cookies: kept.cookies })).tree.text).toBe("a=1|||\n");
  expect((await capture(page)).tree.text).toBe("|||\n");
});

test("a lean capture asks for fonts, which carry icons, and for no media that something is seen in place of", async () => {
  const page = `<!doctype html><style>@font-face { font-family: F; src: url(/f.woff2) } p { font-family: F }</style><p>x</p>
    <video src=/v.mp4 poster=/i.png preload=auto autoplay muted></video><img src=/i.png>`;
  await capture(page);
  expect(asked).toEqual(expect.arrayContaining(["/i.png", "/f.woff2"]));
  expect(asked).not.toContain("/v.mp4");
  await capture(page, { lean: false });
  expect(asked).toContain("/v.mp4");
});

test("pictures of the page and of a block are WebP of the right size", async () => {
  pages["/"] =
    `<!doctype html><body style="margin:0;height:2000px"><p style="position:absolute;top:1500px;left:10px;width:60px;height:30px;margin:0">x</p>`;
  await using open = await browser.open(new URL("/", site.origin), { quietMs: 200 });
  const block = nodeAt(open.capture.tree, "html[1]/body[1]/p[1]")!;
  expect(webpSize((await open.picture())!)).toEqual([1280, 2000]);
  expect(webpSize((await open.picturesOf([block])).get(block)!)).toEqual([120, 60]);
});

test("a huge block has a picture of all of it, with no more pixels than there is room for", async () => {
  const huge = (size: string) => `<p style="position:absolute;margin:0;top:0;left:0;${size}">x</p>`;
  pages["/"] =
    `<!doctype html><body>${huge("width:9000px;height:40000px")}${huge("width:10px;height:90000px")}<p>${huge("width:1000px;height:2000px")}`;
  await using open = await browser.open(new URL("/", site.origin), { quietMs: 200 });
  const blocks = [1, 2, 4].map((at) => nodeAt(open.capture.tree, `html[1]/body[1]/p[${at}]`)!);
  const pictures = await open.picturesOf(blocks);
  const sizes = blocks.map((block) => webpSize(pictures.get(block)!));
  for (const [width, height] of sizes) {
    expect(width! * height!).toBeLessThan(4_100_000);
    expect(Math.max(width!, height!)).toBeLessThanOrEqual(16_000);
  }
  const [wide, high, usual] = sizes.map(([width, height]) => height! / width!);
  expect(wide).toBeCloseTo(40_000 / 9_000, 1);
  expect(high).toBeGreaterThan(4_000);
  expect(usual).toBeCloseTo(2, 1);
});

test("of a page whose browser has gone away no picture can be taken, and the next page is captured", async () => {
  pages["/"] = "<!doctype html><p>x</p>";
  await using open = await browser.open(new URL("/", site.origin), { quietMs: 200 });
  for (const group of browser.processGroups()) process.kill(-group, "SIGKILL");
  await expect(open.picture()).rejects.toMatchObject({ name: "CaptureFailure", code: "crashed" });
  expect((await capture("<!doctype html><p>x</p>")).html).toContain("x");
});

test("a browser that is replaced leaves no proxy behind that listens", async () => {
  const replaced = new CaptureBrowser({
    httpClient: site.httpClient,
    readerFor: () => readOnTheSpot,
    capturesPerBrowser: 1,
  });
  const listening = () => process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
  pages["/"] = "<!doctype html><p>x</p>";
  const before = listening();
  for (let at = 0; at < 2; at++) await replaced.capture(new URL("/", site.origin), { quietMs: 50 });
  await expect.poll(listening).toBe(before);
  await replaced.stop();
}, 30_000);

test("a page that sends itself elsewhere is captured where it ends", async () => {
  pages["/moved"] = (_request, response) => response.writeHead(302, { location: "/end" }).end();
  pages["/end"] = "<p>end";
  const rendered = await capture(`<script>location.replace("/moved")</script>`);
  expect(rendered).toMatchObject({ url: `${site.origin}/`, finalUrl: `${site.origin}/end`, redirects: 2 });
});

test.each([
  ["a missing page", 404, "text/html", "status"],
  ["a wall", 403, "text/html", "blocked"],
  ["a PDF", 200, "application/pdf", "not-html"],
  ["a picture", 200, "image/png", "not-html"],
  ["a download", 200, "application/octet-stream", "not-html"],
])("%s is a typed failure", async (_name, status, type, code) => {
  pages["/"] = (_request, response) => response.writeHead(status, { "content-type": type }).end("x");
  await expect(browser.capture(new URL("/", site.origin))).rejects.toMatchObject({ code });
});

test("failures of the network have the codes that they have over HTTP", async () => {
  const secure = await startSecureSite((_request, response) => response.end("x"));
  await expect(browser.capture(new URL(secure.origin))).rejects.toMatchObject({ code: "tls" });
  await secure.close();
  await expect(browser.capture(new URL(secure.origin))).rejects.toMatchObject({ code: "refused" });
  await expect(browser.capture(new URL("http://127.0.0.1/"))).rejects.toMatchObject({ code: "forbidden-address" });
  await expect(browser.capture(new URL("http://private.test/"))).rejects.toMatchObject({ code: "forbidden-address" });
});

test("captures at the same time do not meet", async () => {
  pages["/a"] = "<p>a";
  pages["/b"] = "<p>b";
  const captures = ["/a", "/b", "/a", "/b"].map((path) => browser.capture(new URL(path, site.origin)));
  expect((await Promise.all(captures)).map(({ tree }) => tree.text)).toEqual(["a\n", "b\n", "a\n", "b\n"]);
});

/** Width and height from the head of a lossy WebP file (RFC 9649 section 2.5). */
function webpSize(picture: Buffer): [number, number] {
  expect(picture.toString("latin1", 8, 15)).toBe("WEBPVP8");
  const isExtended = picture.toString("latin1", 12, 16) === "VP8X";
  return isExtended
    ? [picture.readUIntLE(24, 3) + 1, picture.readUIntLE(27, 3) + 1]
    : [picture.readUInt16LE(26) & 0x3fff, picture.readUInt16LE(28) & 0x3fff];
}

test("slow pages of one person leave a tab to another", async () => {
  const held: (() => void)[] = [];
  pages["/slow"] = (_, response) => {
    held.push(() => response.writeHead(200, { "content-type": "text/html" }).end("<p>slow"));
  };
  pages["/quick"] = "<p>quick";
  const slow = [1, 2, 3].map(() => browser.capture(new URL("/slow", site.origin), { holder: "mallory", quietMs: 100 }));
  await expect.poll(() => held.length).toBe(1);
  const quick = await browser.capture(new URL("/quick", site.origin), { holder: "ada", quietMs: 100 });
  expect(quick.html).toContain("quick");
  // two tabs: mallory has had one of them all the while, and not a second one
  expect(held).toHaveLength(1);
  const finish = setInterval(() => {
    for (const answer of held.splice(0)) answer();
  }, 20);
  await Promise.all(slow);
  clearInterval(finish);
});

test("what is turned says how large it was laid out and by how much it is turned, by itself and by what it is in", async () => {
  const { tree, html } = await capture(`<!doctype html><body style="margin:0">
    <section style="width:400px;transform:translate(30px,9px)"><p style="width:200px;height:40px;margin:0;rotate:90deg">up</p></section>
    <div style="width:300px;scale:.5"><b style="display:block;width:100px;height:50px;padding:5px;transform:skewX(45deg)">two</b>
    <i style="transform:rotate(9deg)">inline</i><u data-tessera-turned="1 2 3 4 5 6" style="display:block;width:80px;height:8px">its own</u></div>
    <s data-tessera-turned="a page's own words">straight</s>`);
  const turned = (tag: string): string | null => {
    const node = Array.from(tree.tag.keys()).find((at) => tagOf(tree, at) === tag)!;
    return attributesOf(tree, node).find(([name]) => name === "data-tessera-turned")?.[1] ?? null;
  };
  expect(turned("section")).toBeNull();
  expect(turned("p")).toBe("200 40 0 1 -1 0");
  expect(turned("div")).toMatch(/^300 [\d.]+ 0\.5 0 0 0\.5$/);
  expect(turned("b")).toBe("110 60 0.5 0 0.5 0.5");
  expect(turned("u")).toBe("80 8 0.5 0 0 0.5");
  expect(html).not.toContain("own words");
});
