import { PageSource } from "@tessera/model";
import { HttpClient, Politeness } from "@tessera/network";
import { loopbackGuard, startSite } from "@tessera/network/loopback/loopback-site";
import { expect, test } from "vitest";
import { Sealing } from "../people/sealing.ts";
import { workersOnTheSpot } from "../workers/on-the-spot.fixture.ts";
import { capturePageWith } from "./capture.ts";

test("a server whose workers have the browsers says so, instead of that there is none", async () => {
  const httpClient = new HttpClient({ guard: loopbackGuard(["site.test"]) });
  const parts = {
    ...{ httpClient, politeness: new Politeness({ httpClient }), access: { ofPage: async () => null } },
    ...{ readerFor: () => workersOnTheSpot, secrets: { of: async () => ({ at: () => null, called: () => [] }) } },
    ...{ sealing: new Sealing(() => null), proxies: new Map(), browser: null },
  };
  const source = PageSource.parse({ url: "http://site.test/", fetcher: "browser" });
  const order = { source, privateTo: null, fetcher: "browser", previous: null, cookies: null } as const;
  const said = async (hasWorkers: boolean) => {
    await using captured = await capturePageWith({ ...parts, hasWorkers })(order);
    return captured.kind === "failed" ? captured.failure.message : "";
  };
  expect(await said(false)).toMatch(/none was found on this machine/);
  expect(await said(true)).toMatch(/its workers do/);
  await httpClient.close();
});

test("what is due is not read in the lane of people who wait, whoever it is due for", async () => {
  const site = await startSite((_, response) => response.end("<p>news</p>"));
  const httpClient = new HttpClient({ guard: loopbackGuard(["site.test"]) });
  const readFor: (string | undefined)[] = [];
  const capture = capturePageWith({
    httpClient,
    politeness: new Politeness({ httpClient }),
    access: { ofPage: async () => null },
    readerFor: (holder) => {
      readFor.push(holder);
      return workersOnTheSpot;
    },
    secrets: { of: async () => ({ at: () => null, called: () => [] }) },
    sealing: new Sealing(() => null),
    proxies: new Map(),
    browser: null,
  });
  const source = PageSource.parse({ url: `http://site.test:${site.port}/`, fetcher: "http", respectRobots: false });
  const order = { source, privateTo: null, fetcher: "http", previous: null, cookies: null, holder: "ada" } as const;
  for (const inBackground of [true, false]) {
    await using captured = await capture({ ...order, inBackground });
    expect(captured.kind).toBe("page");
  }
  expect(readFor).toEqual([undefined, "ada"]);
  await httpClient.close();
  await site.close();
});
