import { nodeAt, parseHtml } from "@tessera/engine";
import { expect, test } from "vitest";
import { listEntryOf } from "./list-entry.ts";

const entryAt = (html: string, path: string) => {
  const tree = parseHtml(`<body>${html}</body>`);
  return listEntryOf(tree, nodeAt(tree, `html[1]/body[1]/${path}`) ?? -1);
};

const LIST = "<ul><li><a href=/a>Ash</a></li><li><a href=/b>Beech</a></li><li><a href=/c>Cedar</a></li></ul>";
const TABLE = `<table><tbody><tr><td>Ohio</td><td>7</td><td>1</td></tr><tr><td>Iowa</td><td>4</td><td>1</td></tr>
<tr><td>Utah</td><td>2</td><td>1</td></tr></tbody></table>`;
const card = (name: string) =>
  `<div class=card><div class=pic></div><div class=name>${name}</div><div class=price>€ 4</div></div>`;

test("an entry of a list, and whatever is inside it, is one of many", () => {
  expect(entryAt(LIST, "ul[1]/li[1]")).toEqual({ count: 3, rank: 1, title: "Ash" });
  expect(entryAt(LIST, "ul[1]/li[3]/a[1]")).toEqual({ count: 3, rank: 3, title: "Cedar" });
});

test("a cell is a part of its row, and a price a part of its card", () => {
  expect(entryAt(TABLE, "table[1]/tbody[1]/tr[2]/td[2]")).toMatchObject({ count: 3, rank: 2 });
  const shelf = `<main>${["Lamp", "Desk", "Chair"].map(card).join("")}</main>`;
  expect(entryAt(shelf, "main[1]/div[2]/div[3]")).toEqual({ count: 3, rank: 2, title: "Desk" });
});

test("the list itself, a section with a list, and a paragraph are not", () => {
  expect(entryAt(LIST, "ul[1]")).toBeNull();
  const sections = ["Town", "Sport", "Weather"].map((name) => `<section><h2>${name}</h2>${LIST}</section>`).join("");
  expect(entryAt(sections, "section[2]")).toBeNull();
  expect(entryAt(sections, "section[2]/h2[1]")).toBeNull();
  expect(entryAt("<div><p>One.</p><p>Two.</p><p>Three.</p></div>", "div[1]/p[2]")).toBeNull();
});

test("two of a kind, and many that say the same, are not asked about", () => {
  expect(entryAt("<ul><li>Ash</li><li>Beech</li></ul>", "ul[1]/li[1]")).toBeNull();
  expect(entryAt("<ul><li>More</li><li>More</li><li>More</li></ul>", "ul[1]/li[1]")).toBeNull();
});

test("a long entry is named by the beginning of its first line", () => {
  const { title } = entryAt(LIST.replace("Ash", `Ash ${"tree ".repeat(40)}`), "ul[1]/li[1]")!;
  expect(title).toMatch(/^Ash tree.*…$/);
  expect(title.length).toBeLessThanOrEqual(60);
});
