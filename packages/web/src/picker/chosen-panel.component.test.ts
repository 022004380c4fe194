import type { ListEntry } from "@tessera/model/api";
import { afterEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { follow } from "../tile/tiles.fixture.ts";
import ChosenPanel from "./ChosenPanel.svelte";
import { Picker } from "./picker.svelte.ts";
import { TargetSheet } from "./target-sheet.svelte.ts";

let server: FakeServer;
let shown: Mounted;
let picker: Picker;

/** A block of a page is taken, of which the server says that it is such an entry; picked again where there is a follow. */
async function take(entry: ListEntry | null, followId?: string): Promise<void> {
  const alike = entry?.count ?? 1;
  server = await fakeServer({
    "POST /pages": () => ({ page: { id: "p" }, capture: { id: "c" } }),
    "GET /captures/c/components": () => null,
    "GET /captures/c/followed": () => [],
    "GET /pages/p/changing": () => ({ captureId: "c", captures: 1, blocks: [] }),
    "POST /captures/c/preview": () => ({
      html: "",
      css: "",
      node: 5,
      excerpt: "",
      title: "",
      pageTitle: "",
      alike,
      entry,
    }),
    "GET /follows/f": () => follow("f"),
  });
  const target = new TargetSheet();
  const nothing = () => {};
  const words = { add: "", remove: "", changes: String, removed: String, joined: String };
  picker = new Picker({ sheet: target, words, onHelp: nothing, onAdded: nothing, onTaught: nothing, onLeave: nothing });
  if (followId) await picker.repair(followId);
  else await picker.open({ url: "https://town.example/" });
  picker.move({ kind: "walked", levels: [{ node: 5, tag: "li", name: "", box: [0, 0, 9, 9] }] });
  picker.key("Enter");
  await expect.poll(() => picker.preview?.node).toBe(5);
  shown = mounted(ChosenPanel, { picker, target });
}

async function close(): Promise<void> {
  await shown.close();
  picker.close();
  server.close();
}
afterEach(close);

const radios = () => [...shown.root.querySelectorAll<HTMLInputElement>("input[type=radio]")];
const words = () => radios().map((radio) => radio.closest("label")?.textContent?.trim());
const entry = { count: 12, rank: 1, title: "Bridge opens" };

test("whoever takes one of many is asked whether they mean the place or the thing, and need not decide", async () => {
  await take(entry);
  expect(shown.one("legend").textContent).toBe("This is one of 12 alike. When they change, show");
  expect(words()).toEqual(["what fits best (decide for me)", "whatever is first", "this one: “Bridge opens”"]);
  expect(radios().map(({ checked }) => checked)).toEqual([true, false, false]);
  shown.fire(radios()[2]!, new Event("change", { bubbles: true }));
  expect(picker.state.intent).toBe("item");
});

test("further down the place is a number, and what has no words has none", async () => {
  await take({ ...entry, rank: 3, title: "" });
  expect(words().slice(1)).toEqual(["whatever is number 3", "this one, wherever it goes"]);
});

test("nobody is asked about a block of its own, about all that are alike, or when they pick again", async () => {
  await take(null);
  expect(radios()).toEqual([]);
  await close();
  await take(entry, "f");
  expect(radios()).toEqual([]);
  await close();
  await take(entry);
  shown.fire(shown.button("All like this one (12)"), new MouseEvent("click", { bubbles: true }));
  expect(radios()).toEqual([]);
});
