import { expect, test } from "vitest";
import { HandClock } from "./clock.ts";
import { serveSites } from "./serve-sites.ts";

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
