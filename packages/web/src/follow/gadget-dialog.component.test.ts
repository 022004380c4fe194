import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeServer, fakeServer } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import GadgetDialog from "./GadgetDialog.svelte";

const PATIENCE = { timeout: 30_000 };
const HTML = '<iframe src="https://t.example/gadgets/g.x" width="480" height="320"></iframe>';

let server: FakeServer;
let shown: Mounted;
let isAllowed: boolean;
/** Why the server refuses, where it does. */
let reason: string | null;

type What = { followId: string } | { sheetId: string; boardId?: string };

async function open(what: What = { followId: "f" }): Promise<void> {
  server = await fakeServer({
    "GET /gadgets": () => ({ isAllowed, areLinksAllowed: true, items: [] }),
    "POST /gadgets": ({ body }) =>
      reason === null
        ? { ...(body as object), id: "g", url: "https://t.example/gadgets/g.x", html: HTML, title: "River" }
        : Response.json({ code: "gadget-refused", reason }, { status: 409 }),
  });
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  shown = mounted(GadgetDialog, { what, title: "River", onclose: () => undefined });
}

beforeEach(() => {
  [isAllowed, reason] = [true, null];
});
afterEach(async () => {
  await shown.close();
  server.close();
});

const click = (target: Element) => shown.fire(target, new MouseEvent("click", { bubbles: true }));
const submit = () => shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
const formThere = () => expect.poll(() => shown.root.querySelector("form"), PATIENCE).not.toBe(null);
const fieldCalled = (label: string): HTMLInputElement | undefined =>
  [...shown.root.querySelectorAll("label")].find((each) => each.textContent?.trim() === label)?.control as
    | HTMLInputElement
    | undefined;

/** A choice by its words, as somebody presses it. */
function choose(label: string): void {
  const option = [...shown.root.querySelectorAll("label")].find((each) => each.textContent?.trim() === label);
  const input = option?.querySelector("input");
  if (!input) throw new Error(`there is no choice ${label} in ${shown.text()}`);
  click(input);
  shown.fire(input, new Event("change", { bubbles: true }));
}

test("where the owner does not allow it, that is said, and there is nothing to make", async () => {
  isAllowed = false;
  await open();
  await expect.poll(() => shown.text(), PATIENCE).toContain("does not allow blocks on other sites");
  expect(shown.root.querySelector("form")).toBe(null);
});

test("what to copy is shown when it is made, with a frame of how it looks", async () => {
  await open();
  await formThere();
  submit();
  await expect.poll(() => fieldCalled("HTML to copy")?.value, PATIENCE).toBe(HTML);
  expect(fieldCalled("Address")?.value).toBe("https://t.example/gadgets/g.x");
  expect(shown.one<HTMLIFrameElement>("iframe").title).toBe("How it looks");
  expect(shown.one<HTMLAnchorElement>("a").getAttribute("href")).toBe("/settings/gadgets");
  const options = { sites: [], theme: "system", look: "auto", width: 480, height: 320 };
  expect(server.sent("POST /gadgets")).toEqual([{ followId: "f", options, expiresAt: null }]);
});

test("named sites are needed where not any site may show it, and are sent one by one", async () => {
  await open();
  await formThere();
  choose("these sites only");
  expect(shown.button("Make the address").disabled).toBe(true);
  shown.write(shown.one<HTMLTextAreaElement>("#gadget-sites"), "https://a.example\nb.example, c.example");
  expect(shown.button("Make the address").disabled).toBe(false);
  submit();
  await expect.poll(() => server.sent("POST /gadgets").length, PATIENCE).toBe(1);
  expect(server.sent("POST /gadgets")).toMatchObject([
    { options: { sites: ["https://a.example", "b.example", "c.example"] } },
  ]);
});

test.each([
  ["what fits", "auto"],
  ["as on its page, scaled", "page"],
  ["adapted to the frame", "adapted"],
  ["plain", "reader"],
  ["text only", "text"],
])("the look “%s” is sent as %s, with size, colours and last day", async (label, look) => {
  await open();
  await formThere();
  choose(label);
  choose("dark");
  shown.write(shown.one<HTMLInputElement>("#gadget-width"), "600");
  shown.write(shown.one<HTMLInputElement>("#gadget-height"), "200");
  shown.write(shown.one<HTMLInputElement>("#gadget-end"), "2199-12-31");
  submit();
  await expect.poll(() => server.sent("POST /gadgets").length, PATIENCE).toBe(1);
  // the day of the person, wherever their browser is
  const expiresAt = Date.UTC(2200, 0, 1);
  expect(server.sent("POST /gadgets")).toMatchObject([
    { options: { look, theme: "dark", width: 600, height: 200 }, expiresAt },
  ]);
});

test("of a sheet, each tile is as it is there unless told", async () => {
  await open({ sheetId: "s" });
  await formThere();
  choose("as each tile is");
  submit();
  await expect
    .poll(() => server.sent("POST /gadgets"), PATIENCE)
    .toMatchObject([{ sheetId: "s", options: { look: "auto", width: 960, height: 640 } }]);
});

test("of a board, its table is shown as it is: there is no look to choose", async () => {
  await open({ sheetId: "s", boardId: "b" });
  await formThere();
  expect(shown.text()).toContain("shows this table");
  expect([...shown.root.querySelectorAll("legend")].map(({ textContent }) => textContent)).not.toContain("Look");
  submit();
  await expect
    .poll(() => server.sent("POST /gadgets"), PATIENCE)
    .toMatchObject([{ sheetId: "s", options: { tileId: "b" } }]);
  expect(server.sent("POST /gadgets")[0]).not.toHaveProperty("boardId");
  await expect.poll(() => shown.text(), PATIENCE).toContain("can see the table");
});

test.each([
  ["private-host", "on a private host"],
  ["nothing", "nothing to show yet"],
])("why it is refused (%s) is said, and it can be tried again", async (why, words) => {
  reason = why;
  await open();
  await formThere();
  submit();
  await expect.poll(() => shown.root.querySelector('[role="alert"]')?.textContent, PATIENCE).toContain(words);
  reason = null;
  submit();
  await expect.poll(() => fieldCalled("HTML to copy")?.value, PATIENCE).toBe(HTML);
  expect(shown.root.querySelector('[role="alert"]')).toBe(null);
});
