import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dismiss, toasts } from "../../components/toasts.svelte.ts";
import { ownTile, SheetOfOne } from "../../mount/sheet-of-one.fixture.ts";
import NoteTile from "./NoteTile.svelte";

const note = (text: string) => ({ kind: "note" as const, title: "Shopping", text });

let sheet: SheetOfOne;
beforeEach(() => {
  localStorage.clear();
});
afterEach(async () => {
  await sheet.close();
  for (const { id } of toasts()) dismiss(id);
});

const field = (): HTMLTextAreaElement => sheet.shown.one("textarea");
const isOpen = (): boolean => sheet.shown.root.querySelector("textarea") !== null;
const alert = (): string => sheet.shown.root.querySelector("[role=alert] p")?.textContent ?? "";
const sent = () =>
  sheet.server.sent("PATCH /tiles/t").map((body) => (body as { content: { text: string } }).content.text);

async function showNote(text: string): Promise<void> {
  sheet = new SheetOfOne(NoteTile, ownTile(note(text)));
  await sheet.show();
}

function write(text: string): void {
  if (!isOpen()) sheet.shown.part.edit();
  flushSync();
  sheet.shown.write(field(), text);
}

const leave = (): void => sheet.shown.fire(field(), new FocusEvent("blur"));

test("a note is read as Markdown, and nothing in it becomes an element of ours", async () => {
  await showNote("# Today\n- [ ] milk\n\n<img src=x onerror=alert(1)> [bad](javascript:alert(1))");
  expect(sheet.shown.one("h3").textContent).toBe("Today");
  expect(sheet.shown.root.querySelector("img, a[href^=javascript]")).toBeNull();
  expect(sheet.shown.text()).toContain("<img src=x onerror=alert(1)>");
});

test("what is written is saved when the field is left, and what was not changed is not sent", async () => {
  await showNote("milk");
  write("milk, bread");
  leave();
  expect([isOpen(), sheet.shown.text()]).toEqual([false, expect.stringContaining("milk, bread")]);
  await expect.poll(() => sheet.tile.content).toEqual(note("milk, bread"));
  sheet.shown.part.edit();
  flushSync();
  leave();
  expect([isOpen(), sent()]).toEqual([false, ["milk, bread"]]);
});

test("a new note is open and has the focus, one that is read has not", async () => {
  sheet = new SheetOfOne(NoteTile, ownTile(note("")));
  sheet.isFresh = true;
  await sheet.show();
  expect(document.activeElement).toBe(field());
});

test("a task is ticked in its line of the text", async () => {
  await showNote("- [ ] milk\n- [ ] bread");
  const boxes = sheet.shown.root.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  expect([...boxes].map((box) => box.getAttribute("aria-label"))).toEqual(["milk", "bread"]);
  boxes[1]?.click();
  await expect.poll(() => sheet.tile.content).toEqual(note("- [ ] milk\n- [x] bread"));
});

test("while the server is away a draft stays open, says so, and is sent when it is tried again", async () => {
  await showNote("milk");
  sheet.isAway = true;
  write("milk, bread");
  leave();
  await expect.poll(alert).toBe("Not saved yet. Your text is kept in this browser.");
  expect([field().value, document.activeElement === field()]).toEqual(["milk, bread", false]);
  sheet.shown.button("Try again").click();
  await expect.poll(() => sent().length).toBe(2);
  await expect.poll(alert).toContain("Not saved yet");
  sheet.isAway = false;
  sheet.shown.button("Try again").click();
  await expect.poll(() => sheet.tile.content).toEqual(note("milk, bread"));
  await expect.poll(isOpen).toBe(false);
  expect([sheet.shown.text(), localStorage.length]).toEqual([expect.stringContaining("milk, bread"), 0]);
});

test("a draft that could not be saved can be dropped, and the note is what the server has", async () => {
  await showNote("milk");
  sheet.isAway = true;
  write("nonsense");
  leave();
  await expect.poll(alert).toContain("Not saved yet");
  sheet.shown.button("Drop my text").click();
  flushSync();
  expect([isOpen(), sheet.shown.one(".note").textContent, localStorage.length]).toEqual([false, "milk", 0]);
});

test("where somebody else wrote meanwhile the person decides, and keeping one's own sends it", async () => {
  await showNote("milk");
  sheet.changeElsewhere(note("tea"));
  write("bread");
  leave();
  await expect.poll(alert).toBe("This note was changed elsewhere while you were writing.");
  sheet.shown.button("Keep mine").click();
  await expect.poll(() => sheet.tile.content).toEqual(note("bread"));
  await expect.poll(isOpen).toBe(false);
});

test("the text of somebody else can be taken instead", async () => {
  await showNote("milk");
  sheet.changeElsewhere(note("tea"));
  write("bread");
  leave();
  await expect.poll(alert).toContain("changed elsewhere");
  sheet.shown.button("Take the other").click();
  flushSync();
  expect([isOpen(), sheet.shown.one(".note").textContent, localStorage.length]).toEqual([false, "tea", 0]);
});

test("a draft outlives the page: it is there again without taking the focus, until the server has it", async () => {
  await showNote("milk");
  write("milk, bread");
  await sheet.leave();
  expect(sent()).toEqual([]);
  await sheet.show();
  expect([field().value, alert(), document.activeElement === field()]).toEqual([
    "milk, bread",
    "Not saved yet. Your text is kept in this browser.",
    false,
  ]);
  sheet.shown.button("Try again").click();
  await expect.poll(() => sheet.tile.content).toEqual(note("milk, bread"));
  await sheet.leave();
  await sheet.show();
  expect(isOpen()).toBe(false);
});

test("a draft is nobody else's who uses the same browser", async () => {
  await showNote("milk");
  write("milk, bread");
  await sheet.close();
  sheet = new SheetOfOne(NoteTile, ownTile(note("milk")));
  await sheet.show({ "GET /me": () => ({ id: "q", name: "bob", role: "member", locale: "en-GB", timeZone: "UTC" }) });
  expect(isOpen()).toBe(false);
  await sheet.close();
  sheet = new SheetOfOne(NoteTile, ownTile(note("milk")));
  await sheet.show();
  expect(field().value).toBe("milk, bread");
});

test("a draft that comes back to another text writes over nobody", async () => {
  await showNote("milk");
  write("milk, bread");
  await sheet.leave();
  sheet.changeElsewhere(note("tea"));
  await sheet.show();
  sheet.shown.button("Try again").click();
  await expect.poll(alert).toContain("changed elsewhere");
  expect([sheet.tile.content, field().value]).toEqual([note("tea"), "milk, bread"]);
});

test("a draft that the server has after all is a draft no more", async () => {
  await showNote("milk");
  write("milk, bread");
  await sheet.leave();
  sheet.changeElsewhere(note("milk, bread"));
  await sheet.show();
  expect([isOpen(), localStorage.length]).toEqual([false, 0]);
});

test("what is written on while an earlier text is on its way is not replaced by that", async () => {
  await showNote("milk");
  write("milk, bread");
  sheet.isAway = true;
  leave();
  write("milk, bread, salt");
  await expect.poll(alert).toContain("Not saved yet");
  expect(field().value).toBe("milk, bread, salt");
  sheet.isAway = false;
  sheet.shown.button("Try again").click();
  await expect.poll(() => sheet.tile.content).toEqual(note("milk, bread, salt"));
});
