/** Every page of a technique, by family. */
import type { Family, Technique, TechniquePage } from "../technique.ts";
import { DRAWING_PAGES } from "./drawing-pages.ts";
import { MEDIA_PAGES } from "./media-pages.ts";
import { NEWER_STYLE_PAGES } from "./newer-style-pages.ts";
import { SCRIPT_PAGES } from "./script-pages.ts";
import { STYLE_PAGES } from "./style-pages.ts";
import { SURROUNDINGS_PAGES } from "./surroundings-pages.ts";
import { WIDTH_PAGES } from "./width-pages.ts";

const FAMILIES: Readonly<Record<Family, readonly Technique[]>> = {
  width: WIDTH_PAGES,
  surroundings: SURROUNDINGS_PAGES,
  styles: [...STYLE_PAGES, ...NEWER_STYLE_PAGES],
  media: MEDIA_PAGES,
  scripts: SCRIPT_PAGES,
  drawings: DRAWING_PAGES,
};

export const ALL_PAGES: readonly TechniquePage[] = Object.entries(FAMILIES).flatMap(([family, pages]) =>
  pages.map((page) => ({ ...page, family: family as Family })),
);
