/** Self-made pages of any size with sections, lists, links and changing text, for measuring time only. */
import { seededRandom } from "../seeded-random.ts";

const WORDS =
  "harbour bridge morning council weather rail garden market train river school bakery concert library ferry".split(
    " ",
  );

/** A page of about so many nodes; another `edition` has other stories in the same places, some added, some gone. */
export function madePage(nodes: number, edition: number): string {
  const random = seededRandom(edition * 7919 + 1);
  const sections = Math.max(1, Math.round(nodes / 120));
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  const story = (section: number, rank: number): string =>
    `<li class="story s${rank % 3}"><a href="/s${section}/${edition}-${rank}">${words(6)}</a><p class="lead">${words(14)}</p><span class="time">${rank}:${edition % 60}</span></li>`;
  const body = Array.from({ length: sections }, (_, section) => {
    const count = 11 + Math.floor(random() * 5);
    const stories = Array.from({ length: count }, (_, rank) => story(section, rank)).join("");
    return `<section class="box b${section % 7}" id="sec-${section}"><h2>Section ${section}</h2><ul class="stories">${stories}</ul></section>`;
  });
  return `<!doctype html><title>Made page</title><header class="top"><h1>Made page</h1></header><main>${body.join("")}</main><footer>Imprint</footer>`;
}

/** The path of the middle section of such a page. */
export function madeBlock(nodes: number): string {
  return `html[1]/body[1]/main[1]/section[${Math.ceil(Math.max(1, Math.round(nodes / 120)) / 2)}]`;
}

/** The paths of ten blocks that people might follow on one such page: boxes, lists, stories, headlines, the footer. */
export const MADE_BLOCKS: readonly string[] = [
  "section[1]/ul[1]/li[1]",
  "section[2]",
  "section[3]/ul[1]",
  "section[4]",
  "section[5]/ul[1]/li[3]",
  "section[6]",
  "section[7]/ul[1]/li[1]/a[1]",
  "section[8]",
  "section[9]/ul[1]/li[2]/p[1]",
]
  .map((below) => `html[1]/body[1]/main[1]/${below}`)
  .concat("html[1]/body[1]/footer[1]");
