/** The notice board of a town hall: a list that grows at the top, a level that is a number, a warning that vanishes. */
import { landscape } from "../picture.ts";
import { siteOf } from "../site.ts";
import { BOARDS_STYLE, boards } from "./boards.ts";
import { PORTAL_STYLE, portal } from "./portal.ts";
import { TABLES_STYLE, tables } from "./tables.ts";

export const noticesSite = siteOf({
  name: "notices",
  title: "Town of Elmsbrook",
  designs: [tables, portal, boards],
  styles: [TABLES_STYLE, PORTAL_STYLE, BOARDS_STYLE],
  picture: (seed) => landscape(seed, 940, 240),
});
