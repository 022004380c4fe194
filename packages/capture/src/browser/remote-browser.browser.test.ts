import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGuard, HttpClient } from "@tessera/network";
import { type SsrfWorld, startSsrfWorld } from "@tessera/network/loopback/world";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import { canSandbox, findChromium } from "./chromium-flags.ts";
import { killGroup } from "./process-group.ts";

let world: SsrfWorld;
let httpClient: HttpClient;
let elsewhere: ChildProcess;
let endpoint: string;
const folder = mkdtempSync(join(tmpdir(), "tessera-elsewhere-"));
const pages = new Map<string, string>();

/** A Chromium as somebody else would start it: without any flag of ours. */
async function startElsewhere(): Promise<string> {
  const flags = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "--no-first-run"];
  const sandbox = canSandbox() ? [] : ["--no-sandbox"];
  // in a group of its own: some systems install a script that starts the browser
  elsewhere = spawn(findChromium()!, [...flags, ...sandbox, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  for (let said = ""; ; ) {
    const [some] = (await once(elsewhere.stderr!, "data")) as [Buffer];
    said += some.toString();
    const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
    if (address) return address;
  }
}

beforeAll(async () => {
  world = await startSsrfWorld({ pages: (path) => pages.get(path.split("?", 1)[0]!) ?? null });
  httpClient = new HttpClient({ guard: createGuard(world.guardOptions) });
  endpoint = await startElsewhere();
});
afterAll(async () => {
  const ended = once(elsewhere, "exit");
  killGroup(elsewhere.pid!);
  await ended;
  await httpClient.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const browserAt = (proxyHost: string) =>
  new CaptureBrowser({ httpClient, readerFor: () => readOnTheSpot, remote: { endpoint, proxyHost } });

test("a browser elsewhere captures a page with its scripts and boxes, through our door", async () => {
  pages.set("/made", `<!doctype html><p id="x"></p><script>x.textContent = "made by a script"</script>`);
  const browser = browserAt("127.0.0.1");
  const { html, tree, bytesOnWire } = await browser.capture(new URL("/made", world.site));
  expect(html).toContain("made by a script");
  expect(tree.boxes).not.toBeNull();
  expect(bytesOnWire).toBeGreaterThan(0);
  await browser.stop();
});

test("pages in it reach nothing that the guard forbids, and the address alone is refused too", async () => {
  const canary = `http://127.0.0.1:${world.port}/leak`;
  pages.set(
    "/hostile",
    `<!doctype html><p>trying</p><img src="${canary}-image"><iframe src="${canary}-frame"></iframe>
    <script>fetch("${canary}-fetch", { mode: "no-cors" }); navigator.sendBeacon("${canary}-beacon");
    new WebSocket("ws://127.0.0.1:${world.port}/leak-socket");</script>`,
  );
  const browser = browserAt("127.0.0.1");
  world.takeLeaks();
  await browser.capture(new URL("/hostile", world.site));
  expect(world.takeLeaks()).toEqual([]);
  await expect(browser.capture(new URL(`${canary}-page`))).rejects.toMatchObject({ code: "forbidden-address" });
  await browser.stop();
});

test("steps are shown in it as in a browser of this machine", async () => {
  pages.set(
    "/more",
    "<!doctype html><button onclick=\"this.insertAdjacentHTML('afterend','<p>Clara</p>')\">More</button>",
  );
  const browser = browserAt("127.0.0.1");
  {
    await using live = await browser.openLive(new URL("/more", world.site), { quietMs: 100 });
    const { controls } = await live.view();
    const [left, top, width, height] = controls[0]!.box;
    const at = { x: left + width / 2, y: top + height / 2 };
    const step = await live.take({ kind: "click", selector: "*" }, at);
    expect(step).toMatchObject({ kind: "click", selector: expect.stringContaining("More") });
    expect((await live.view()).picture.byteLength).toBeGreaterThan(100);
  }
  await browser.stop();
});

test("it is left running, and found again after it was left", async () => {
  pages.set("/still", "<!doctype html><p>here</p>");
  for (let round = 0; round < 2; round++) {
    const browser = browserAt("127.0.0.1");
    expect((await browser.capture(new URL("/still", world.site))).html).toContain("here");
    expect(browser.processGroups()).toEqual([]);
    await browser.stop();
  }
  expect(elsewhere.exitCode).toBeNull();
});

test("one that does not come to our door is given no page", async () => {
  pages.set("/secret", "<!doctype html><p>never asked for</p>");
  // a name of this machine that nobody has
  const browser = browserAt("nobody.invalid");
  await expect(browser.capture(new URL("/secret", world.site))).rejects.toMatchObject({ code: "crashed" });
  await browser.stop();
});

test("a browser that is not there is a failure of the capture, and says where", async () => {
  const remote = { endpoint: "ws://127.0.0.1:9/", proxyHost: "127.0.0.1" };
  const browser = new CaptureBrowser({ httpClient, readerFor: () => readOnTheSpot, remote });
  await expect(browser.capture(new URL("/made", world.site))).rejects.toThrow(/127\.0\.0\.1:9/);
  await browser.stop();
});
