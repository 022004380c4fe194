import { isText, parseHtml, textOf } from "@tessera/engine";
import { expect, test } from "vitest";
import { BOARD, FEED, ownTiles } from "./own-tiles.ts";
import { isPiece, PIECES } from "./pieces.ts";
import { designAt, STORY_TICKS } from "./story.ts";
import { TOUR_SITES } from "./tour.ts";

test("a block is known by what it says through the whole story, and the page around it is not the block", () => {
  for (const { site: name, title } of PIECES) {
    const site = TOUR_SITES.find((each) => each.name === name);
    for (let tick = 0; tick < STORY_TICKS; tick += 5) {
      const page = parseHtml(site?.answer("/", { tick, design: designAt(name, tick) })?.body ?? "");
      const nodes = Array.from({ length: page.size }, (_, node) => node).filter((node) => !isText(page, node));
      const isThere = nodes.some((node) => isPiece(title, textOf(page, node)));
      expect(isThere, `${title} at ${tick}`).toBe(title !== "Offer of the day" || tick < 30 || tick >= 40);
      expect(isPiece(title, textOf(page, 0)), title).toBe(false);
    }
  }
});

test("tiles do not lie on each other", () => {
  const places = [...PIECES, ...ownTiles({}), BOARD, FEED].flatMap(({ place }) => place ?? []);
  const cells = places.flatMap(({ x, y, width, height }) =>
    Array.from({ length: width * height }, (_, at) => `${x + (at % width)},${y + Math.floor(at / width)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
