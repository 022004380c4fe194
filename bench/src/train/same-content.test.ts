import { nodeAt, parseHtml } from "@tessera/engine";
import { expect, test } from "vitest";
import { ContentOf } from "./same-content.ts";

const words = (count: number, word = "w") => Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");

test("the same words and images, nearly all, are the same content", () => {
  const page = parseHtml(
    `<div><h2>one</h2><p>${words(40)} <img src=a></p></div><p>${words(40)}</p><p>${words(20)}</p><p>${words(40, "x")}</p>`,
  );
  const at = (path: string) => nodeAt(page, `html[1]/body[1]/${path}`)!;
  const content = new ContentOf(page, at("div[1]"));
  expect(content.isSameAs(at("div[1]/p[1]"))).toBe(true);
  expect(content.isSameAs(at("p[1]"))).toBe(true);
  expect(content.isSameAs(at("p[2]"))).toBe(false);
  expect(content.isSameAs(at("p[3]"))).toBe(false);
});

test("words count as often as they stand there", () => {
  const page = parseHtml("<p>a a a a b</p><p>a b b b b</p><p></p>");
  const content = new ContentOf(page, nodeAt(page, "html[1]/body[1]/p[1]")!);
  expect(content.isSameAs(nodeAt(page, "html[1]/body[1]/p[2]")!)).toBe(false);
  expect(content.isSameAs(nodeAt(page, "html[1]/body[1]/p[3]")!)).toBe(false);
});
