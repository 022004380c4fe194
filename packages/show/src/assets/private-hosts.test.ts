import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { captureByHttp, type HttpCaptureOptions } from "@tessera/capture";
import { readOnTheSpot } from "@tessera/capture/reading";
import { createGuard, type Guard, HttpClient, Politeness } from "@tessera/network";
import { grantOf, type PrivateGrant } from "@tessera/network/allow-list";
import { openGuard } from "@tessera/network/loopback/open-guard";
import { createTestClock } from "@tessera/network/loopback/test-clock";
import { type SsrfWorld, startSsrfWorld } from "@tessera/network/loopback/world";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AssetProxy } from "./asset-proxy.ts";
import { cleanOnTheSpot } from "./asset-reader.fixture.ts";

/** A name of the canary: a private host that the owner has allowed. */
const NAS = "loop4.test";

let world: SsrfWorld;
let nas: string;
let guard: Guard;
const folder = mkdtempSync(join(tmpdir(), "tessera-private-"));
const pages = new Map<string, string>();
const privatePages = new Map<string, string>();

beforeAll(async () => {
  world = await startSsrfWorld({
    pages: (path) => pages.get(path) ?? null,
    privatePages: (path) => privatePages.get(path) ?? null,
  });
  nas = `http://${NAS}:${world.port}`;
  guard = createGuard(world.guardOptions);
  pages.set("/refresh", `<meta http-equiv="refresh" content="0; url=${nas}/leak">`);
  privatePages.set("/refresh-out", `<meta http-equiv="refresh" content="0; url=${world.site}/refresh">`);
  privatePages.set("/style.css", "p { background: url(/own.svg) }");
});
beforeEach(() => void world.takeLeaks());
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const redirectTo = (url: string, status = 302) => `/redirect?status=${status}&to=${encodeURIComponent(url)}`;

interface Attempt {
  readonly name: string;
  readonly run: (httpClient: HttpClient) => Promise<unknown>;
}

const fetchAsset = (httpClient: HttpClient, address: string, kind: "image" | "style" | "font") => {
  const key = Buffer.alloc(32, 7);
  const cacheFolder = mkdtempSync(join(folder, "a-"));
  const assets = new AssetProxy({ httpClient, key, prefix: "/assets/", cacheFolder, readerFor: () => cleanOnTheSpot });
  const link = assets.links().linkTo(address, new URL(world.site), kind)!;
  return answered(assets, link);
};

/** What somebody gets for a link of ours. */
async function answered(assets: AssetProxy, link: string): Promise<{ readonly status: number; readonly body: Buffer }> {
  const { status, body } = await assets.answer(assets.sign(link, "ada").slice("/assets/".length));
  return { status, body: Buffer.isBuffer(body) ? body : await buffer(body) };
}

const captured = (httpClient: HttpClient, url: URL, options: Partial<HttpCaptureOptions> = {}) =>
  captureByHttp(httpClient, url, { reader: readOnTheSpot, ...options });

/** What a foreign page can make the server do without a browser. */
const ATTEMPTS: readonly Attempt[] = [
  ...[301, 302, 303, 307, 308].map((status) => ({
    name: `a ${status} of a public page`,
    run: (httpClient: HttpClient) => captured(httpClient, new URL(redirectTo(`${nas}/leak`, status), world.site)),
  })),
  {
    name: "a meta refresh of a public page",
    run: (httpClient) => captured(httpClient, new URL("/refresh", world.site)),
  },
  ...(["image", "style", "font"] as const).map((kind) => ({
    name: `a ${kind} of a public page`,
    run: (httpClient: HttpClient) => fetchAsset(httpClient, `${nas}/leak`, kind),
  })),
  {
    name: "a picture of a public page that redirects",
    run: (httpClient) => fetchAsset(httpClient, world.site + redirectTo(`${nas}/leak`), "image"),
  },
  {
    name: "a message to a public address that redirects",
    run: (httpClient) =>
      httpClient.fetch(new URL(redirectTo(`${nas}/leak`, 307), world.site), { method: "POST", body: "order" }),
  },
  {
    name: "robots.txt before a public page's redirect",
    run: (httpClient) => {
      const politeness = new Politeness({ httpClient, clock: createTestClock() });
      const url = new URL(redirectTo(`${nas}/leak`), world.site);
      return politeness.visit(url, { respectRobots: true }, (goTo) =>
        captured(httpClient, url, { beforeRequest: goTo }),
      );
    },
  },
];

const rows = ATTEMPTS.map(({ name, run }) => [name, run] as const);

test.each(rows)("%s reaches a private host that is open to whoever asks: the suite can fail", async (_name, run) => {
  expect(await leaksOf(run, openGuard(guard, NAS))).not.toEqual([]);
});

test.each(rows)("%s does not reach a private host that others may reach", async (_name, run) => {
  expect(await leaksOf(run, guard)).toEqual([]);
});

test("a page on the host is captured, with redirects and refreshes that stay there", async () => {
  const own = new URL(`${nas}${redirectTo(`${nas}/page`)}`);
  await withHttpClient(async (httpClient) => {
    expect(await captured(httpClient, own, { grant: grantOf(own) })).toMatchObject({ finalUrl: `${nas}/page` });
    await expect(captured(httpClient, own)).rejects.toMatchObject({ code: "forbidden-address" });
  });
});

test("a page on the host may lead out, and nothing leads back in", async () => {
  const grant = grantOf(new URL(nas));
  await withHttpClient(async (httpClient) => {
    const capture = (path: string) => captured(httpClient, new URL(path, nas), { grant });
    expect(await capture(redirectTo(`${world.site}/x`))).toMatchObject({ finalUrl: `${world.site}/x` });
    world.takeLeaks();
    const outAndIn = redirectTo(`${world.site}${redirectTo(`${nas}/leak`)}`);
    await expect(capture(outAndIn)).rejects.toMatchObject({ code: "forbidden-address" });
    await expect(capture("/refresh-out")).rejects.toMatchObject({ code: "forbidden-address" });
    expect(world.takeLeaks().filter((leak) => leak.includes("/leak"))).toEqual([]);
  });
});

test("a page on one private host reaches neither another, nor another port, nor another name of the same address", async () => {
  const grant: PrivateGrant = grantOf(new URL(nas));
  for (const host of [`127.0.0.1:${world.port}`, `${NAS}:${world.port + 1}`, `localhost:${world.port}`, NAS]) {
    await withHttpClient(async (httpClient) => {
      const away = new URL(redirectTo(`http://${host}/leak`), nas);
      await expect(captured(httpClient, away, { grant })).rejects.toMatchObject({ code: "forbidden-address" });
    });
  }
  expect(world.takeLeaks().filter((leak) => leak.includes("/leak"))).toEqual([]);
});

test("a connection that the owner's capture left open serves nobody else", async () => {
  await withHttpClient(async (httpClient) => {
    const own = new URL("/page", nas);
    await captured(httpClient, own, { grant: grantOf(own) });
    world.takeLeaks();
    const hostile = new URL(redirectTo(`${nas}/leak`), world.site);
    await expect(captured(httpClient, hostile)).rejects.toMatchObject({ code: "forbidden-address" });
    expect(world.takeLeaks()).toEqual([]);
  });
});

test("robots.txt of a private host binds the owner's capture, also after a stranger was refused there", async () => {
  privatePages.set("/robots.txt", "User-agent: *\nDisallow: /");
  await withHttpClient(async (httpClient) => {
    const politeness = new Politeness({ httpClient, clock: createTestClock() });
    const own = new URL("/page", nas);
    const visit = (grant: PrivateGrant | null) =>
      politeness.visit(own, { respectRobots: true, grant }, (goTo) =>
        captured(httpClient, own, { grant, beforeRequest: goTo }),
      );
    await expect(visit(null)).rejects.toMatchObject({ code: "forbidden-address" });
    await expect(visit(grantOf(own))).rejects.toMatchObject({ code: "robots" });
  });
  privatePages.delete("/robots.txt");
});

test("pictures and styles of a page on the host are shown, and only under that page's links", async () => {
  privatePages.set("/own.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await withHttpClient(async (httpClient) => {
    const own = { grant: grantOf(new URL(nas)), for: "owner" } as const;
    let isAllowed = true;
    const assets = new AssetProxy({
      httpClient,
      key: Buffer.alloc(32, 7),
      prefix: "/assets/",
      cacheFolder: mkdtempSync(join(folder, "own-")),
      readerFor: () => cleanOnTheSpot,
      grantFor: (_, who) => (who === "owner" && isAllowed ? own.grant : null),
    });
    const answer = (link: string | null) => answered(assets, link!);
    const link = (address: string, kind: "image" | "style", links = assets.links(own)) =>
      links.linkTo(address, new URL(nas), kind);
    const style = await answer(link("/style.css", "style"));
    expect(style.status).toBe(200);
    const nested = /url\(["']?(\/assets\/[^"')]+)/.exec(style.body.toString())?.[1];
    expect((await answer(nested ?? "")).status).toBe(200);
    // The same address in a page of somebody else: not fetched, and not found among what was kept.
    world.takeLeaks();
    expect((await answer(link("/style.css", "style", assets.links()))).status).toBe(502);
    const everybody = assets.links({ ...own, for: "everybody" });
    expect((await answer(link("/style.css", "style", everybody))).status).toBe(502);
    // A page on the host points elsewhere inside: that is not its own host.
    expect((await answer(link(`http://127.0.0.1:${world.port}/leak`, "image"))).status).toBe(502);
    isAllowed = false;
    expect((await answer(link("/other.css", "style"))).status).toBe(502);
    expect(world.takeLeaks()).toEqual([]);
  });
});

test("who writes `.owner` into a link of a foreign page has no link at all", async () => {
  await withHttpClient(async (httpClient) => {
    const grantFor = () => grantOf(new URL(nas));
    const options = { key: Buffer.alloc(32, 7), prefix: "/assets/", cacheFolder: mkdtempSync(join(folder, "f-")) };
    const assets = new AssetProxy({ httpClient, grantFor, readerFor: () => cleanOnTheSpot, ...options });
    const link = assets.links().linkTo(`${nas}/own.svg`, new URL(world.site), "image")!;
    expect((await answered(assets, link.replace("image/", "image.owner/"))).status).toBe(404);
    expect(world.takeLeaks()).toEqual([]);
  });
});

async function leaksOf(run: Attempt["run"], by: Guard): Promise<readonly string[]> {
  const httpClient = new HttpClient({ guard: by });
  await run(httpClient).catch(() => undefined);
  await httpClient.close();
  return world.takeLeaks();
}

async function withHttpClient(use: (httpClient: HttpClient) => Promise<void>): Promise<void> {
  const httpClient = new HttpClient({ guard });
  try {
    await use(httpClient);
  } finally {
    await httpClient.close();
  }
}
