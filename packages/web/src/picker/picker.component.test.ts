import type { FollowReply } from "@tessera/model/api";
import type { FrameMessage, Level, PickerMessage } from "@tessera/page";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type Answers, type FakeServer, fakeServer, HeldAnswer, refused } from "../mount/fake-server.fixture.ts";
import { follow, tile } from "../tile/tiles.fixture.ts";
import { Picker } from "./picker.svelte.ts";
import { TargetSheet } from "./target-sheet.svelte.ts";

const URL = "https://town.example/";
const level = (node: number): Level => ({ node, tag: "div", name: `block ${node}`, box: [0, 0, 600, 300] });
const levels = (...nodes: readonly number[]): Level[] => nodes.map(level);
const preview = (node: number) => ({
  ...{ html: "", css: "", node, path: `html[1]/div[${node}]`, cutPaths: [], text: "", numbers: [], nodes: [node] },
  ...{ layout: { viewport: [800, 700], width: 600, height: 300 }, items: null, look: "page", isList: false },
  ...{ excerpt: "124", title: `Name of ${node}`, pageTitle: "Town", alike: 3, entry: null },
});

let server: FakeServer;
let picker: Picker;
let sheet: TargetSheet;
/** What the page in the frame was told. */
let said: PickerMessage[];
let done: string[];
/** A message of the page in the frame. */
let frame: (message: FrameMessage) => void;

const ANSWERS: Answers = {
  "POST /pages": () => ({ page: { id: "p" }, capture: { id: "c" }, scripts: "none" }),
  "GET /captures/c/components": () => ({
    grain: "normal",
    isTrained: true,
    captures: 3,
    rejected: 0,
    blocks: [{ path: "html[1]/div[7]", node: 7, title: "Notices", excerpt: "" }],
  }),
  "GET /captures/c/followed": () => [],
  "GET /pages/p/changing": () => ({ captureId: "c", captures: 3, blocks: [] }),
  "POST /captures/c/preview": ({ body }) => preview((body as { place: number }).place),
  "GET /sheets/s": () => ({ id: "s", tiles: [tile("t", follow("other"))] }),
  "POST /follows": () => follow("new"),
  "POST /sheets/s/tiles": () => ({}),
  "PUT /sheets/s/layout": () => ({}),
};

async function open(answers: Answers = {}): Promise<void> {
  server = await fakeServer({ ...ANSWERS, ...answers });
  await sheet.load("s");
  await picker.open({ url: URL });
  const element = document.createElement("iframe");
  document.body.append(element);
  const source = { postMessage: hears } as unknown as Window;
  Object.defineProperty(element, "contentWindow", { value: source });
  picker.listen(element);
  frame = (data) => void dispatchEvent(new MessageEvent("message", { data, source, origin: "null" }));
}

/** The page in the frame: it says how it is laid out when it is asked. */
function hears(message: PickerMessage): void {
  said.push(message);
  if (message.kind === "measure") {
    const { node } = message;
    queueMicrotask(() => frame({ kind: "measured", node, ...SEEN }));
  }
}
const BOXES = [
  [0, 0, 800, 3_000],
  [100, 50, 600, 300],
] as const;
const BESIDE = { turned: [600, 300, 0.9, 0.1, -0.1, 0.9], grounds: [{ up: 1, offset: -1, box: BOXES[0] }] } as const;
const SEEN = { viewport: [800, 700], boxes: BOXES, flush: 0, isLegible: true, cells: [600], ...BESIDE } as const;

beforeEach(() => {
  [said, done] = [[], []];
  sheet = new TargetSheet();
  picker = new Picker({
    sheet,
    words: {
      add: "Add",
      remove: "Remove",
      changes: (percent) => `${percent}%`,
      removed: (title) => `removed ${title}`,
      joined: (count) => `joined ${count}`,
    },
    onHelp: () => void done.push("help"),
    onAdded: ({ id }) => void done.push(`added ${id}`),
    onTaught: ({ id }) => void done.push(`taught ${id}`),
    onLeave: () => void done.push("left"),
  });
});
afterEach(() => {
  picker.close();
  server.close();
  document.body.replaceChildren();
  for (const { id } of toasts()) dismiss(id);
});

/** Everything that is ready to happen has happened. */
const settled = (): Promise<void> => new Promise((ready) => setTimeout(ready));
const previewed = () => expect.poll(() => picker.preview?.node);
const marks = (): readonly (readonly [number, string])[] => {
  const last = said.findLast((message) => message.kind === "mark");
  return last?.kind === "mark" ? last.marks.map(({ node, look }) => [node, look]) : [];
};

test("a page that is ready is told how the wheel and dragging work", async () => {
  await open();
  frame({ kind: "ready", elements: 9 });
  expect(picker.isReady).toBe(true);
  expect(said).toEqual(
    expect.arrayContaining([
      { kind: "wheel-walks", isOn: true },
      { kind: "drags", isOn: true },
    ]),
  );
});

test("what is pointed at is outlined, the arrow up means the block around it, Enter takes that", async () => {
  await open();
  frame({ kind: "hover", levels: levels(1, 5, 9) });
  expect(marks()).toEqual([[9, "hover"]]);
  frame({ kind: "key", key: "ArrowUp", shift: false, alt: false });
  expect(marks()).toEqual([[5, "hover"]]);
  frame({ kind: "key", key: "Enter", shift: false, alt: false });
  await previewed().toBe(5);
  expect([picker.title, marks()]).toEqual(["Name of 5", [[5, "picked"]]]);
});

test("a second Enter follows the block and puts it on the sheet, and the picker is free for the next", async () => {
  await open();
  frame({ kind: "press", levels: levels(1, 5), isDouble: true });
  await previewed().toBe(5);
  picker.title = " News ";
  picker.key("Enter");
  await expect.poll(() => done).toEqual(["added new"]);
  expect(server.sent("POST /follows")).toEqual([
    {
      source: { url: URL },
      captureId: "c",
      wish: { kind: "path", path: "html[1]/div[5]" },
      extent: "one",
      intent: "auto",
      cutPaths: [],
      layout: { ...SEEN, items: null },
      title: "News",
    },
  ]);
  expect(sheet.place).toMatchObject({ width: 7, height: 6 });
  expect(server.sent("POST /sheets/s/tiles")).toMatchObject([{ followId: "new" }]);
  expect([picker.state.chosen, picker.preview, picker.isSaving]).toEqual([null, null, false]);
});

test("a block that could not be followed stays chosen, and that is said", async () => {
  await open({ "POST /follows": () => refused("busy", 503) });
  frame({ kind: "press", levels: levels(5), isDouble: true });
  await previewed().toBe(5);
  await picker.put();
  await expect.poll(() => toasts().map(({ text }) => text)).toEqual(["The server is busy. Try again in a moment."]);
  expect([done, picker.isSaving, picker.state.chosen?.at(-1)?.node]).toEqual([[], false, 5]);
});

test("two presses in a hurry follow the block once", async () => {
  await open();
  frame({ kind: "press", levels: levels(5), isDouble: true });
  await previewed().toBe(5);
  await Promise.all([picker.put(), picker.put()]);
  expect(server.sent("POST /follows")).toHaveLength(1);
});

test("all that are alike are previewed together, and parts that are cut out are sent along", async () => {
  await open();
  frame({ kind: "press", levels: levels(1, 5), isDouble: true });
  await previewed().toBe(5);
  picker.key("a");
  picker.key("x");
  frame({ kind: "press", levels: levels(1, 5, 9), isDouble: false });
  await expect
    .poll(() => server.sent("POST /captures/c/preview").at(-1))
    .toEqual({ place: 5, extent: "alike", cuts: [9], look: "page", layout: { ...SEEN, items: null } });
});

const entry = { count: 12, rank: 1, title: "Bridge opens" };
const ofMany = {
  "POST /captures/c/preview": ({ body }: { readonly body: unknown }) => ({
    ...preview((body as { place: number }).place),
    entry,
  }),
};

test("of one of many, the place or the thing is followed as the person says; the next block is asked about anew", async () => {
  await open(ofMany);
  frame({ kind: "press", levels: levels(1, 5), isDouble: true });
  await previewed().toBe(5);
  picker.move({ kind: "intent", intent: "position" });
  await picker.put();
  frame({ kind: "press", levels: levels(1, 7), isDouble: true });
  await previewed().toBe(7);
  await picker.put();
  expect(server.sent("POST /follows")).toMatchObject([{ intent: "position" }, { intent: "auto" }]);
  expect(server.sent("POST /captures/c/preview")).toHaveLength(2);
});

test("of all that are alike there is none to be told from the others", async () => {
  await open(ofMany);
  frame({ kind: "press", levels: levels(1, 5), isDouble: true });
  await previewed().toBe(5);
  picker.move({ kind: "intent", intent: "item" });
  picker.key("a");
  await picker.put();
  expect(server.sent("POST /follows")).toMatchObject([{ extent: "alike", intent: "auto" }]);
});

test("a part that was cut out a moment ago is not followed, although its preview is still on its way", async () => {
  const held = Promise.withResolvers<void>();
  const slowWithCuts = async ({ body }: { readonly body: unknown }) => {
    const { place, cuts } = body as { readonly place: number; readonly cuts: readonly number[] };
    if (cuts.length > 0) await held.promise;
    return { ...preview(place), cutPaths: cuts.map((node) => `html[1]/body[1]/p[${node}]`) };
  };
  await open({ "POST /captures/c/preview": slowWithCuts });
  frame({ kind: "press", levels: levels(1, 5), isDouble: true });
  await previewed().toBe(5);
  picker.key("x");
  frame({ kind: "press", levels: levels(1, 5, 9), isDouble: false });
  const put = picker.put();
  held.resolve();
  await put;
  expect(server.sent("POST /follows")).toMatchObject([{ cutPaths: ["html[1]/body[1]/p[9]"] }]);
});

test("only the answer to the latest question is shown", async () => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const slowAtFirst = async ({ body }: { readonly body: unknown }) => {
    if (asked++ === 0) await held.promise;
    return preview((body as { place: number }).place);
  };
  await open({ "POST /captures/c/preview": slowAtFirst });
  frame({ kind: "press", levels: levels(5), isDouble: true });
  await expect.poll(() => asked).toBe(1);
  picker.move({ kind: "back" });
  frame({ kind: "press", levels: levels(7), isDouble: true });
  await previewed().toBe(7);
  held.resolve();
  await settled();
  expect([picker.preview?.node, picker.title]).toEqual([7, "Name of 7"]);
});

test("the button of an offered block follows it at once under its own title", async () => {
  await open();
  picker.key("f");
  expect(marks().map(([node]) => node)).toEqual([7]);
  frame({ kind: "add", node: 7, box: [0, 0, 100, 100] });
  await expect.poll(() => done).toEqual(["added new"]);
  expect(server.sent("POST /follows")).toMatchObject([{ title: "Notices" }]);
});

test("all alike that are offered are followed together, and the next one alone", async () => {
  await open();
  picker.key("f");
  picker.addOffered(7, "alike");
  frame({ kind: "add", node: 7, box: [0, 0, 100, 100] });
  await expect.poll(() => done).toEqual(["added new"]);
  frame({ kind: "add", node: 7, box: [0, 0, 100, 100] });
  await expect.poll(() => done).toEqual(["added new", "added new"]);
  expect(server.sent("POST /follows")).toMatchObject([{ extent: "alike" }, { extent: "one" }]);
});

test("what another window says is not heard", async () => {
  await open();
  dispatchEvent(new MessageEvent("message", { data: { kind: "ready", elements: 1 }, source: window, origin: "null" }));
  expect(picker.isReady).toBe(false);
});

test("a follow whose block is picked again is taught, and gets no second tile", async () => {
  await open({
    "GET /follows/f": () => follow("f", { page: { ...follow("f").page, url: URL } as FollowReply["page"] }),
    "POST /follows/f/corrections": () => follow("f"),
  });
  await picker.repair("f");
  picker.move({ kind: "walked", levels: levels(1, 5) });
  picker.key("Enter");
  await previewed().toBe(5);
  await picker.put();
  expect([done, server.sent("POST /sheets/s/tiles")]).toEqual([["taught f"], []]);
  expect(server.sent("POST /follows/f/corrections")).toEqual([
    { captureId: "c", answer: { kind: "this", path: "html[1]/div[5]" } },
  ]);
});

test("a page that cannot be opened is known as failed, one that is no longer wanted is not", async () => {
  await open({ "POST /pages": () => refused("capture-failed", 502) });
  expect(picker.opening.kind).toBe("failed");
  picker.close();
  expect(picker.opening.kind).toBe("idle");
});

/** The raw page at once, and the rendered one when it is let go. */
function twoPages() {
  const rendered = new HeldAnswer();
  const raw = { page: { id: "p" }, capture: { id: "c" }, scripts: "coming" };
  const answers: Answers = {
    "POST /pages": ({ body }) => ((body as { shown?: string }).shown ? rendered.give() : raw),
    "GET /captures/r/components": () => null,
  };
  return { rendered, answers };
}
const RENDERED = { page: { id: "p" }, capture: { id: "r" }, scripts: "shown" };
const shownCapture = () => picker.opening.kind === "open" && picker.opening.opened.capture.id;

test("the raw page is shown at once, and the rendered one takes its place when it comes", async () => {
  const { rendered, answers } = twoPages();
  await open(answers);
  expect([shownCapture(), picker.scripts]).toEqual(["c", "coming"]);
  rendered.letGo(RENDERED);
  await expect.poll(shownCapture).toBe("r");
  expect([picker.scripts, picker.isReady]).toEqual(["shown", false]);
  expect(server.sent("POST /pages")[1]).toEqual({ source: { url: URL }, shown: "c" });
});

test("the page is not changed under somebody who has chosen, until they say so", async () => {
  const { rendered, answers } = twoPages();
  await open(answers);
  frame({ kind: "press", levels: levels(1, 2), isDouble: true });
  rendered.letGo(RENDERED);
  await expect.poll(() => picker.scripts).toBe("ready");
  expect([shownCapture(), picker.state.chosen?.length]).toEqual(["c", 2]);
  picker.showRendered();
  expect([shownCapture(), picker.state.chosen]).toEqual(["r", null]);
});

test("a browser that fails leaves the raw page, and one that comes too late changes nothing", async () => {
  const { rendered, answers } = twoPages();
  await open(answers);
  rendered.letGo(refused("capture-failed", 502));
  await expect.poll(() => picker.scripts).toBe("failed");
  expect(shownCapture()).toBe("c");
});

test("who misses something has it opened in a browser, and follows it so", async () => {
  await open({
    "POST /pages": ({ body }) => {
      const { fetcher } = (body as { source: { fetcher?: string } }).source;
      return { page: { id: "p" }, capture: { id: fetcher === "browser" ? "r" : "c" }, scripts: "none" };
    },
    "GET /captures/r/components": () => null,
    "POST /captures/r/preview": () => preview(2),
  });
  picker.openInBrowser();
  await expect.poll(shownCapture).toBe("r");
  expect(picker.scripts).toBe("rendered");
  frame({ kind: "press", levels: levels(1, 2), isDouble: true });
  await expect.poll(() => picker.preview?.node).toBe(2);
  await picker.put();
  expect(server.sent("POST /follows")[0]).toMatchObject({ source: { url: URL, fetcher: "browser" }, captureId: "r" });
});

const FOLLOWED = { followId: "f", title: "Notices", path: "html[1]/div[7]", node: 7, extent: "one" };
const marksSaid = () => said.findLast((message) => message.kind === "mark")?.marks ?? [];

test("the button of a block that is followed removes it without a question, and the undo brings it back", async () => {
  let isThere = true;
  await open({
    "GET /captures/c/followed": () => (isThere ? [FOLLOWED] : []),
    "DELETE /follows/f": () => {
      isThere = false;
      return {};
    },
    "POST /follows/f/restore": () => {
      isThere = true;
      return {};
    },
  });
  picker.show("all");
  expect(marksSaid()).toMatchObject([{ node: 7, look: "followed", button: "Remove", isPressed: true }]);
  frame({ kind: "add", node: 7, box: [0, 0, 10, 10] });
  expect(marksSaid()).toMatchObject([{ node: 7, look: "fragment", button: "Add", isPressed: false }]);
  await expect.poll(() => server.sent("DELETE /follows/f")).toHaveLength(1);
  expect(server.sent("POST /follows")).toHaveLength(0);
  toasts()[0]?.undo?.();
  await expect.poll(() => server.sent("POST /follows/f/restore")).toHaveLength(1);
  await expect.poll(() => marksSaid()[0]?.look).toBe("followed");
});

test("plus and minus change how large the offered blocks are, as far as that goes", async () => {
  await open();
  expect(picker.offered.grain).toBe("normal");
  const grains: string[] = [];
  for (const key of ["+", "+", "-", "-", "-"]) {
    picker.key(key);
    grains.push(picker.offered.grain);
  }
  expect(grains).toEqual(["fine", "fine", "normal", "coarse", "coarse"]);
  // once for each grain, besides the page's own
  const asked = () =>
    server.asked.map(({ path }) => /components\?grain=(\w+)/.exec(path)?.[1]).filter((grain) => grain);
  await expect.poll(asked).toEqual(["fine", "normal", "coarse"]);
  await expect.poll(() => picker.shown).toBe("all");
  expect([picker.blocks.canBe("coarser"), picker.blocks.canBe("finer"), picker.shown]).toEqual([false, true, "all"]);
});

test("a block for which there was no room on the sheet is not followed in secret, and one that was followed stays", async () => {
  const full = { "POST /sheets/s/tiles": () => refused("cap-reached", 409), "DELETE /follows/new": () => ({}) };
  await open(full);
  frame({ kind: "press", levels: levels(5), isDouble: true });
  await previewed().toBe(5);
  await picker.put();
  await expect.poll(() => toasts().map(({ text }) => text)).toEqual(["The limit is reached."]);
  expect(server.sent("DELETE /follows/new")).toHaveLength(1);
  picker.close();
  server.close();
  await open({ ...full, "GET /captures/c/followed": () => [{ ...FOLLOWED, followId: "new" }] });
  frame({ kind: "press", levels: levels(5), isDouble: true });
  await previewed().toBe(5);
  await picker.put();
  expect(server.sent("POST /sheets/s/tiles")).toHaveLength(1);
  expect(server.sent("DELETE /follows/new")).toEqual([]);
});
