import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import { MySheets } from "../shell/my-sheets.svelte.ts";
import ShareDialog from "./ShareDialog.svelte";

const SHEET = { id: "s", title: "Ours", role: "owner", owner: null };
const BOB = { id: "b", name: "bob", displayName: "Bob" };

let server: FakeServer;
let shown: Mounted;
let people: object[];
let links: object[];
let areLinksAllowed: boolean;
let closed: number;

const link = (parts: object = {}) => ({
  ...{ id: "l", face: "link", sheetId: "s", url: "https://t.example/gadgets/l.x", wall: null, refusal: null },
  ...{ createdAt: 0, expiresAt: null, lastShownAt: null, options: { sites: [] }, title: "Ours", ...parts },
});

async function open(sheet: object = SHEET): Promise<void> {
  server = await fakeServer({
    "GET /shares": () => people,
    "GET /gadgets": () => ({ isAllowed: true, areLinksAllowed, items: links }),
    "PUT /sheets/s/shares": ({ body }) => {
      const { name, role } = body as { name: string; role: string };
      if (name !== "bob") return refused("not-found", 404);
      people = [{ sheetId: "s", title: "Ours", person: BOB, role, createdAt: 0 }];
      return people[0];
    },
    "DELETE /sheets/s/shares/b": () => {
      people = [];
    },
    "DELETE /sheets/s/shares/p": () => ({}),
    "POST /gadgets": ({ body }) => {
      links = [...links, link({ id: `l${links.length}`, ...(body as object) })];
      return links.at(-1);
    },
    "DELETE /gadgets/l0": () => {
      links = [];
    },
    "GET /shares/with-me": () => [],
    "GET /sheets": () => [
      { id: "s", title: "Ours" },
      { id: "t", title: "Theirs" },
    ],
  });
  const sheets = new MySheets();
  await sheets.reload();
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  closed = 0;
  shown = mounted(ShareDialog, { sheet: sheet as never, sheets, onclose: () => void closed++ });
}

beforeEach(() => {
  [people, links, areLinksAllowed] = [[], [], true];
});
afterEach(async () => {
  await shown.close();
  server.close();
});

const click = (label: string) => shown.fire(shown.button(label), new MouseEvent("click", { bubbles: true }));
const text = () => shown.root.textContent ?? "";

test("it says who will see what before anything is shared", async () => {
  await open();
  for (const words of [
    "nothing from before",
    "stay private to you",
    "never what is private to you",
    "without an account",
  ]) {
    expect(text()).toContain(words);
  }
});

test("somebody is given the sheet by name, may then do more, and is shut out again", async () => {
  await open();
  shown.write(shown.one<HTMLInputElement>("#share-name"), "bob");
  click("Share");
  await expect.poll(text, { timeout: 30_000 }).toContain("Bob");
  const role = shown.one<HTMLSelectElement>("select");
  role.value = "edit";
  shown.fire(role, new Event("change", { bubbles: true }));
  await expect
    .poll(() => server.sent("PUT /sheets/s/shares"), { timeout: 30_000 })
    .toEqual([
      { name: "bob", role: "view" },
      { name: "bob", role: "edit" },
    ]);
  click("Stop sharing with Bob");
  await expect.poll(text, { timeout: 30_000 }).not.toContain("Bob");
});

test("a name that nobody has is said so, and nothing else of it", async () => {
  await open();
  shown.write(shown.one<HTMLInputElement>("#share-name"), "carl");
  click("Share");
  await expect.poll(text, { timeout: 30_000 }).toContain("There is nobody of this name here.");
});

test("a link is made, shown and taken back; where they are forbidden there is none to make", async () => {
  await open();
  await expect.poll(() => shown.root.querySelector("#share-end"), { timeout: 30_000 }).not.toBeNull();
  click("Make a link");
  await expect
    .poll(() => shown.root.querySelector<HTMLInputElement>(".link input")?.value, { timeout: 30_000 })
    .toContain("/gadgets/l.x");
  expect(server.sent("POST /gadgets")).toEqual([{ sheetId: "s", face: "link", expiresAt: null }]);
  const [revoke] = [...shown.root.querySelectorAll<HTMLElement>(".link .app-danger")];
  shown.fire(revoke!, new MouseEvent("click", { bubbles: true }));
  await expect.poll(() => shown.root.querySelector(".link"), { timeout: 30_000 }).toBeNull();
  await shown.close();
  areLinksAllowed = false;
  await open();
  await expect.poll(text, { timeout: 30_000 }).toContain("does not allow secret links");
  expect(shown.root.querySelector("#share-end")).toBeNull();
});

test("a double press makes one link, also of a wall", async () => {
  await open();
  await expect.poll(() => shown.root.querySelector("#share-end"), { timeout: 30_000 }).not.toBeNull();
  shown.pressTwice(shown.button("Make a link"));
  shown.pressTwice(shown.button("Make a link for it"));
  await expect.poll(() => shown.root.querySelectorAll(".link").length, { timeout: 30_000 }).toBe(2);
  expect(server.sent("POST /gadgets")).toHaveLength(2);
});

test("a wall of several sheets is opened here, or has a link of its own", async () => {
  await open();
  const [, other] = [...shown.root.querySelectorAll<HTMLInputElement>("fieldset input[type=checkbox]")];
  other!.checked = true;
  shown.fire(other!, new Event("change", { bubbles: true }));
  shown.write(shown.one<HTMLInputElement>("#wall-seconds"), "1");
  const path = shown.root.querySelector<HTMLAnchorElement>('a[href^="/wall"]')?.getAttribute("href");
  expect(path).toBe("/wall?sheets=s%2Ct&seconds=5");
  click("Make a link for it");
  await expect
    .poll(() => server.sent("POST /gadgets"), { timeout: 30_000 })
    .toEqual([{ sheetId: "s", face: "link", wall: { sheetIds: ["t"], seconds: 5, isLarge: false }, expiresAt: null }]);
});

test("a link to a wall may end, like any other", async () => {
  await open();
  shown.write(shown.one<HTMLInputElement>("#wall-end"), "2099-03-31");
  click("Make a link for it");
  const sent = () => server.sent("POST /gadgets") as readonly { readonly expiresAt: number }[];
  await expect.poll(() => sent().length, { timeout: 30_000 }).toBe(1);
  expect(sent()[0]?.expiresAt).toBeGreaterThan(Date.UTC(2099, 2, 31));
});

test("walls of other sheets that show this one as well are among its links, and no others", async () => {
  const wall = { sheetIds: ["s"], seconds: 30, isLarge: false };
  links = [
    link({ id: "also", sheetId: "t", wall, url: "https://t.example/gadgets/also.x" }),
    link({ id: "other", sheetId: "t", wall: { ...wall, sheetIds: ["u"] }, url: "https://t.example/gadgets/other.x" }),
  ];
  await open();
  const addresses = () => [...shown.root.querySelectorAll<HTMLInputElement>(".link input")].map(({ value }) => value);
  await expect.poll(addresses, { timeout: 30_000 }).toEqual(["https://t.example/gadgets/also.x"]);
});

test("whoever has the sheet from somebody else is told so, and can leave it", async () => {
  await open({ ...SHEET, role: "view", owner: { id: "a", name: "ada", displayName: "Ada" } });
  expect(text()).toContain("Ada shares this sheet with you to look at.");
  expect(server.asked.some(({ path }) => path === "/gadgets")).toBe(false);
  click("Leave this sheet");
  await expect.poll(() => closed, { timeout: 30_000 }).toBe(1);
});
