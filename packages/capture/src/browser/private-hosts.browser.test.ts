import { createGuard, type Guard, HttpClient } from "@tessera/network";
import { grantOf, type PrivateGrant } from "@tessera/network/allow-list";
import { CaptureFailure } from "@tessera/network/failure";
import { openGuard } from "@tessera/network/loopback/open-guard";
import { type SsrfWorld, startSsrfWorld } from "@tessera/network/loopback/world";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import { ESCAPE_ROUTES, SERVICE_WORKER } from "./escape-routes.fixture.ts";

/** A name of the canary: a private host that the owner has allowed. */
const NAS = "loop4.test";

let world: SsrfWorld;
let nas: string;
let guard: Guard;
let grant: PrivateGrant;
const pages = new Map<string, string>([["/worker.js", SERVICE_WORKER]]);
const privatePages = new Map<string, string>();
/** Behind the real guard. */
let browser: CaptureBrowser;
const started: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  const pathOf = (path: string) => path.split("?", 1)[0]!;
  world = await startSsrfWorld({
    pages: (path) => pages.get(pathOf(path)) ?? null,
    privatePages: (path) => privatePages.get(pathOf(path)) ?? null,
  });
  nas = `http://${NAS}:${world.port}`;
  guard = createGuard(world.guardOptions);
  grant = grantOf(new URL(nas));
  browser = browserBy(guard);
  pages.set(
    "/all",
    hostile(
      "trying",
      ESCAPE_ROUTES.map(({ name }) => name),
    ),
  );
});
beforeEach(() => void world.takeLeaks());
afterAll(async () => {
  for (const each of started) await each.stop();
  await world.close();
});

/** A page that reaches for the private host in the given ways, by the names that lead there. */
function hostile(text: string, ways: readonly string[], hosts: readonly string[] = [NAS]): string {
  const attempts = ESCAPE_ROUTES.filter(({ name }) => ways.includes(name)).flatMap(({ name, page }) =>
    hosts.map((host) => page(`http://${host}:${world.port}/leak-${name}`)),
  );
  return `<!doctype html><p>${text}</p>${attempts.join("\n")}`;
}

function browserBy(by: Guard): CaptureBrowser {
  const httpClient = new HttpClient({ guard: by });
  const one = new CaptureBrowser({
    httpClient,
    readerFor: () => readOnTheSpot,
    // Service workers and caches exist only in secure contexts.
    extraFlags: [`--unsafely-treat-insecure-origin-as-secure=${world.site}`],
  });
  started.push(one, { stop: () => httpClient.close() });
  return one;
}

const leakedWays = () => new Set(world.takeLeaks().flatMap((leak) => /leak-([\w-]+)/.exec(leak)?.[1] ?? []));
const CALM = { settleMs: 6_000, lean: false } as const;

test("a hostile page reaches a private host that is open to whoever asks: the suite can fail", async () => {
  await browserBy(openGuard(guard, NAS)).capture(new URL("/all", world.site), CALM);
  const ways = leakedWays();
  for (const way of [
    "img",
    "stylesheet",
    "css-font",
    "iframe",
    "fetch",
    "fetch-post",
    "xhr",
    "beacon",
    "worker-fetch",
  ]) {
    expect([...ways]).toContain(way);
  }
});

test("a hostile page reaches it in none of these ways, also right after the owner's capture of it", async () => {
  await browser.capture(new URL("/page", nas), { grant });
  expect(world.takeLeaks()).toContain(`GET /page for ${new URL(nas).host}`);
  const { tree } = await browser.capture(new URL("/all", world.site), CALM);
  expect(tree.text).toContain("trying");
  expect(world.takeLeaks()).toEqual([]);
});

test("a grant for another page's host is none: not by redirect, not by name", async () => {
  const redirecting = new URL(`/redirect?to=${encodeURIComponent(`${nas}/leak-redirect`)}`, world.site);
  expect(await outcomeOf(browser.capture(redirecting, { grant }))).toBe("forbidden-address");
  expect(await outcomeOf(browser.capture(redirecting))).toBe("forbidden-address");
  pages.set("/names", hostile("names", ["img", "fetch-post", "iframe"], ["127.0.0.1", "localhost", "rebind.test"]));
  await browser.capture(new URL("/names", world.site), { ...CALM, grant });
  expect(world.takeLeaks()).toEqual([]);
});

test("the page on the host has what is its own and what is public, and nothing else that is private", async () => {
  const ways = ["img", "stylesheet", "fetch", "iframe"];
  const others = hostile("", ways, ["127.0.0.1", "localhost"]).replaceAll("leak-", "other-");
  privatePages.set(
    "/page",
    `${hostile("own", ways)}${others}<div id=public></div>
     <script src="${world.site}/public.js"></script>`,
  );
  pages.set("/public.js", `document.getElementById("public").textContent = "from outside"`);
  const { tree } = await browser.capture(new URL("/page", nas), { ...CALM, grant });
  expect(tree.text).toContain("from outside");
  const leaks = world.takeLeaks();
  for (const way of ways) expect(leaks).toContain(`GET /leak-${way} for ${new URL(nas).host}`);
  expect(leaks.filter((leak) => leak.includes("/other-"))).toEqual([]);
});

const FRAMES: readonly (readonly [name: string, markup: (url: string) => string])[] = [
  ["iframe", (url) => `<iframe src="${url}"></iframe>`],
  ["sandboxed iframe", (url) => `<iframe sandbox="allow-scripts" src="${url}"></iframe>`],
  ["object", (url) => `<object data="${url}" type="text/html"></object>`],
  ["embed", (url) => `<embed src="${url}" type="text/html">`],
  ["frame inside a frame", (url) => `<iframe srcdoc="<iframe src='${url}'></iframe>"></iframe>`],
  ["frame that is redirected", (url) => `<iframe src="/redirect?to=${encodeURIComponent(url)}"></iframe>`],
  ["window", (url) => `<script>open("${url}"); open("${url}", "", "noopener")</script>`],
  [
    "link to a new window",
    (url) => `<a target=_blank href="${url}">x</a><script>document.querySelector("a").click()</script>`,
  ],
  [
    "frame that goes there later",
    (url) => `<iframe sandbox="allow-scripts" srcdoc="<script>location = '${url}'</script>"></iframe>`,
  ],
];

test.each(FRAMES)("a foreign document beside the page is left out: %s", async (_name, markup) => {
  pages.set("/advert", hostile("advert", ["img", "fetch-post"]));
  privatePages.set("/framing", `<!doctype html><p>own</p>${markup(`${world.site}/advert`)}`);
  const { tree } = await browser.capture(new URL("/framing", nas), { ...CALM, grant });
  expect(tree.text).toContain("own");
  expect([...leakedWays()]).toEqual([]);
});

const LEAVING: readonly (readonly [name: string, path: (url: string) => string])[] = [
  ["redirects", (url) => `/redirect?to=${encodeURIComponent(url)}`],
  ["refreshes", () => "/refreshing"],
  ["is sent on by script", () => "/scripted"],
];

test.each(LEAVING)("a page that %s to a foreign one has lost its host before that begins", async (_name, path) => {
  const away = `${world.site}/all`;
  privatePages.set("/refreshing", `<meta http-equiv=refresh content="0;url=${away}">`);
  privatePages.set("/scripted", `<script>location = "${away}"</script>`);
  const { tree, finalUrl } = await browser.capture(new URL(path(away), nas), { ...CALM, grant });
  expect(finalUrl).toContain(away);
  expect(tree.text).toContain("trying");
  expect([...leakedWays()]).toEqual([]);
});

async function outcomeOf(capturing: Promise<unknown>): Promise<string> {
  try {
    await capturing;
    return "captured";
  } catch (failure) {
    if (failure instanceof CaptureFailure) return failure.code;
    throw failure;
  }
}
