import type { Links } from "@tessera/model";
import { MAX_LINKS } from "@tessera/model/limits";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dismiss, toasts } from "../../components/toasts.svelte.ts";
import { type Mounted, mounted } from "../../mount/mounted.fixture.ts";
import { ownTile, SheetOfOne } from "../../mount/sheet-of-one.fixture.ts";
import LinksTile from "./LinksTile.svelte";

const link = (title: string) => ({ title, url: `https://${title.toLowerCase()}.example/` });
const LINKS: Links = {
  kind: "links",
  title: "Bookmarks",
  groups: [
    { heading: null, links: [link("Elm"), link("Oak")] },
    { heading: "Rivers", links: [link("Rhine")] },
  ],
  opens: "here",
};

let sheet: SheetOfOne;
beforeEach(async () => {
  sheet = new SheetOfOne(LinksTile, ownTile(LINKS));
  await sheet.show();
});
afterEach(async () => {
  await sheet.close();
  for (const { id } of toasts()) dismiss(id);
});

const shown = (): readonly string[] =>
  [...sheet.shown.root.querySelectorAll("section")].map((group) =>
    [...group.querySelectorAll("h3, a span[dir]")].map(({ textContent }) => textContent).join(" "),
  );
const stored = (): readonly (readonly string[])[] =>
  (sheet.tile.content as Links).groups.map(({ links }) => links.map(({ title }) => title));
const at = (place: string): HTMLElement => sheet.shown.one(`[data-place="${place}"]`);

function type(text: string): void {
  sheet.shown.write(sheet.shown.one<HTMLInputElement>("form input"), text);
  sheet.shown.fire(sheet.shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
}

test("links stand in their groups, and tell no page who came", () => {
  expect(shown()).toEqual(["Elm Oak", "Rivers Rhine"]);
  expect(at("0-0").getAttribute("href")).toBe("https://elm.example/");
  expect(at("0-0").getAttribute("rel")).toBe("noopener noreferrer");
});

test("an address that is typed comes to the last group, and what is none is refused", async () => {
  type("javascript:alert(1)");
  expect(sheet.shown.one("[role=alert]").textContent).toBe("This is not the address of a web page.");
  type("https://danube.example/");
  await expect.poll(() => stored()[1]).toHaveLength(2);
  expect(sheet.shown.root.querySelector("a[href='https://danube.example/']")).not.toBeNull();
});

test("keys move a link, with the focus, and say where it went", async () => {
  const down = new KeyboardEvent("keydown", { key: "ArrowDown", altKey: true, bubbles: true, cancelable: true });
  at("0-0").focus();
  sheet.shown.fire(at("0-0"), down);
  await expect.poll(stored).toEqual([["Oak", "Elm"], ["Rhine"]]);
  expect(document.activeElement).toBe(at("0-1"));
  expect(sheet.shown.one("[aria-live]").textContent).toContain("Elm is now number 2");
});

test("a link that is removed can be had back", async () => {
  sheet.shown.press("Delete", at("0-1"));
  await expect.poll(stored).toEqual([["Elm"], ["Rhine"]]);
  const [toast] = toasts();
  expect(toast?.text).toBe("“Oak” was removed.");
  toast?.undo?.();
  await expect.poll(stored).toEqual([["Elm", "Oak"], ["Rhine"]]);
});

test("what could not be stored is not shown as if it were", async () => {
  sheet.isAway = true;
  sheet.shown.press("Delete", at("0-1"));
  flushSync();
  expect(shown()).toEqual(["Elm", "Rivers Rhine"]);
  await expect.poll(shown).toEqual(["Elm Oak", "Rivers Rhine"]);
});

test("links and groups are edited in a window, by its key too", async () => {
  sheet.shown.part.edit();
  await expect.poll(() => sheet.shown.root.querySelector("dialog")).not.toBeNull();
});

/** The titles in the window. */
const inWindow = (): readonly HTMLInputElement[] => [
  ...sheet.shown.root.querySelectorAll<HTMLInputElement>("dialog .link input[dir=auto]"),
];
const submit = (): void =>
  sheet.shown.fire(sheet.shown.one("dialog form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
const isOpen = (): boolean => sheet.shown.root.querySelector("dialog") !== null;

async function openWindow(): Promise<void> {
  sheet.shown.part.edit();
  await expect.poll(() => inWindow().length).toBe(3);
}

/** Somebody else takes all out but the Rhine. */
async function changeElsewhere(): Promise<void> {
  sheet.changeElsewhere({ ...LINKS, groups: [{ heading: "Rivers", links: [link("Rhine")] }] });
  await sheet.open.load();
  flushSync();
}

test("links that were changed elsewhere while they are edited are not written over unasked", async () => {
  await openWindow();
  sheet.shown.write(inWindow()[0]!, "Ash");
  await changeElsewhere();
  submit();
  await expect.poll(() => sheet.shown.one("dialog [role=alert]").textContent).toContain("changed elsewhere");
  expect(stored()).toEqual([["Rhine"]]);
  sheet.shown.button("Keep mine").click();
  await expect.poll(stored).toEqual([["Ash", "Oak"], ["Rhine"]]);
  await expect.poll(isOpen).toBe(false);
});

test("the links of somebody else can be taken instead, also where only the server knew of them", async () => {
  await openWindow();
  sheet.shown.write(inWindow()[0]!, "Ash");
  sheet.changeElsewhere({ ...LINKS, groups: [{ heading: "Rivers", links: [link("Rhine")] }] });
  submit();
  await expect.poll(() => sheet.shown.root.querySelector("dialog [role=alert]") !== null).toBe(true);
  sheet.shown.button("Take the other").click();
  flushSync();
  expect(inWindow().map(({ value }) => value)).toEqual(["Rhine"]);
  expect(stored()).toEqual([["Rhine"]]);
});

test("links that could not be stored stay in their window", async () => {
  await openWindow();
  sheet.shown.write(inWindow()[0]!, "Ash");
  sheet.isAway = true;
  submit();
  await expect.poll(() => toasts().length).toBe(1);
  expect(inWindow()[0]!.value).toBe("Ash");
  sheet.isAway = false;
  submit();
  await expect.poll(isOpen).toBe(false);
  expect(stored()[0]).toEqual(["Ash", "Oak"]);
});

test("addresses that end in digits are told apart by their places", async () => {
  const links = Array.from({ length: 12 }, (_, at) => ({
    title: `${at}`,
    url: `https://a.example/${at === 1 ? "1" : ""}`,
  }));
  sheet.changeElsewhere({ ...LINKS, groups: [{ heading: null, links }] });
  await sheet.open.load();
  flushSync();
  expect(shown()).toEqual([links.map(({ title }) => title).join(" ")]);
});

const rows = (): readonly string[] => inWindow().map(({ value }) => value);

test("in the window a line goes up and down past an empty one, and the focus goes along", async () => {
  await openWindow();
  [...sheet.shown.root.querySelectorAll("button")].find((each) => each.textContent === "+ Link")?.click();
  flushSync();
  expect(rows()).toEqual(["Elm", "Oak", "", "Rhine"]);
  sheet.shown.button("Move Rhine up").click();
  await expect.poll(rows).toEqual(["Elm", "Oak", "", "Rhine"]);
  expect(document.activeElement).toBe(sheet.shown.button("Move Rhine up"));
  sheet.shown.button("Move Rhine up").click();
  await expect.poll(rows).toEqual(["Elm", "Oak", "Rhine", ""]);
  expect(document.activeElement).toBe(sheet.shown.button("Move Rhine up"));
  submit();
  await expect.poll(stored).toEqual([["Elm", "Oak", "Rhine"], []]);
});

test("groups change their order in the window, and it is said where one is", async () => {
  await openWindow();
  sheet.shown.button("Move Rivers up").click();
  await expect.poll(rows).toEqual(["Rhine", "Elm", "Oak"]);
  expect(sheet.shown.one("dialog [aria-live]").textContent).toBe("Rivers is now group 1");
  expect(document.activeElement).toBe(sheet.shown.button("Move Rivers down"));
  submit();
  await expect.poll(stored).toEqual([["Rhine"], ["Elm", "Oak"]]);
});

test("links open in a new tab where that is chosen", async () => {
  expect(at("0-0").hasAttribute("target")).toBe(false);
  await openWindow();
  const [, tab] = sheet.shown.root.querySelectorAll<HTMLInputElement>("dialog input[type=radio]");
  tab!.click();
  flushSync();
  submit();
  await expect.poll(() => at("0-0").getAttribute("target")).toBe("_blank");
  expect(at("0-0").getAttribute("rel")).toBe("noopener noreferrer");
});

/** What is dragged or cut, as far as tiles look at it. */
function carriedData(): DataTransfer {
  const kept = new Map<string, string>();
  const data = {
    dropEffect: "none",
    effectAllowed: "uninitialized",
    get types() {
      return [...kept.keys()];
    },
    getData: (type: string) => kept.get(type) ?? "",
    setData: (type: string, text: string) => void kept.set(type, text),
  };
  return data as unknown as DataTransfer;
}

/** As browsers do before they ask the page. */
function dataOf({ title, url }: { readonly title: string; readonly url: string }): DataTransfer {
  const data = carriedData();
  data.setData("text/uri-list", url);
  data.setData("text/html", `<a href="${url}">${title}</a>`);
  return data;
}

describe("two tiles of links", () => {
  let other: Mounted<object>;
  let stays: Links;
  const inOther = (): readonly string[] => stays.groups.flatMap(({ links }) => links.map(({ title }) => title));

  async function open(links: readonly ReturnType<typeof link>[]): Promise<void> {
    await sheet.close();
    stays = { kind: "links", title: "Towns", groups: [{ heading: null, links: [...links] }], opens: "here" };
    const second = ownTile(stays, "u");
    sheet = new SheetOfOne(LinksTile, ownTile(LINKS), [second]);
    let version = 1;
    await sheet.show({
      "PATCH /tiles/u": ({ body }) => {
        stays = (body as { content: Links }).content;
        return { ...second, content: stays, version: ++version };
      },
    });
    other = mounted(LinksTile as never, sheet.propsOf("u"));
  }
  afterEach(() => other.close());

  function drag(from: HTMLElement, onto: HTMLElement, keys: { ctrlKey?: boolean } = {}): string {
    // the letter of the icon is a part of what the browser gives along
    const dataTransfer = dataOf({ title: from.textContent ?? "", url: from.getAttribute("href") ?? "" });
    const fire = (kind: string, target: HTMLElement): void =>
      sheet.shown.fire(
        target,
        Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { dataTransfer, ...keys }),
      );
    fire("dragstart", from);
    fire("dragover", onto);
    const { dropEffect } = dataTransfer;
    fire("drop", onto);
    fire("dragend", from);
    return dropEffect;
  }

  test("a link that is dragged to the other moves there, and back by undo", async () => {
    await open([link("Bern")]);
    expect(drag(at("0-0"), other.one("[data-group]"))).toBe("move");
    await expect.poll(inOther).toEqual(["Bern", "Elm"]);
    await expect.poll(stored).toEqual([["Oak"], ["Rhine"]]);
    expect(toasts().map(({ text }) => text)).toEqual(["“Elm” was moved to “Towns”."]);
    toasts()[0]?.undo?.();
    await expect.poll(inOther).toEqual(["Bern"]);
    await expect.poll(stored).toEqual([["Elm", "Oak"], ["Rhine"]]);
  });

  test("with a key it is copied", async () => {
    await open([link("Bern")]);
    expect(drag(at("0-0"), other.one("[data-group]"), { ctrlKey: true })).toBe("copy");
    await expect.poll(inOther).toEqual(["Bern", "Elm"]);
    expect(stored()).toEqual([["Elm", "Oak"], ["Rhine"]]);
  });

  test("a link that finds no room stays where it was", async () => {
    await open(Array.from({ length: MAX_LINKS }, (_, number) => link(`l${number}`)));
    drag(at("0-0"), other.one("[data-group]"));
    expect(toasts().map(({ text }) => text)).toEqual(["The other tile has no room for another link."]);
    expect(stored()).toEqual([["Elm", "Oak"], ["Rhine"]]);
  });

  test("by keys it is cut from one and pasted into the other, behind the link that has the focus", async () => {
    await open([link("Bern"), link("Chur")]);
    const clipboardData = carriedData();
    const act = (kind: "cut" | "paste", target: HTMLElement): void => {
      target.focus();
      sheet.shown.fire(target, Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { clipboardData }));
    };
    act("cut", at("0-0"));
    await expect.poll(stored).toEqual([["Oak"], ["Rhine"]]);
    act("paste", other.one('[data-place="0-0"]'));
    await expect.poll(inOther).toEqual(["Bern", "Elm", "Chur"]);
    expect(stored()).toEqual([["Oak"], ["Rhine"]]);
  });
});
