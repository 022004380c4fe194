import { expect, test } from "vitest";
import { HOSTILE_PAGES, parseHostile } from "./hostile.ts";

const SMALL_BYTES = 100_000;

test.each(HOSTILE_PAGES.map((page) => [page.name, page] as const))("%s: a tree or a limit", (_, page) => {
  const { outcome, megabytes } = parseHostile(page, SMALL_BYTES);
  expect(megabytes).toBeGreaterThan(0.04);
  if (typeof outcome === "string") expect(outcome).toMatch(/^(bytes|nodes|attributes|moves|names|depth)$/);
  else expect(outcome).toBeGreaterThanOrEqual(3);
});
