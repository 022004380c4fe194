import { afterEach, expect, test } from "vitest";
import { type Answers, type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type PageInFrame, pageInFrame } from "./page-in-frame.fixture.ts";
import { Picker } from "./picker.svelte.ts";
import { TargetSheet } from "./target-sheet.svelte.ts";

let server: FakeServer;
let picker: Picker;
let page: PageInFrame;

async function open(answers: Answers, capture: object = { id: "c" }): Promise<void> {
  server = await fakeServer({
    "POST /pages": () => ({ page: { id: "p" }, capture, scripts: "none" }),
    "GET /captures/c/followed": () => [],
    "GET /pages/p/changing": () => ({ captureId: "c", captures: 3, blocks: [] }),
    ...answers,
  });
  const words = { add: "", remove: "", changes: String, removed: String, joined: String };
  const nothing = (): void => undefined;
  const heard = { onHelp: nothing, onAdded: nothing, onTaught: nothing, onLeave: nothing };
  picker = new Picker({ sheet: new TargetSheet(), words, ...heard });
  await picker.open({ url: "https://town.example/" });
  page = pageInFrame(picker);
}
afterEach(() => {
  picker.close();
  server.close();
  document.body.replaceChildren();
});

const GRAIN = { grain: "normal", isTrained: true, captures: 3, rejected: 0 };
const block = (node: number, alike = 1) => ({ path: `html[1]/div[${node}]`, node, title: "", excerpt: "", alike });

test("what cannot be seen in the page as it is shown is not offered, in any grain; all of it where nothing would be left", async () => {
  await open({
    "GET /captures/c/components": () => ({ ...GRAIN, blocks: [block(7), block(8, 3)] }),
    "GET /captures/c/components?grain=fine": () => ({ ...GRAIN, blocks: [block(8)] }),
  });
  expect(page.said.filter(({ kind }) => kind === "find-hidden")).toEqual([]);
  page.say({ kind: "ready", elements: 9 });
  const blocks = [
    { node: 7, isMany: false },
    { node: 8, isMany: true },
  ];
  expect(page.said).toContainEqual({ kind: "find-hidden", blocks });
  picker.show("all");
  page.say({ kind: "hidden", nodes: [8] });
  expect([picker.offered.fragments.map(({ node }) => node), page.marks()]).toEqual([[7], [[7, "fragment"]]]);
  picker.key("+");
  await expect.poll(() => page.marks()).toEqual([[8, "fragment"]]);
  expect(page.said.findLast(({ kind }) => kind === "find-hidden")).toMatchObject({ blocks: [{ node: 8 }] });
  page.say({ kind: "hidden", nodes: [8] });
  expect(page.marks()).toEqual([[8, "fragment"]]);
});

test("a page that a browser has laid out is asked as well: its boxes do not say what is clear as glass", async () => {
  const components = { ...GRAIN, blocks: [block(7), block(8)] };
  await open({ "GET /captures/c/components": () => components }, { id: "c", isRendered: true });
  page.say({ kind: "ready", elements: 9 });
  page.say({ kind: "hidden", nodes: [8] });
  expect(picker.offered.fragments.map(({ node }) => node)).toEqual([7]);
  expect(page.said.filter(({ kind }) => kind === "find-hidden")).toHaveLength(1);
});
