import type { RequestListener } from "node:http";
import { Politeness } from "@tessera/network";
import { grantOf } from "@tessera/network/allow-list";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { createTestClock, type TestClock } from "@tessera/network/loopback/test-clock";
import { afterEach, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { captureByHttp } from "./capture-by-http.ts";

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

interface PoliteSite extends LoopbackSite {
  readonly politeness: Politeness;
  readonly clock: TestClock;
  readonly seen: string[];
  capture(path: string, options?: { respectRobots: boolean }): Promise<unknown>;
}

async function serve(robots: string | number, listener: RequestListener): Promise<PoliteSite> {
  const seen: string[] = [];
  const site = await startSite((request, response) => {
    seen.push(`${request.headers.host?.split(":")[0]}${request.url}`);
    if (request.url !== "/robots.txt") listener(request, response);
    else if (typeof robots === "number") response.writeHead(robots).end();
    else response.end(robots);
  });
  sites.push(site);
  const clock = createTestClock();
  const politeness = new Politeness({ httpClient: site.httpClient, clock, gapMs: 1_000, jitter: 0 });
  return {
    ...site,
    politeness,
    clock,
    seen,
    capture: (path, options = { respectRobots: true }) => {
      const url = new URL(path, site.origin);
      return politeness.visit(url, options, (goTo) =>
        captureByHttp(site.httpClient, url, { reader: readOnTheSpot, beforeRequest: goTo }),
      );
    },
  };
}

const page: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<p>hi");
};

test("robots.txt is asked once a day, and a page that it forbids is not asked for", async () => {
  const site = await serve("User-agent: *\nDisallow: /no", page);
  await site.capture("/yes");
  await expect(site.capture("/no")).rejects.toMatchObject({ code: "robots", retry: "later" });
  await site.capture("/yes");
  expect(site.seen).toEqual(["site.test/robots.txt", "site.test/yes", "site.test/yes"]);
  site.clock.advance(25 * 60 * 60 * 1_000);
  await site.capture("/yes");
  expect(site.seen.filter((path) => path.endsWith("robots.txt"))).toHaveLength(2);
});

test("the owner can switch it off for a page", async () => {
  const site = await serve("User-agent: *\nDisallow: /", page);
  await site.capture("/no", { respectRobots: false });
  expect(site.seen).toEqual(["site.test/no"]);
});

test.each([[404], [403], [410]])("a robots.txt with status %i forbids nothing", async (status) => {
  const site = await serve(status, page);
  await expect(site.capture("/")).resolves.toMatchObject({ kind: "page" });
});

test.each([[500], [503], [429]])(
  "a robots.txt with status %i forbids all for now and is asked for again",
  async (status) => {
    const site = await serve(status, page);
    await expect(site.capture("/")).rejects.toMatchObject({ code: "robots", retry: "soon" });
    await expect(site.capture("/")).rejects.toMatchObject({ code: "robots" });
    expect(site.seen).toEqual(["site.test/robots.txt", "site.test/robots.txt"]);
  },
);

test("a redirect to another host enters that host: its robots.txt counts, and two that cross do not block each other", async () => {
  const site: PoliteSite = await serve("User-agent: *\nDisallow: /no", (request, response) => {
    const other = request.headers.host?.startsWith("other.") ? "site.test" : "other.site.test";
    if (request.url?.startsWith("/go"))
      response.writeHead(302, { location: `http://${other}:${site.port}${request.url.slice(3)}` }).end();
    else page(request, response);
  });
  await expect(site.capture("/go/no")).rejects.toMatchObject({ code: "robots" });
  await Promise.all([site.capture("/go/a"), site.capture(`http://other.site.test:${site.port}/go/b`)]);
  expect(site.seen).toContain("other.site.test/a");
  expect(site.seen).toContain("site.test/b");
  expect(site.seen).not.toContain("other.site.test/no");
});

test("captures of one host wait for each other and for the pause, or for the crawl delay", async () => {
  const site = await serve("User-agent: *\nCrawl-delay: 3", page);
  const start = site.clock.now();
  await Promise.all([site.capture("/1"), site.capture("/2"), site.capture("/3")]);
  expect(site.clock.now() - start).toBe(6_000);
});

test("a host of one's own network is visited without a pause, but for the one that it asks for itself", async () => {
  const url = (site: PoliteSite) => new URL(site.origin);
  const elapsed = async (robots: string, visits: readonly { readonly isOwn: boolean }[]) => {
    const site = await serve(robots, page);
    const start = site.clock.now();
    for (const { isOwn } of visits) {
      const grant = isOwn ? grantOf(url(site)) : null;
      await site.politeness.visit(url(site), { respectRobots: true, grant }, async () => null);
    }
    return site.clock.now() - start;
  };
  const [own, theirs] = [{ isOwn: true }, { isOwn: false }];
  expect(await elapsed("", [own, own, own])).toBe(0);
  expect(await elapsed("", [theirs, own])).toBe(1_000);
  expect(await elapsed("User-agent: *\nCrawl-delay: 3", [own, own])).toBe(3_000);
});

test("Retry-After holds for the whole host", async () => {
  const site = await serve("", (request, response) => {
    if (request.url === "/busy") response.writeHead(429, { "retry-after": "60" }).end();
    else page(request, response);
  });
  await expect(site.capture("/busy")).rejects.toMatchObject({ code: "blocked", retryAfterMs: 60_000 });
  await expect(site.capture("/fine")).rejects.toMatchObject({ code: "blocked", status: 429 });
  expect(site.seen).not.toContain("site.test/fine");
  site.clock.advance(60_000);
  await expect(site.capture("/fine")).resolves.toMatchObject({ kind: "page" });
});

test("a redirect to a host that wants to be left alone does not hold the host it came from", async () => {
  const site: PoliteSite = await serve("", (request, response) => {
    const isOther = request.headers.host?.startsWith("other.");
    if (isOther) response.writeHead(429, { "retry-after": "60" }).end();
    else if (request.url === "/away")
      response.writeHead(302, { location: `http://other.site.test:${site.port}/` }).end();
    else page(request, response);
  });
  await expect(site.capture("/away")).rejects.toMatchObject({ code: "blocked", retryAfterMs: 60_000 });
  await expect(site.capture("/away")).rejects.toMatchObject({ code: "blocked" });
  await expect(site.capture("/here")).resolves.toMatchObject({ kind: "page" });
});

test("a host that a redirect leads to is claimed where other processes visit hosts, the first one is not", async () => {
  const log: string[] = [];
  const site = await startSite((request, response) => {
    const host = request.headers.host?.split(":")[0];
    log.push(`visit ${host}`);
    if (host === "site.test") response.writeHead(302, { location: `http://other.site.test:${site.port}/` }).end();
    else page(request, response);
  });
  sites.push(site);
  const politeness = new Politeness({
    httpClient: site.httpClient,
    clock: createTestClock(),
    claimHost: async (host) => {
      log.push(`claim ${host.split(":")[0]}`);
      return () => log.push("release");
    },
  });
  const url = new URL(site.origin);
  await politeness.visit(url, { respectRobots: false }, (goTo) =>
    captureByHttp(site.httpClient, url, { reader: readOnTheSpot, beforeRequest: goTo }),
  );
  expect(log).toEqual(["visit site.test", "claim other.site.test", "visit other.site.test", "release"]);
});
