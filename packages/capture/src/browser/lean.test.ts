import { expect, test } from "vitest";
import { advertisersBeside } from "./keep-to-own-host.ts";

const PAGE = new URL("https://news.example/");

test("advertisers are left out, everybody else is not", async () => {
  const isAdvertiser = await advertisersBeside(PAGE);
  for (const host of ["securepubads.g.doubleclick.net", "ib.adnxs.com", "cdn.taboola.com"]) {
    expect(isAdvertiser(host)).toBe(true);
  }
  for (const host of ["news.example", "cdn.jsdelivr.net", "fonts.gstatic.com", "127.0.0.1", "", "::1"]) {
    expect(isAdvertiser(host)).toBe(false);
  }
});

test("an advertiser's own page is not left out of itself", async () => {
  const isAdvertiser = await advertisersBeside(new URL("https://www.taboola.com/"));
  expect(isAdvertiser("cdn.taboola.com")).toBe(false);
});
