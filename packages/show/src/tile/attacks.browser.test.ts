import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "@tessera/capture";
import { type DomTree, parseHtml, tagOf } from "@tessera/engine";
import { createGuard, HttpClient } from "@tessera/network";
import { ATTACKS, attackPage } from "@tessera/page/attack-corpus";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { AssetProxy } from "../assets/asset-proxy.ts";
import { cleanOnTheSpot } from "../assets/asset-reader.fixture.ts";
import { contentPolicy } from "../rules/content-policy.ts";
import { pictureTile } from "./picture-tile.ts";
import { renderPickerPage } from "./render-picker-page.ts";
import { renderTile } from "./render-tile.fixture.ts";
import { scaledTileDocument, tileDocument } from "./tile-document.ts";

/** Names of the attacks that reached the attacker, and of those that reached the bait from where they are let. */
const reached = new Set<string>();
const baited = new Set<string>();
/** Pages that are shown, by path; a second entry is the policy that they are served with. */
const shown = new Map<string, Shown>();
let attacker: Server;
let bait: Server;
let ours: Server;
let browser: Browser;
let httpClient: HttpClient;
let assets: AssetProxy;
let attackerOrigin = "";
let baitOrigin = "";
let ourOrigin = "";

beforeAll(async () => {
  const counting = (names: Set<string>) =>
    createServer((request, response) => {
      names.add((request.url ?? "/").split(/[/?#]/)[1] ?? "");
      response.end();
    });
  attacker = counting(reached);
  bait = counting(baited);
  ours = createServer((request, response) => {
    const page = shown.get(request.url ?? "");
    const headers = { "content-type": "text/html; charset=utf-8" };
    if (!page) response.writeHead(404).end();
    else
      response
        .writeHead(200, page.policy ? { ...headers, "content-security-policy": page.policy } : headers)
        .end(page.html);
  });
  attackerOrigin = await listen(attacker);
  baitOrigin = await listen(bait);
  ourOrigin = await listen(ours);
  // a process for each frame with a sandbox changes nothing about what may run in it
  const args = ["--disable-gpu", "--disable-features=IsolateSandboxedIframes"];
  browser = await chromium.launch({ executablePath: findChromium()!, chromiumSandbox: false, args });
  httpClient = new HttpClient({ guard: createGuard() });
  assets = new AssetProxy({
    httpClient,
    readerFor: () => cleanOnTheSpot,
    key: Buffer.alloc(32, 7),
    prefix: "/assets/",
    cacheFolder: join(tmpdir(), `tessera-attacks-${process.pid}`),
  });
});
afterAll(async () => {
  await browser.close();
  await httpClient.close();
  for (const server of [attacker, bait, ours]) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Shown {
  readonly html: string;
  readonly policy?: string;
}

/** As somebody would show a page who knows no better. */
const UNPROTECTED = 'sandbox="allow-scripts allow-same-origin allow-forms"';
const PER_DOCUMENT = 50;

/** Opens pages in frames, many in one tab; gives the tab and the path where it has to stay. */
async function openFrames(frames: readonly { readonly page: Shown; readonly sandbox: string }[]) {
  const parts = frames.map(({ page, sandbox }) => {
    const path = `/frame-${shown.size}`;
    shown.set(path, page);
    return `<iframe src="${path}" ${sandbox} width=200 height=100></iframe>`;
  });
  const top = `/top-${shown.size}`;
  shown.set(top, { html: `<!doctype html><title>top</title>${parts.join("")}` });
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  tab.on("dialog", (dialog) => void dialog.dismiss());
  tab.on("popup", (popup) => void popup.close());
  await tab.goto(ourOrigin + top, { waitUntil: "load", timeout: 60_000 }).catch(() => {});
  return { tab, top };
}

const inDocuments = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / PER_DOCUMENT) }, (_, at) =>
    all.slice(at * PER_DOCUMENT, (at + 1) * PER_DOCUMENT),
  );

/** What loud attacks wait for that take their time: an animation, a refresh or a picture, which may not be there. */
const WAITING = [
  /onanimationend/,
  /animation:k 1ms/,
  /<animate .*onbegin/,
  /<animate .*onend/,
  /refresh/,
  /^<img src=x: onerror/,
  /^<img srcset=x:/,
  /^<img src=data:/,
  /^<img src='~url~'/,
];

/** One for each of them, and never many: every document has them all. */
const CONTROLS = WAITING.map((waiting) => {
  const control = ATTACKS.find(({ isQuiet, html }) => !isQuiet && waiting.test(html));
  if (!control) throw new Error(`no attack waits for ${waiting}`);
  return control;
});

/**
 * Shows pages in frames, clicks on everything, and says who was reached meanwhile. How long that is, attacks shown as
 * they are in the same tab decide: when the last of those has reached the bait, the others would have reached theirs.
 */
async function reachedBy(pages: readonly Shown[], sandbox = ""): Promise<readonly string[]> {
  reached.clear();
  for (const some of inDocuments(pages)) {
    baited.clear();
    const controls = CONTROLS.map((attack) => ({ html: attackPage(attack, baitOrigin) }));
    const { tab, top } = await openFrames([
      ...some.map((page) => ({ page, sandbox })),
      ...controls.map((page) => ({ page, sandbox: UNPROTECTED })),
    ]);
    for (const frame of tab.frames()) await frame.evaluate(CLICK_ALL).catch(() => {});
    const missing = () => CONTROLS.filter(({ name }) => !baited.has(name)).map(({ html }) => html);
    await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
    expect(new URL(tab.url()).pathname).toBe(top);
    await tab.close();
  }
  return known(reached);
}

const known = (names: ReadonlySet<string>): readonly string[] =>
  ATTACKS.map(({ name }) => name).filter((name) => names.has(name));

const CLICK_ALL = `for (const element of document.querySelectorAll("a, button, input, area, label, summary, [onclick], text")) {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}`;

test("the corpus is large, and most of it is seen to hit whoever shows it as it is", async () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(150);
  const loud = ATTACKS.filter(({ isQuiet }) => !isQuiet);
  const pages = loud.map((attack) => ({ html: attackPage(attack, attackerOrigin) }));
  const hits = new Set(await reachedBy(pages, UNPROTECTED));
  const missed = loud.filter(({ name }) => !hits.has(name)).map(({ html }) => html);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(loud.length * 0.15);
  expect(hits.size).toBeGreaterThanOrEqual(120);
});

/** The sanitiser has to hold alone: no policy, no sandbox around it. */
test("nothing of it runs, navigates or asks for anything in the picker's page, even without policy and sandbox", async () => {
  const links = assets.links();
  const pages = ATTACKS.map((attack) => {
    const capture = { html: attackPage(attack, attackerOrigin), finalUrl: `${attackerOrigin}/page` };
    const { html } = renderPickerPage(capture, { links, nonce: "n0", assetSource: "'self'" });
    return { html: html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "") };
  });
  expect(await reachedBy(pages)).toEqual([]);
});

/** The whole page as a block, and everything in its body as what stands beside one. */
const WHOLE = (): number => 0;
const LAST = (html: string): number => lastElement(parseHtml(`${html}<p>the block</p>`));
const SEEN = { viewport: [1_280, 900], boxes: [[0, 0, 900, 600]] } as const;

test.each([
  ["adapted to its tile", "adapted", WHOLE],
  ["as on its page", "page", WHOLE],
  ["adapted, beside the block", "adapted", LAST],
  ["as on its page, beside the block", "page", LAST],
] as const)("nor in a tile, %s, even without policy and sandbox", async (_, look, blockIn) => {
  const pages = await Promise.all(
    ATTACKS.map(async (attack) => {
      const written = attackPage(attack, attackerOrigin);
      const capture = {
        html: blockIn === LAST ? `${written}<p>the block</p>` : written,
        finalUrl: `${attackerOrigin}/page`,
      };
      const options = { assets, holder: "ada", tile: attack.name, look, layout: SEEN };
      const { html, css } = await renderTile(capture, { nodes: [blockIn(written)] }, options);
      return { html: `<!doctype html><style>${css}</style>${html}` };
    }),
  );
  expect(await reachedBy(pages)).toEqual([]);
});

/** The one kind of tile that a script runs in: ours, under its policy, in a frame that nobody sees. */
test("nor in a tile that measures itself", async () => {
  const policy = { assetSource: "'self'", nonce: "n0" };
  const pages = await Promise.all(
    ATTACKS.map(async (attack) => {
      const capture = { html: attackPage(attack, attackerOrigin), finalUrl: `${attackerOrigin}/page` };
      const options = { assets, holder: "ada", tile: attack.name, look: "adapted" } as const;
      const tile = await renderTile(capture, { nodes: [0] }, options);
      return {
        html: tileDocument(tile, { ...policy, title: attack.name, look: "adapted" }),
        policy: contentPolicy(policy),
      };
    }),
  );
  expect(await reachedBy(pages, "sandbox=allow-scripts")).toEqual([]);
});

/** For other sites and secret links: a document of ours with the block in a frame, which alone has a sandbox here. */
test("nor in a tile that scales itself", async () => {
  const policy = { assetSource: "'self'", opensLinks: true };
  const scaling = { layout: { viewport: SEEN.viewport, width: 900 }, leastScale: 0 };
  const pages = await Promise.all(
    ATTACKS.map(async (attack) => {
      const capture = { html: attackPage(attack, attackerOrigin), finalUrl: `${attackerOrigin}/page` };
      const options = { assets, holder: "ada", tile: attack.name, look: "page", layout: SEEN } as const;
      const tile = await renderTile(capture, { nodes: [0] }, options);
      const html = scaledTileDocument(tile, { ...policy, title: attack.html }, scaling);
      return { html: html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "") };
    }),
  );
  expect(await reachedBy(pages)).toEqual([]);
});

/** With a box for everything, every link in it lies over the picture; where they lead is not followed here. */
test("nor in a picture, even without policy and sandbox", async () => {
  const pages = ATTACKS.map((attack) => {
    const capture = { html: attackPage(attack, attackerOrigin), finalUrl: `${attackerOrigin}/page` };
    const { size } = parseHtml(capture.html);
    const boxes = Int32Array.from({ length: 4 * size }, (__, at) => (at % 4 < 2 ? 0 : 100));
    const drawing = {
      capture,
      boxes,
      node: 0,
      without: [],
      text: capture.html,
      linkMode: "open",
      source: "/none",
    } as const;
    const { html, css } = pictureTile(drawing);
    return { html: `<!doctype html><style>${css}</style>${html.replaceAll(/ href="[^"]*"/g, "")}` };
  });
  expect(await reachedBy(pages)).toEqual([]);
});

function lastElement(tree: DomTree): number {
  for (let node = tree.size - 1; node > 0; node--) if (tagOf(tree, node) === "p") return node;
  return 0;
}

/** The page in the picker's frame, under its policy, in an app that writes down what the frame says. */
async function openPicker(source: string): Promise<{ tab: Page; frame: Frame }> {
  const options = { links: assets.links(), nonce: "abc", assetSource: ourOrigin };
  const { html, elements } = renderPickerPage({ html: source, finalUrl: "http://site.test/" }, options);
  shown.set("/picker", { html, policy: contentPolicy({ nonce: "abc", assetSource: ourOrigin }) });
  shown.set("/app", {
    html: `<script>said = []; onmessage = (event) => said.push(event.data)</script><iframe sandbox=allow-scripts src=/picker width=640 height=200></iframe>`,
  });
  const tab = await browser.newPage();
  onTestFinished(() => tab.close());
  await tab.goto(`${ourOrigin}/app`);
  await expect.poll(() => tab.evaluate("said")).toContainEqual({ kind: "ready", elements });
  return { tab, frame: tab.frames()[1]! };
}

test("the picker's frame tells how a block is laid out, and whether its words need what lies beside it", async () => {
  const beside = `<div style="position:absolute;inset:0;background:#000"></div>`;
  const behind = `<div style="position:absolute;z-index:-1;inset:0;background:#000"></div>`;
  const html = `<body style="margin:0;background:#eee"><div style="position:relative;width:300px">${beside}<p style="position:relative;margin:0;color:#fff">white</p></div>
    <div style="background:#000"><p style="color:#fff">white</p></div><p style="color:#fff">white on white</p>
    <div style="position:absolute;top:150px;width:300px">${behind}<div style="margin:0;color:#fff"><p style="margin:0"><i style="visibility:hidden">unseen</i><i style="visibility:hidden">unseen</i><i>white</i></p></div></div></body>`;
  const { tab } = await openPicker(html);
  const tree = parseHtml(html);
  const [over, on, lost, onBehind] = Array.from(tree.tag.keys()).filter((node) => tagOf(tree, node) === "p") as [
    number,
    number,
    number,
    number,
  ];
  const measured = async (node: number) => {
    await tab.evaluate(`frames[0].postMessage({ kind: "measure", node: ${node}, isMany: false }, "*")`);
    const heard = () => tab.evaluate(`said.find((one) => one.kind === "measured" && one.node === ${node}) ?? null`);
    await expect.poll(heard).not.toBeNull();
    return heard();
  };
  const ground = { up: 0, offset: -1, box: [0, 0, 300, expect.any(Number)] };
  expect(await measured(over)).toMatchObject({ grounds: [ground], isLegible: true, viewport: [640, 200], flush: 0 });
  const { boxes } = (await measured(over)) as { boxes: number[][] };
  expect(boxes.map((box) => box[2])).toEqual([640, 640, 300, 300]);
  expect(await measured(on)).toMatchObject({ grounds: [], isLegible: true });
  expect(await measured(lost)).toMatchObject({ grounds: [], isLegible: false });
  // behind the body, whose colour is that of the page and lies below all
  expect(await measured(onBehind)).toMatchObject({ grounds: [{ up: 1, offset: -1 }], isLegible: true });
});

test("in its frame, under its policy, our own script runs and tells of elements", async () => {
  const { tab, frame } = await openPicker("<p>pick <b>me</b></p>");
  await frame.locator("b").click();
  const smallest = async (kind: string): Promise<number | undefined> => {
    const said = (await tab.evaluate("said")) as { kind: string; levels?: { node: number }[] }[];
    return said.find((one) => one.kind === kind)?.levels?.at(-1)?.node;
  };
  // html 0, head 1, body 2, p 3, its text 4, b 5.
  await expect.poll(() => smallest("press")).toBe(5);
  await expect.poll(() => smallest("hover")).toBe(5);
});

test("a button that is pressed while the marks change is pressed", async () => {
  const { tab, frame } = await openPicker(`<section style="height:90px"><h2>Opening hours</h2>8 to 16</section>`);
  // html 0, head 1, body 2, section 3, h2 4
  const offered = `{ node: 3, look: "fragment", button: "Add", label: "Opening hours" }`;
  const mark = (...marks: string[]) =>
    tab.evaluate(`frames[0].postMessage({ kind: "mark", marks: [${marks.join(",")}] }, "*")`);
  await mark(offered);
  const box = (await frame.locator("section").boundingBox())!;
  await tab.mouse.move(box.x + box.width - 20, box.y + 18);
  await tab.mouse.down();
  // what the picker answers to the move of the pointer, while the button of the mouse is down
  await mark(offered, `{ node: 4, look: "hover", label: "h2" }`);
  await mark(offered.replace("fragment", "selected"));
  await frame.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
  await tab.mouse.up();
  await expect.poll(() => tab.evaluate("said")).toContainEqual(expect.objectContaining({ kind: "add", node: 3 }));
});
