/** The classes of failure of docs/measurements/tracing.md, each on a page of our own: unsure or gone is a loss, silently wrong is a bug. */
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { followStep } from "../verdict.ts";
import { fusedWith } from "./fused.ts";
import { WEIGHTS } from "./weights.data.ts";

const fused = fusedWith(WEIGHTS);

const clause = (name: string): string =>
  `<h2>${name}</h2><p>The ${name.toLowerCase()} of the harbour office are laid down here and hold for every boat that comes in.</p>`;
const CLAUSES = ["Berths", "Fees", "Liability", "Fishing", "Moorings", "Notices"].map(clause).join("");
const MENU = '<nav><a href="/">Home</a><a href="/tides">Tides</a><a href="/contact">Contact</a></nav>';
const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const rows = (all: readonly (readonly string[])[]): DomTree =>
  parseHtml(`<title>Harbours</title><h1>Boats by harbour</h1><table><tbody>${all.map(row).join("")}</tbody></table>`);
const shop = (cards: readonly (readonly [string, string])[]): DomTree =>
  parseHtml(
    `<title>Quay</title>${cards.map(([name, price]) => `<section class="card"><h2>${name}</h2><p>${price}</p></section>`).join("")}`,
  );

interface HardPage {
  readonly before: DomTree;
  readonly block: string;
  readonly after: DomTree;
  /** Where it is now, to a person; none where it is gone. */
  readonly right: readonly string[];
}

const HARD: Record<string, HardPage> = {
  "level after a redesign: the title moves out, a menu moves in": {
    before: parseHtml(
      `<title>Terms</title><div id="top">${MENU}</div><div class="text"><h1>Terms</h1>${CLAUSES}</div>`,
    ),
    block: "html[1]/body[1]/div[2]",
    after: parseHtml(
      `<title>Terms</title><main class="l-x9"><div class="c-77"><h1>Terms</h1></div><div class="c-12"><aside>${MENU}</aside><div class="c-40">${CLAUSES}</div></div></main>`,
    ),
    right: ["html[1]/body[1]/main[1]", "html[1]/body[1]/main[1]/div[2]", "html[1]/body[1]/main[1]/div[2]/div[1]"],
  },
  "place or thing: the row of one harbour in a table that is sorted anew": {
    before: rows([
      ["1", "Ardmore", "12"],
      ["2", "Brae", "31"],
      ["3", "Culver", "8"],
    ]),
    block: "html[1]/body[1]/table[1]/tbody[1]/tr[2]",
    after: rows([
      ["1", "Brae", "44"],
      ["2", "Drum", "31"],
      ["3", "Ardmore", "19"],
      ["4", "Culver", "8"],
    ]),
    right: ["html[1]/body[1]/table[1]/tbody[1]/tr[1]"],
  },
  "changed beyond recognition: a line of text becomes a row of a table": {
    before: parseHtml("<title>Tides</title><h1>Tides</h1><p>High water today at 12:40</p><p>Low water at 18:55</p>"),
    block: "html[1]/body[1]/p[1]",
    after: parseHtml(
      "<title>Tides</title><h1>Tides</h1><table><tbody><tr><th>High</th><td>01:05</td></tr><tr><th>Low</th><td>07:20</td></tr></tbody></table>",
    ),
    right: ["html[1]/body[1]/table[1]/tbody[1]/tr[1]"],
  },
  "gone, and another of its kind stands in its place": {
    before: shop([
      ["Lamp oil", "4.20 a can"],
      ["Rope", "1.10 a metre"],
      ["Sailcloth", "9.00 a yard"],
    ]),
    block: "html[1]/body[1]/section[2]",
    after: shop([
      ["Lamp oil", "4.40 a can"],
      ["Tar", "7.00 a barrel"],
      ["Sailcloth", "9.00 a yard"],
    ]),
    right: [],
  },
};

test.each(Object.entries(HARD))("%s: never silently wrong", (_name, { before, block, after, right }) => {
  const memory = fused.learn(before, nodeAt(before, block) as number);
  const { verdict } = followStep(fused, memory, after);
  if (verdict.kind === "found") expect(right).toContain(pathOf(after, verdict.node));
  else expect(["unsure", "gone"]).toContain(verdict.kind);
});
