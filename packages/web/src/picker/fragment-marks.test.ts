import { BlockPath, FollowId } from "@tessera/model";
import { expect, test } from "vitest";
import { fragmentMarks, offeredLines, titleOffered } from "./fragment-marks.ts";

const fragment = (node: number, title = "") => ({
  node,
  path: BlockPath.parse(`html[1]/body[1]/p[${node}]`),
  title,
  excerpt: `words of ${node}\nand more`,
  textLength: 20,
});
const words = {
  add: "Add",
  remove: "Remove",
  changes: (percent: number) => `${percent} %`,
  at: null,
  selected: new Set<number>(),
};
const offered = {
  fragments: [fragment(3, "News"), fragment(7)],
  looks: 4,
  grain: "normal" as const,
  trainedOn: 4,
  followed: [],
  changing: [
    { ...fragment(9), changeShare: 0.9 },
    { ...fragment(3), changeShare: 0.204, picture: "/assets/image/boat" },
  ],
};

test("all fragments have a border, their name and a button", () => {
  const marks = fragmentMarks(offered, "all", words);
  expect(marks).toEqual([
    { node: 3, look: "fragment", label: "News", button: "Add", isPressed: false },
    { node: 7, look: "fragment", button: "Add", isPressed: false },
  ]);
  expect(fragmentMarks(offered, "none", words)).toEqual([]);
});

test("changing blocks say their rank and how often they change", () => {
  expect(fragmentMarks(offered, "changing", words).map(({ label }) => label)).toEqual(["1 · 90 %", "2 · 20 %"]);
});

const followedBlock = (node: number) => ({
  followId: FollowId.parse(`01890000-0000-7000-8000-00000000000${node}`),
  title: `follow of ${node}`,
  path: fragment(node).path,
  node,
  extent: "one" as const,
});

test("what is followed already looks chosen and can be removed, whether it is offered or not", () => {
  const some = { ...offered, followed: [followedBlock(7), followedBlock(5)] };
  expect(fragmentMarks(some, "all", words)).toEqual([
    { node: 3, look: "fragment", label: "News", button: "Add", isPressed: false },
    { node: 7, look: "followed", label: "✓ follow of 7", button: "Remove", isPressed: true },
    { node: 5, look: "followed", label: "✓ follow of 5", button: "Remove", isPressed: true },
  ]);
  expect(offeredLines(some, "all").map(({ follow }) => follow?.node)).toEqual([undefined, 7]);
});

test("what is to be joined looks selected", () => {
  const marks = fragmentMarks(offered, "all", { ...words, selected: new Set([3]) });
  expect(marks.map(({ look }) => look)).toEqual(["selected", "fragment"]);
});

test("the one pointed at in the list is drawn as what is pointed at in the page", () => {
  expect(fragmentMarks(offered, "all", { ...words, at: 7 }).map(({ look }) => look)).toEqual(["fragment", "hover"]);
});

test("the list has the blocks in the order of the page or of their changes, with a name and how often they change", () => {
  expect(offeredLines(offered, "all")).toEqual([
    { node: 3, name: "News", changes: 20, alike: 1, box: null, face: "/assets/image/boat", follow: null },
    { node: 7, name: "words of 7", changes: null, alike: 1, box: null, face: null, follow: null },
  ]);
  expect(offeredLines(offered, "changing").map(({ face }) => face)).toEqual([null, "/assets/image/boat"]);
  expect(offeredLines(offered, "changing").map(({ node, changes }) => [node, changes])).toEqual([
    [9, 90],
    [3, 20],
  ]);
  expect(offeredLines(offered, "none")).toEqual([]);
});

test("cards that are offered all together have a line of their own, and a border each", () => {
  const box = { left: 1, top: 2, width: 30, height: 40 };
  const cards = {
    ...offered,
    fragments: [
      { ...fragment(3, "Orders"), alike: 4, box },
      { ...fragment(3, "Orders"), alike: 1, box },
    ],
  };
  expect(offeredLines(cards, "all").map(({ node, alike, changes, box }) => [node, alike, changes, box])).toEqual([
    [3, 4, null, box],
    [3, 1, 20, box],
  ]);
  expect(fragmentMarks(cards, "all", words).map(({ node }) => node)).toEqual([3]);
});

test("an offered block is called by its heading, whatever its first words are", () => {
  expect(titleOffered(offered, 3)).toBe("News");
  expect(titleOffered(offered, 7)).toBe("");
  expect(titleOffered(offered, 99)).toBe("");
});
