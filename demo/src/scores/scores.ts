/** Scoreboard and weather: numbers that move all the time, a table that moves from round to round. */
import { skyIcon } from "../picture.ts";
import { siteOf } from "../site.ts";
import { BOARD_STYLE, board } from "./board.ts";
import { STRIPS_STYLE, strips } from "./strips.ts";

export const scoresSite = siteOf({
  name: "scores",
  title: "Fieldside",
  designs: [board, strips],
  styles: [BOARD_STYLE, STRIPS_STYLE],
  picture: skyIcon,
});
