/** The page of `bench checks`: 100 kB as sites write them, five lists that are followed, and as much that is not. */
import { seededRandom } from "../seeded-random.ts";

export const FOLLOWED_BLOCKS = 5;

/** The paths of the blocks that are followed. */
export const FOLLOWED_PATHS: readonly string[] = Array.from(
  { length: FOLLOWED_BLOCKS },
  (_, at) => `html[1]/body[1]/div[1]/main[1]/section[${at + 1}]`,
);

const STORIES = 12;
const OTHER_SECTIONS = 4;
/** Stands for the number of the page: no two pages share a text. */
const NUMBER = "\u0000";

const WORDS =
  "harbour bridge morning council weather rail garden market train river school bakery concert library ferry tower".split(
    " ",
  );

/** In each edition every list that is followed has a new story at its top and has lost its last one. */
export function checkedPage(number: number, edition: number): string {
  return editionOf(edition).join(String(number));
}

const editions = new Map<number, readonly string[]>();
const KEPT_EDITIONS = 64;

function editionOf(edition: number): readonly string[] {
  const kept = editions.get(edition);
  if (kept) return kept;
  if (editions.size >= KEPT_EDITIONS) editions.clear();
  const parts = pageOf(edition).split(NUMBER);
  editions.set(edition, parts);
  return parts;
}

function pageOf(edition: number): string {
  const followed = Array.from({ length: FOLLOWED_BLOCKS }, (_, at) => sectionOf(at, edition));
  const others = Array.from({ length: OTHER_SECTIONS }, (_, at) => sectionOf(100 + at, 0));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Town news ${NUMBER}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLES}</style><script>${SCRIPT}</script></head>
<body class="page page--front"><header class="masthead"><h1>Town news</h1><nav class="masthead__nav"><ul>${NAVIGATION}</ul></nav></header>
<div class="layout layout--wide"><main id="content">${followed.join("\n")}</main><aside class="layout__side">${others.join("\n")}</aside></div>
<footer class="footer"><ul>${NAVIGATION}</ul><p>Printed daily by the town press, since long ago.</p></footer></body></html>`;
}

function sectionOf(section: number, edition: number): string {
  const stories = Array.from({ length: STORIES }, (_, at) => storyOf(section, edition - at));
  return `<section class="list list--${section}" id="list-${section}"><header class="list__head"><h2 class="list__title">${titleOf(section)}</h2>
<a class="list__more" href="/lists/${section}">All of them</a></header><ol class="list__items">${stories.join("\n")}</ol></section>`;
}

/** The same story reads alike in whichever edition it is. */
function storyOf(section: number, number: number): string {
  const random = seededRandom(section * 7_919 + number * 31 + 17);
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  const address = `/stories/${section}/${number}-${words(3).replaceAll(" ", "-")}`;
  return `<li class="card card--${section % 3} list__item" data-story="${section}-${number}"><a class="card__link" href="${address}"><img class="card__image" src="/images/${section}/${number}.jpg" alt="" width="160" height="90" loading="lazy"></a>
<h3 class="card__title"><a class="card__link" href="${address}">${words(7)} ${NUMBER}</a></h3><p class="card__lead">${words(22)}</p>
<footer class="card__foot"><span class="card__author">By ${words(2)}</span> <time class="card__time" datetime="2026-01-01">${Math.floor(random() * 24)}:${10 + Math.floor(random() * 50)}</time></footer></li>`;
}

function titleOf(section: number): string {
  return `${WORDS[section % WORDS.length]} and ${WORDS[(section * 7 + 3) % WORDS.length]}`;
}

const NAVIGATION = WORDS.map(
  (word) => `<li class="nav__item"><a class="nav__link" href="/${word}">${word}</a></li>`,
).join("");
const STYLES = Array.from(
  { length: 130 },
  (_, at) => `.card--${at}{margin:${at}px 0;border:1px solid #ccc}.card--${at}>a{color:#024;padding:${at % 9}px}`,
).join("");
const SCRIPT = `window.pageData=${JSON.stringify(Array.from({ length: 120 }, (_, at) => ({ id: at, slot: `slot-${at}`, sizes: [300, 250], lazy: at % 2 === 0 })))};`;
