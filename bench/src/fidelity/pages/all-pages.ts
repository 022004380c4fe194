/** Every page of a technique, by family. */
import type { Family, Technique, TechniquePage } from "../technique.ts";
import { SURROUNDINGS_PAGES } from "./surroundings-pages.ts";
import { WIDTH_PAGES } from "./width-pages.ts";

const FAMILIES: Readonly<Partial<Record<Family, readonly Technique[]>>> = {
  width: WIDTH_PAGES,
  surroundings: SURROUNDINGS_PAGES,
};

export const ALL_PAGES: readonly TechniquePage[] = Object.entries(FAMILIES).flatMap(([family, pages]) =>
  pages.map((page) => ({ ...page, family: family as Family })),
);
