import { createSocket, type Socket } from "node:dgram";
import { createGuard, HttpClient } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import { FORBIDDEN_ROUTES, urlOf } from "@tessera/network/loopback/forbidden-routes";
import { type SsrfWorld, startSsrfWorld } from "@tessera/network/loopback/world";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { notedBrowser, notedWholeBrowser } from "../../../../scripts/browser-path.ts";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import { ESCAPE_ROUTES, SERVICE_WORKER } from "./escape-routes.fixture.ts";

let world: SsrfWorld;
let httpClient: HttpClient;
let ear: Socket;
let datagrams = 0;
const pages = new Map<string, string>();

const POLICY: readonly string[] = ["forbidden-address", "bad-url"];
/** With windows Chromium connects on its own account, too: both kinds have to be held back. */
const CHROMIUMS = [...new Set([notedBrowser(), notedWholeBrowser()].filter((path) => path !== null))];

beforeAll(async () => {
  world = await startSsrfWorld({ pages: (path) => pages.get(path.split("?", 1)[0]!) ?? null });
  ear = createSocket("udp4");
  ear.on("message", () => datagrams++);
  await new Promise<void>((ready) => ear.bind(world.port, "127.0.0.1", ready));
  httpClient = new HttpClient({ guard: createGuard(world.guardOptions) });
  pages.set("/worker.js", SERVICE_WORKER);
  const preconnect = ESCAPE_ROUTES.find(({ name }) => name === "preconnect")!;
  pages.set("/try/preconnect", `<!doctype html>${preconnect.page(canary("preconnect"))}`);
  pages.set(
    "/all",
    `<!doctype html><p>trying</p>${ESCAPE_ROUTES.map(({ page, name }) => page(canary(name))).join("\n")}`,
  );
});
// what an earlier test left on the way is not to be blamed on the next
beforeEach(() => {
  world.takeLeaks();
  datagrams = 0;
});
afterAll(async () => {
  await httpClient.close();
  await new Promise<void>((closed) => ear.close(closed));
  await world.close();
});

const canary = (name: string) => `http://127.0.0.1:${world.port}/leak-${name}`;

test("a Chromium that goes out by itself leaks: the suite can fail", async () => {
  // As a person would use it, with a profile: only then does it connect in advance.
  const unguarded = await chromium.launchPersistentContext("", {
    executablePath: (notedWholeBrowser() ?? notedBrowser())!,
    chromiumSandbox: false,
    args: [
      "--host-resolver-rules=MAP site.test 127.9.9.9",
      `--unsafely-treat-insecure-origin-as-secure=${world.site}`,
      "--disable-gpu",
    ],
  });
  onTestFinished(() => unguarded.close());
  const page = await unguarded.newPage();
  // First, while no connection is there that could be used again; the headless shell does not connect in advance.
  await page.goto(`${world.site}/try/preconnect`);
  if (notedWholeBrowser() !== null) {
    await expect.poll(() => world.takeLeaks(), { timeout: 20_000 }).toContain("connection to 127.0.0.1");
  }
  const leaking = new Set<string>();
  await page.goto(`${world.site}/all`, { waitUntil: "domcontentloaded" });
  const note = () => {
    for (const leak of world.takeLeaks()) leaking.add(/leak-([\w-]+)/.exec(leak)?.[1] ?? leak);
    return leaking.size;
  };
  await expect.poll(note, { timeout: 20_000, interval: 200 }).toBeGreaterThanOrEqual(38);
  await expect.poll(() => datagrams, { timeout: 20_000 }).toBeGreaterThan(0);
  const typical = ["img", "fetch", "iframe", "websocket", "service-worker", "worker-fetch", "beacon"];
  const missing = () => {
    note();
    return typical.filter((name) => !leaking.has(name));
  };
  await expect.poll(missing, { timeout: 20_000, interval: 200 }).toEqual([]);
  await unguarded.close();
  await expect.poll(() => world.takeLeaks()).toEqual([]);
});

/** For an attribute or a string of a script alike. */
const quoted = (url: string) =>
  url
    .replaceAll('"', "%22")
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\0", "");

function openBrowser(executablePath: string): CaptureBrowser {
  const browser = new CaptureBrowser({
    httpClient,
    readerFor: () => readOnTheSpot,
    executablePath,
    // Service workers, caches and WebTransport exist only in secure contexts.
    extraFlags: [`--unsafely-treat-insecure-origin-as-secure=${world.site}`],
  });
  onTestFinished(() => browser.stop());
  return browser;
}

test.each(CHROMIUMS)("the same page behind the door reaches nothing: %s", async (executablePath) => {
  const browser = openBrowser(executablePath);
  const { tree } = await browser.capture(new URL(`${world.site}/all`), { settleMs: 6_000, lean: false });
  expect(tree.text).toContain("trying");
  expect(world.takeLeaks()).toEqual([]);
  expect(datagrams).toBe(0);
});

test("no spelling of a forbidden address leads out, by whichever way a page asks for it", async () => {
  const browser = openBrowser(CHROMIUMS[0]!);
  const attempts = FORBIDDEN_ROUTES.flatMap((route, row) => {
    // A frame that is refused shows an error page, and those take long: a few are enough.
    const ways = ["img", "fetch", "stylesheet", "websocket", ...(row % 12 === 0 ? ["iframe"] : [])];
    return ESCAPE_ROUTES.filter(({ name }) => ways.includes(name)).map(({ page }) => page(quoted(urlOf(route, world))));
  });
  pages.set("/table", `<!doctype html><p>trying</p>${attempts.join("\n")}`);
  await browser.capture(new URL(`${world.site}/table`), { settleMs: 8_000, timeoutMs: 60_000 });
  expect(world.takeLeaks()).toEqual([]);
});

test("no row of the table can be captured, and each says why", async () => {
  const browser = openBrowser(CHROMIUMS[0]!);
  const outcomes = await Promise.all(
    FORBIDDEN_ROUTES.map(async (route) => {
      const text = urlOf(route, world);
      return { route: route.name, outcome: URL.canParse(text) ? await outcomeOf(browser, new URL(text)) : "bad-url" };
    }),
  );
  expect(world.takeLeaks()).toEqual([]);
  const rebinding = outcomes.filter(({ route }) => route.includes("rebinding"));
  for (const { outcome } of rebinding) expect([...POLICY, "public"]).toContain(outcome);
  expect(outcomes.filter(({ route, outcome }) => !POLICY.includes(outcome) && !route.includes("rebinding"))).toEqual(
    [],
  );
});

test("the public site is captured through the same door", async () => {
  expect(await outcomeOf(openBrowser(CHROMIUMS[0]!), new URL(world.site))).toBe("public");
});

async function outcomeOf(browser: CaptureBrowser, url: URL): Promise<string> {
  try {
    const { tree } = await browser.capture(url, { quietMs: 100 });
    return tree.text.includes("public") ? "public" : "something else";
  } catch (failure) {
    if (failure instanceof CaptureFailure) return failure.code;
    throw failure;
  }
}
