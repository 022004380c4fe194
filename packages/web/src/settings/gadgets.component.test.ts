import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import Gadgets from "./Gadgets.svelte";

const PATIENCE = { timeout: 30_000 };
const gadget = (id: string, parts: object = {}) => ({
  ...{ id, face: "frame", wall: null, refusal: null, title: id, createdAt: 0, expiresAt: null, lastShownAt: null },
  ...{ url: `https://t.example/gadgets/${id}.x`, html: `<iframe src="${id}"></iframe>`, options: { sites: [] } },
  ...parts,
});

let server: FakeServer;
let shown: Mounted;
let items: { readonly id: string }[];
let isAllowed: boolean;

async function open(): Promise<void> {
  server = await fakeServer({
    "GET /gadgets": () => ({ isAllowed, areLinksAllowed: true, items }),
    "GET /shares": () => [],
    "DELETE /gadgets/River": () => {
      items = items.filter(({ id }) => id !== "River");
    },
    "DELETE /gadgets/Lamp": () => refused("busy", 503),
  });
  shown = mounted(Gadgets, {});
}

beforeEach(() => {
  isAllowed = true;
  items = [
    gadget("River", { options: { sites: ["https://a.example", "https://b.example"] } }),
    gadget("Lamp", { refusal: "private-host" }),
    gadget("Mine", { face: "link" }),
  ];
});
afterEach(async () => {
  await shown.close();
  server.close();
});

const rowOf = (title: string): HTMLElement => {
  const row = [...shown.root.querySelectorAll("li")].find((each) => each.textContent?.includes(title));
  if (!row) throw new Error(`${title} is not listed: ${shown.text()}`);
  return row;
};
const allThere = () => expect.poll(() => shown.text(), PATIENCE).toContain("Mine");

test("each says which sites may show it, what to copy, and why it shows nothing", async () => {
  await open();
  await allThere();
  expect(rowOf("River").textContent).toContain("https://a.example, https://b.example");
  expect([...rowOf("River").querySelectorAll("input")].map(({ value }) => value)).toEqual([
    '<iframe src="River"></iframe>',
    "https://t.example/gadgets/River.x",
  ]);
  expect(rowOf("Lamp").textContent).toContain("any site");
  expect(rowOf("Lamp").querySelector(".refusal")?.textContent).toContain("private host");
  // a link is no frame
  expect([...rowOf("Mine").querySelectorAll("input")].map(({ value }) => value)).toEqual([
    "https://t.example/gadgets/Mine.x",
  ]);
});

test("one is taken back at one press, by its name, and the others stay", async () => {
  await open();
  await allThere();
  shown.button("Take back River").click();
  await expect.poll(() => shown.text(), PATIENCE).not.toContain("River");
  expect(server.sent("DELETE /gadgets/River")).toHaveLength(1);
  expect(shown.text()).toContain("Lamp");
});

test("one that could not be taken back is still listed", async () => {
  await open();
  await allThere();
  shown.button("Take back Lamp").click();
  await expect.poll(() => server.asked.filter(({ path }) => path === "/gadgets").length, PATIENCE).toBe(2);
  await allThere();
  expect(rowOf("Lamp")).not.toBe(null);
});

test("that the owner does not allow it, and that there is none, is said", async () => {
  [isAllowed, items] = [false, []];
  await open();
  await expect.poll(() => shown.text(), PATIENCE).toContain("does not allow blocks on other sites");
  await expect.poll(() => shown.text(), PATIENCE).toContain("You have made no link");
});
