import type { LinkGroup } from "@tessera/model/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { typedUrl } from "../shell/place.ts";
import { addressesIn, isLikeAddress, orderedGroups } from "./like.ts";

test("addresses are read one on a line or with commas, each once, and what is none is named", () => {
  const text = "https://a.example/1\n a.example/2, https://a.example/1;\nftp://a.example/3";
  expect(addressesIn(text)).toEqual({
    urls: ["https://a.example/1", "https://a.example/2"],
    wrong: ["ftp://a.example/3"],
  });
  // names beside the addresses are no hosts
  expect(addressesIn("Amber lamp: https://a.example/1\nnas/2 nas:8080 http://nas Birch")).toEqual({
    urls: ["https://a.example/1", typedUrl("nas/2"), typedUrl("nas:8080"), "http://nas/"],
    wrong: ["Amber", "lamp:", "Birch"],
  });
  // commas and semicolons are part of addresses as well
  const [map, news] = ["https://a.example/@48.2,16.4,12z;v=1?q=1,2", "https://a.example/1,2345,67,00.html"];
  for (const between of ["\n", " ", ",", ", ", ";", " ; ", ",\n"]) {
    expect(addressesIn(`${map}${between}${news}${between}`)).toEqual({ urls: [map, news], wrong: [] });
  }
  fc.assert(
    fc.property(fc.string(), (any) => {
      const { urls } = addressesIn(any);
      expect(new Set(urls).size).toBe(urls.length);
      for (const url of urls) expect(url).toMatch(/^https?:/);
    }),
  );
});

test("a link is like an address of the same shelf", () => {
  const like = "https://shop.example/lamps/17";
  expect(isLikeAddress("https://shop.example/lamps/18", like)).toBe(true);
  for (const other of [
    "https://shop.example/about",
    "https://shop.example/tables/1",
    "https://else.example/lamps/1",
    "x",
  ]) {
    expect(isLikeAddress(other, like)).toBe(false);
  }
});

test("the list with most links like the page comes first", () => {
  const group = (title: string, urls: readonly string[]): LinkGroup =>
    ({ title, path: "html[1]", excerpt: "", links: urls.map((url) => ({ url, text: "" })) }) as LinkGroup;
  const menu = group("menu", ["https://s.example/a", "https://s.example/b", "https://s.example/c"]);
  const lamps = group("lamps", ["https://s.example/lamps/1", "https://s.example/lamps/2"]);
  expect(orderedGroups([menu, lamps], "https://s.example/lamps/9").map(({ title }) => title)).toEqual([
    "lamps",
    "menu",
  ]);
});
