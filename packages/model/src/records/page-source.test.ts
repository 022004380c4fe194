import { expect, test } from "vitest";
import { PageSource, WebUrl } from "./page-source.ts";

test("only http and https URLs pass, normalised", () => {
  expect(WebUrl.parse(" HTTP://Example.org:80/a b")).toBe("http://example.org/a%20b");
  for (const text of [
    "",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.org",
    "example.org",
    "view-source:http://a",
  ]) {
    expect(WebUrl.safeParse(text).success).toBe(false);
  }
});

test("a URL alone is a complete page source", () => {
  expect(PageSource.parse({ url: "https://example.org/" })).toMatchObject({
    fetcher: "auto",
    steps: [],
    respectRobots: true,
  });
});
