import type { Level } from "@tessera/page";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { follow } from "../tile/tiles.fixture.ts";
import { type PageInFrame, pageInFrame } from "./page-in-frame.fixture.ts";
import { Picker } from "./picker.svelte.ts";
import { TargetSheet } from "./target-sheet.svelte.ts";

const levels = (...nodes: readonly number[]): Level[] =>
  nodes.map((node) => ({ node, tag: "div", name: `block ${node}`, box: [0, 0, 600, 300] }));
const FOLLOW = follow("f", { pick: { ...follow("f").pick, extent: "alike" } });

let server: FakeServer;
let picker: Picker;
let done: string[];
let page: PageInFrame;

beforeEach(async () => {
  done = [];
  server = await fakeServer({
    "GET /follows/f": () => FOLLOW,
    "GET /follows/f/pick": () => ({ capture: { id: "c" }, path: "html[1]/div[5]", node: 5, cuts: [8] }),
    [`GET /pages/${FOLLOW.page.id}`]: () => ({ id: FOLLOW.page.id, source: { url: "https://town.example/" } }),
    "POST /captures/c/preview": ({ body }) => {
      const { cuts } = body as { readonly cuts: readonly number[] };
      return { node: 5, path: "html[1]/div[5]", cutPaths: cuts.map(String), title: "Town", nodes: [5], items: null };
    },
    "PUT /follows/f/pick": () => FOLLOW,
  });
  const words = { add: "", remove: "", changes: String, removed: String, joined: String };
  picker = new Picker({
    ...{ sheet: new TargetSheet(), words, onHelp: () => undefined, onAdded: () => undefined },
    onTaught: ({ id }) => void done.push(`saved ${id}`),
    onLeave: () => void done.push("left"),
  });
  await picker.cut("f");
  // a wrapper looks the same as the block
  page = pageInFrame(picker, ({ kind }) => (kind === "look" ? { kind: "walked", levels: levels(1, 4) } : null));
  page.say({ kind: "ready", elements: 9 });
});
afterEach(() => {
  picker.close();
  server.close();
  document.body.replaceChildren();
});

const previewed = () => expect.poll(() => picker.preview?.node).toBe(5);

test("the block is chosen from the start, with what is cut out of it by now, in the page as it was last looked at", async () => {
  await previewed();
  expect(page.said).toContainEqual({ kind: "wheel-walks", isOn: false });
  expect(page.marks()).toEqual([
    [5, "picked"],
    [8, "cut"],
  ]);
  expect(server.sent("POST /captures/c/preview")).toMatchObject([{ place: 5, extent: "alike", cuts: [8] }]);
  expect(server.sent("POST /pages")).toEqual([]);
});

test("a press cuts out or puts back, and nothing else can be chosen or changed", async () => {
  await previewed();
  page.say({ kind: "press", levels: levels(1, 4, 9), isDouble: false });
  page.say({ kind: "press", levels: levels(1, 4, 8), isDouble: false });
  page.say({ kind: "press", levels: levels(1, 7), isDouble: false });
  for (const move of [{ kind: "level", at: 0 }, { kind: "wheel", direction: "out" }, { kind: "back" }] as const)
    picker.move(move);
  expect([picker.state.chosen?.at(-1)?.node, picker.state.isCutting, picker.state.cuts]).toEqual([5, true, [9]]);
  picker.key("Enter");
  await expect.poll(() => done).toEqual(["saved f"]);
  expect(server.sent("PUT /follows/f/pick")).toEqual([{ captureId: "c", cutPaths: ["9"] }]);
});

test("all of it is put back at once, and whoever leaves has changed nothing", async () => {
  await previewed();
  picker.key("Escape");
  expect([done, server.sent("PUT /follows/f/pick")]).toEqual([["left"], []]);
  picker.putBackCuts();
  await picker.put();
  expect(server.sent("PUT /follows/f/pick")).toEqual([{ captureId: "c", cutPaths: [] }]);
});
