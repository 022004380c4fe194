import type { RequestListener } from "node:http";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import { processesOf } from "./process-group.ts";

const MIB = 1024 * 1024;
let site: LoopbackSite;
let browser: CaptureBrowser;
let spins = 0;

const script = (code: string) => `<!doctype html><p>before</p><script>${code}</script><p>after</p>`;

/** Pages that harm whoever opens them. What is expected is a code, or the text of a page that is captured all the same. */
const HOSTILE: Readonly<Record<string, { readonly page: string | RequestListener; readonly outcome: RegExp }>> = {
  "loops for ever": { page: script("for (;;);"), outcome: /^timeout$/ },
  "loops for ever after it has loaded": { page: script("setTimeout(() => { for (;;); }, 50)"), outcome: /^timeout$/ },
  "loops in promises": { page: script("(function f() { Promise.resolve().then(f) })()"), outcome: /^timeout$/ },
  "shows dialogs for ever": { page: script("for (;;) alert(1)"), outcome: /^timeout$/ },
  "shows every kind of dialog": {
    page: script("alert(1); confirm(2); prompt(3); onbeforeunload = (event) => event.preventDefault()"),
    outcome: /^before after$/,
  },
  "asks to be printed": { page: script("print()"), outcome: /^before after$/ },
  "opens windows": {
    page: script("for (let i = 0; i < 20; i++) open('/', 'w' + i); open('about:blank').document.write('x')"),
    outcome: /^before/,
  },
  "starts downloads": {
    page: `${script("setTimeout(() => d.click(), 20)")}<a id=d download href="data:application/zip,x">x</a>`,
    outcome: /^before after x$/,
  },
  "sends itself elsewhere for ever": {
    page: (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(script(`location = "/?${++spins}"`)),
    outcome: /^too-many-redirects$/,
  },
  "redirects for ever": {
    page: (_request, response) => response.writeHead(302, { location: `/?${++spins}` }).end(),
    outcome: /^too-many-redirects$/,
  },
  "leaves the web": { page: script("location = 'about:blank'"), outcome: /^bad-url$/ },
  "leaves for a data URL": { page: script("location = 'data:text/html,x'"), outcome: /^before after$/ },
  "fills the heap": {
    page: script("const all = []; for (;;) all.push(Array.from({ length: 1e6 }, () => ({})))"),
    outcome: /^(crashed|timeout)$/,
  },
  "fills the memory outside the heap": {
    page: script("const all = []; for (;;) all.push(new Uint8Array(5e7).fill(1))"),
    outcome: /^(crashed|timeout)$/,
  },
  "never ends its body": {
    page: (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const drip = setInterval(() => response.write("<p>more"), 50);
      response.on("close", () => clearInterval(drip));
    },
    outcome: /^timeout$/,
  },
  "sends more than a capture may have": {
    page: (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      // of what needs no room on the page: the limit of bytes is meant, not the one of memory
      const piece = Buffer.alloc(MIB, " ");
      const flood = () => {
        while (response.write(piece));
        response.once("drain", flood);
      };
      flood();
    },
    outcome: /^too-large$/,
  },
  "has more nodes than a tree may have": {
    page: script("document.body.innerHTML = '<i></i>'.repeat(600000)"),
    outcome: /^(too-large|timeout|crashed)$/,
  },
  "nests 20,000 levels deep": {
    page: script(
      "let at = document.body; for (let i = 0; i < 20000; i++) at = at.appendChild(document.createElement('b'))",
    ),
    outcome: /^(before after|crashed|timeout)$/,
  },
  "changes what scripts rely on": {
    page: script(`
      for (const name of ["setTimeout", "Promise", "MutationObserver", "JSON", "CSSStyleSheet"]) window[name] = undefined;
      Array.prototype.map = Array.prototype.push = Object.prototype.toString = () => { throw 1 };
      Document.prototype.querySelectorAll = () => { throw 2 };
      Object.defineProperty(document, "styleSheets", { get() { throw 3 } })`),
    outcome: /^before after$/,
  },
  "has more names of attributes than a tree can number": {
    page: `<p ${Array.from({ length: 70_000 }, (_, index) => `a${index}`).join(" ")}>x`,
    outcome: /^too-large$/,
  },
};

beforeAll(async () => {
  site = await startSite((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://site.test").pathname.slice(1));
    if (name === "") current(request, response);
    else if (name === "good") response.writeHead(200, { "content-type": "text/html" }).end("<p>good");
    else response.writeHead(404).end();
  });
  browser = new CaptureBrowser({
    httpClient: site.httpClient,
    readerFor: () => readOnTheSpot,
    softMemoryBytes: 900 * MIB,
    hardMemoryBytes: 1_100 * MIB,
    maxBytesPerCapture: 20 * MIB,
  });
});
afterAll(async () => {
  await browser.stop();
  await site.close();
});

let current: RequestListener = () => {};

async function outcomeOf(url: string, timeoutMs = 20_000): Promise<string> {
  try {
    const { tree } = await browser.capture(new URL(url), { timeoutMs, settleMs: 1_000, quietMs: 200 });
    return tree.text.trim().replace(/\s+/g, " ");
  } catch (failure) {
    return (failure as { code: string }).code;
  }
}

test.each(Object.entries(HOSTILE))("a page that %s", async (_name, { page, outcome }) => {
  current =
    typeof page === "function"
      ? page
      : (_request, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  // Only a page that never ends is given little time.
  expect(await outcomeOf(`${site.origin}/`, outcome.test("timeout") ? 2_500 : undefined)).toMatch(outcome);
  expect(await outcomeOf(`${site.origin}/good`)).toBe("good");
});

test("a browser that is killed in the middle of a capture is replaced", async () => {
  current = (_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(script("setInterval(() => document.body.append('x'), 20)"));
  };
  const capture = outcomeOf(`${site.origin}/`);
  await expect.poll(() => browser.processGroups().length).toBeGreaterThan(0);
  for (const group of browser.processGroups()) process.kill(-group, "SIGKILL");
  expect(await capture).toBe("crashed");
  expect(await outcomeOf(`${site.origin}/good`)).toBe("good");
});

test("when it is stopped no process of it is left, and none is started by a capture that comes later", async () => {
  expect(await outcomeOf(`${site.origin}/good`)).toBe("good");
  const groups = browser.processGroups();
  expect(groups).not.toEqual([]);
  await browser.stop();
  await expect.poll(() => groups.flatMap((group) => processesOf(group))).toEqual([]);
  expect(await outcomeOf(`${site.origin}/good`)).toBe("crashed");
  expect(browser.processGroups()).toEqual([]);
  await browser.stop();
});
