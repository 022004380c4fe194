import type { Board } from "@tessera/model";
import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { type Asked, type FakeServer, fakeServer } from "../../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../../mount/mounted.fixture.ts";
import { follow } from "../../tile/tiles.fixture.ts";
import BoardDialog from "./BoardDialog.svelte";

let server: FakeServer;
let shown: Mounted;
let saved: Board | null;
afterEach(async () => {
  await shown.close();
  server.close();
});

const price = (id: string) => follow(id, { title: `${id} lamp`, number: 1, value: "1 €" });

/** Given the follows of whoever opens it, as many as there are. */
async function open(own: readonly string[], rows: readonly string[]): Promise<void> {
  server = await fakeServer({
    "GET /follows": ({ path }: Asked) => {
      const query = new URLSearchParams(path.split("?")[1]);
      const words = query.get("words") ?? "";
      const of = own.filter((id) => `${id} lamp`.includes(words));
      const from = Number(query.get("after") ?? 0);
      const to = from + Number(query.get("limit"));
      return { items: of.slice(from, to).map(price), next: to < of.length ? String(to) : null };
    },
  });
  saved = null;
  const followIds = rows.map((id) => price(id).id);
  shown = mounted(BoardDialog, {
    content: { kind: "board", title: "Prices", followIds },
    rows: rows.map(price),
    onadd: (content: Board) => (saved = content),
    onclose: () => {},
  } as never);
  await expect.poll(() => shown.root.querySelector("fieldset") !== null).toBe(true);
}

const names = (): readonly (string | null)[] =>
  [...shown.root.querySelectorAll(".name")].map(({ textContent }) => textContent);
function tick(name: string): void {
  const label = [...shown.root.querySelectorAll("label.app-check")].find((each) => each.textContent?.includes(name));
  const box = label?.querySelector("input");
  if (!box) throw new Error(`no row ${name}`);
  box.checked = !box.checked;
  shown.fire(box, new Event("change", { bubbles: true }));
}

test("rows that another person follows have names, and can be taken off", async () => {
  await open(["mine"], ["theirs", "others"]);
  expect(names()).toEqual(["theirs lamp", "others lamp", "mine lamp"]);
  tick("theirs");
  tick("mine");
  shown.button("Save").click();
  flushSync();
  expect(saved?.followIds).toEqual(["others", "mine"]);
});

test("of more than a thousand the others are found by their names, and keep what was chosen", async () => {
  const many = Array.from({ length: 1_200 }, (_, at) => `n${at}`);
  await open([...many, "walnut"], ["n3"]);
  expect(names()).not.toContain("walnut lamp");
  shown.write(shown.one<HTMLInputElement>("input[type=search]"), "walnut");
  await expect.poll(names).toEqual(["walnut lamp"]);
  tick("walnut");
  shown.write(shown.one<HTMLInputElement>("input[type=search]"), "");
  shown.button("Save").click();
  flushSync();
  expect(saved?.followIds).toEqual(["n3", "walnut"]);
});

test("where all are known nothing more is asked for while one types", async () => {
  const own = Array.from({ length: 12 }, (_, at) => `n${at}`);
  await open(own, ["n3"]);
  shown.write(shown.one<HTMLInputElement>("input[type=search]"), "n1");
  expect(names()).toEqual(["n1 lamp", "n10 lamp", "n11 lamp"]);
  expect(server.asked.filter(({ path }) => path.includes("words="))).toEqual([]);
});
