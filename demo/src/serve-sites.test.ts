import { expect, test } from "vitest";
import { HandClock } from "./clock.ts";
import { copyOf, serveSites } from "./serve-sites.ts";

test("each site has an origin of its own, and an unchanged page costs no body", async () => {
  const clock = new HandClock();
  const sites = await serveSites(clock);
  try {
    expect(new Set(Object.values(sites.urls)).size).toBe(4);
    const news = sites.urls.news ?? "";
    const first = await fetch(news);
    expect(await first.text()).toContain("The Harbour Ledger");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await fetch(news, { headers })).status).toBe(304);
    clock.set("news", { tick: 1 });
    expect((await fetch(news, { headers })).status).toBe(200);
    expect((await fetch(new URL("/robots.txt", news))).status).toBe(404);
  } finally {
    await sites.close();
  }
});

test("a copy of a site, and of its feed, is a page of its own, with a time of its own", async () => {
  const clock = new HandClock();
  const sites = await serveSites(clock);
  const read = async (url: string): Promise<string> => (await fetch(url)).text();
  try {
    const shop = sites.urls.shop ?? "";
    const [one, other] = [copyOf(shop, "one"), copyOf(shop, "other")];
    expect(await read(one)).toBe(await read(shop));
    clock.set("shop", { tick: 4, design: 1 }, "one");
    expect(await read(one)).not.toBe(await read(shop));
    expect(await read(other)).toBe(await read(shop));
    const feed = new URL("/feed.xml", sites.urls.news).href;
    const copied = new URL("feed.xml", copyOf(sites.urls.news ?? "", "one")).href;
    expect(await read(copied)).toBe(await read(feed));
    clock.set("news", { tick: 40 }, "one");
    expect(await read(copied)).not.toBe(await read(feed));
  } finally {
    await sites.close();
  }
});
