/** Pages of the load test: alike in form, each with five blocks, some of which change from visit to visit. */
import type { FilledPages } from "./fill-store.ts";

export const BLOCKS_A_PAGE = 5;

/** The paths of the blocks that are followed. */
const BLOCK_PATHS: readonly string[] = Array.from(
  { length: BLOCKS_A_PAGE },
  (_, at) => `html[1]/body[1]/main[1]/section[${at + 1}]`,
);

const ITEMS = 12;
/** A page says something new about so often. */
const CHANGE_MS = 120_000;

/** About 20 kB, as it is at an instant. */
export function loadedPage(page: number, now: number): string {
  // each page has its own rhythm, so that not all of them change at once
  const edition = Math.floor((now + page * 997) / CHANGE_MS);
  const sections = Array.from({ length: BLOCKS_A_PAGE }, (_, block) => sectionOf(block, edition));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${page}</title></head><body>
<header><h1>Town news</h1><nav>${NAVIGATION}</nav></header><main>${sections.join("\n")}</main>
<footer><p>Printed daily by the town press, since long ago.</p></footer></body></html>`;
}

const NAVIGATION = ["Home", "Town", "Sport", "Market", "Letters"]
  .map((name) => `<a href="/${name.toLowerCase()}">${name}</a>`)
  .join(" ");
const TOPICS = ["Council", "Sport", "Market", "Weather", "Letters"];

function sectionOf(block: number, edition: number): string {
  const items = Array.from({ length: ITEMS }, (_, at) => {
    const number = edition + at;
    return `<li class="item"><a href="/${block}/${number}">${TOPICS[block]} report ${number} of the season</a>
<p>What happened in the ${TOPICS[block]?.toLowerCase()} rooms, told at some length for those who were not there.</p></li>`;
  });
  return `<section id="${TOPICS[block]?.toLowerCase()}" class="topic"><h2>${TOPICS[block]}</h2><ul>${items.join("\n")}</ul></section>`;
}

export const LOADED_PAGES: FilledPages = {
  html: loadedPage,
  paths: BLOCK_PATHS,
  addressOf: (page) => `/${page}`,
  headers: {},
};
