import { expect, test } from "vitest";
import { assetType, CSS, SVG } from "./asset-type.ts";

const typeOf = (text: string, kind: "image" | "style" | "font" = "image") =>
  assetType(Buffer.from(text, "latin1"), kind);

test("an asset is what its first bytes say, and only of the kind that was linked", () => {
  expect(typeOf("\x89PNG\r\n\x1a\n")).toBe("image/png");
  expect(typeOf("\x89PNG\r\n\x1a\n", "font")).toBeNull();
  expect(typeOf("wOF2", "font")).toBe("font/woff2");
  expect(typeOf("<?xml version='1.0'?><!-- a --><svg xmlns='x'>")).toBe(SVG);
  expect(typeOf("<html><svg>")).toBeNull();
  expect(typeOf("a{}", "style")).toBe(CSS);
  expect(typeOf(" <!doctype html>", "style")).toBeNull();
});

test("comments without an end to them are passed in one go", () => {
  // each comment more doubled the time that a regular expression took to say no
  expect(typeOf("<!---->".repeat(500))).toBeNull();
  expect(typeOf(`${"<!---->".repeat(500)}<svg>`)).toBe(SVG);
});
