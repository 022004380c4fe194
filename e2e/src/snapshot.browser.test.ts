/** A snapshot that was taken in a real page is clean: the server finds nothing in it to take out. */
import { cleanSnapshot, type PageSnapshot } from "@tessera/page/snapshot";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { browserPath } from "./world.ts";

const WORD = "hunter-two";
const PAGE = `<!doctype html><html><head><meta name="csrf-token" content="${WORD}"><meta name="description" content="A bank">
<link rel="alternate" href="/feed/${WORD}"><style media="screen">p { background: url(/a.png?token=${WORD}) }</style></head><body>
<script>"${WORD}"</script><noscript>${WORD}</noscript><!-- ${WORD} --><template><p>${WORD}</p></template>
<iframe srcdoc="${WORD}" src="/embed/${WORD}" class="map"></iframe><object data="/${WORD}"><p>${WORD}</p></object>
<form action="/pay/${WORD}"><input type="hidden" value="${WORD}"><input value="${WORD}"><textarea>${WORD}</textarea></form>
<div contenteditable><p>${WORD} <img alt="${WORD}"></p></div><div role="textbox"><b>${WORD}</b></div>
<x:script>${WORD}</x:script><o:p>seen</o:p><svg><script>${WORD}</script><style>a{}</style><a xlink:href="#t"></a></svg>
<img srcset="/a.png 1x,/b.png?token=${WORD} 2x" data-src="c.png?sid=${WORD}"><p onclick="${WORD}" id="last">The balance is 12</p>
<div id="host"></div></body></html>`;

test("the server changes nothing of what was taken in a browser, and the number of an element holds", async () => {
  const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.setContent(PAGE, { waitUntil: "domcontentloaded" });
    await page.evaluate(await bundled());
    const [snapshot, last] = await page.evaluate<[PageSnapshot, number]>(`{
      const root = document.getElementById("host").attachShadow({ mode: "open" });
      root.innerHTML = "<style>b { color: red }</style><b>in a shadow</b>";
      const taken = tessera.takeSnapshot(document, { way: "tab", url: "https://bank.example/?token=${WORD}#x" });
      [taken.snapshot, taken.numberOf(document.getElementById("last"))];
    }`);
    expect(JSON.stringify(snapshot)).toContain("in a shadow");
    expect(JSON.stringify(snapshot)).not.toContain(WORD);
    const again = cleanSnapshot(snapshot);
    expect(again.snapshot).toEqual(snapshot);
    expect(again.numberOf(last)).toBe(last);
  } finally {
    await browser.close();
  }
});

async function bundled(): Promise<string> {
  const input = new URL("../../packages/page/src/snapshot/index.ts", import.meta.url).pathname;
  const bundle = await rolldown({ input });
  const { output } = await bundle.generate({ format: "iife", name: "tessera" });
  await bundle.close();
  return output[0].code.replace(/^var tessera/, "globalThis.tessera");
}
