import { SheetStyle, TileStyle } from "@tessera/model";
import { expect, test } from "vitest";
import { lookOf } from "./tile-look.ts";

const sheet = SheetStyle.parse({ density: "roomy", reader: true });

test("a tile that says nothing looks as its sheet says", () => {
  expect(lookOf(TileStyle.parse({}), sheet)).toMatchObject({ isReader: true, density: "roomy" });
});

test("what a tile says counts more than its sheet", () => {
  const tile = TileStyle.parse({ density: "compact", reader: false });
  expect(lookOf(tile, sheet)).toMatchObject({ isReader: false, density: "compact" });
});

test("a background alone brings an ink that can be read on it; a chosen ink stays", () => {
  expect(lookOf(TileStyle.parse({ background: "#111111" }), sheet).css).toContain("--tile-ink:#ffffff");
  const chosen = TileStyle.parse({ background: "#111111", foreground: "#ffee00" });
  expect(lookOf(chosen, sheet).css).toContain("--tile-ink:#ffee00");
  expect(lookOf(TileStyle.parse({}), sheet).css).not.toContain("--tile-ink");
});
