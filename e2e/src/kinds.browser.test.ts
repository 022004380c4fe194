import { ATTACKS, attackPage } from "@tessera/page/attack-corpus";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "./faults.ts";
import { openScene, type Scene } from "./scene.ts";
import { PATIENCE_MS, says, tile } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

interface Own {
  readonly content: {
    readonly kind: string;
    readonly text?: string;
    readonly groups?: readonly {
      readonly heading: string | null;
      readonly links: readonly { title: string; url: string }[];
    }[];
    readonly followIds?: readonly string[];
  };
}

async function contents({ api, sheetId }: Scene): Promise<readonly Own["content"][]> {
  const { tiles } = await api.ask<{ readonly tiles: readonly Own[] }>("GET", `/sheets/${sheetId}`);
  return tiles.map(({ content }) => content);
}

/** From the menu beside the address box, with keys alone. */
async function add({ page }: Scene, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add to this sheet", exact: true }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name, exact: true }).waitFor();
  const entries = await page.getByRole("menuitem").count();
  for (let step = 0; step <= entries; step++) {
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === name) {
      return page.keyboard.press("Enter");
    }
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`keys do not lead to ${name}`);
}

test("a note is written and read without a pointer, and two windows do not overwrite each other", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  await add(robin, "Note");
  await page.getByRole("textbox", { name: /^Text of the note/ }).waitFor();
  await page.keyboard.type("# Today\n- [ ] buy **milk**\n<img src=x onerror=alert(1)> [no](javascript:alert(2))");
  await page.keyboard.press("Control+Enter");
  const note = tile(page, "Note");
  await says(note.getByRole("heading", { name: "Today" }), "Today");
  expect([await note.locator("img").count(), await note.locator("a").count()]).toEqual([0, 0]);
  await note.getByRole("checkbox", { name: "buy milk" }).press(" ");
  await expect.poll(async () => (await contents(robin))[0]?.text, { timeout: PATIENCE_MS }).toContain("- [x] buy");
  expect(await faults(page)).toEqual([]);

  await note.press("e");
  const field = page.getByRole("textbox", { name: /^Text of the note/ });
  await field.fill("mine");
  const [{ id, content }] = (await robin.tiles()) as unknown as [{ id: string; content: object }];
  await robin.api.ask("PATCH", `/tiles/${id}`, { content: { ...content, text: "theirs" } });
  await field.press("Control+Enter");
  await page.getByText("This note was changed elsewhere").waitFor();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(async () => (await contents(robin))[0]?.text, { timeout: PATIENCE_MS }).toBe("mine");
});

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><DT><H3>Kitchen <b onclick=alert(1)></H3><DL><DT><A HREF="https://eggs.example/">&lt;script&gt;alert(3)&lt;/script&gt;</A>
<DT><A HREF="javascript:alert(4)">No</A></DL><DT><A HREF="https://top.example/">Top</A></DL>`;

test("links are typed, dropped, sorted by keys and imported from a browser, and none of them runs anything", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  await page.getByRole("button", { name: "Links", exact: true }).click();
  await page.getByRole("textbox", { name: "Add a link" }).waitFor();
  await page.keyboard.type("https://one.example/ The One");
  await page.keyboard.press("Enter");
  const links = tile(page, "Links");
  await links.getByRole("link", { name: "The One" }).waitFor();
  await links.locator(".links").evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/uri-list", "https://two.example/");
    dataTransfer.setData("text/html", '<a href="https://two.example/"><img src=x onerror=alert(5)>Two</a>');
    for (const kind of ["dragover", "drop"]) {
      element.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    }
  });
  await links.getByRole("link", { name: "Two" }).waitFor();
  await links.getByRole("link", { name: "Two" }).press("Alt+ArrowUp");
  const titles = async () => (await contents(robin))[0]?.groups?.map((group) => group.links.map(({ title }) => title));
  await expect.poll(titles, { timeout: PATIENCE_MS }).toEqual([["Two", "The One"]]);

  await links.getByRole("button", { name: "Menu for Links" }).press("Enter");
  await page.getByRole("menuitem", { name: "From my bookmarks…" }).click();
  const file = { name: "bookmarks.html", mimeType: "text/html", buffer: Buffer.from(BOOKMARKS) };
  await page.getByLabel("Bookmark file").setInputFiles(file);
  await page.getByText("1 bookmark leads to no page").waitFor();
  await page.getByRole("button", { name: "Choose all" }).click();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Add 2 links" }).click();
  await expect
    .poll(titles, { timeout: PATIENCE_MS })
    .toEqual([["Two", "The One"], ["<script>alert(3)</script>"], ["Top"]]);
  await links.getByRole("link", { name: "Top" }).waitFor();
  const hrefs = await links.locator("a").evaluateAll((all) => all.map((each) => each.getAttribute("href")));
  expect(hrefs.every((href) => href?.startsWith("https://"))).toBe(true);
  expect(await faults(page)).toEqual([]);
});

/** Drags links of another page over an element, and lets go of them there. */
function dropLinks(page: Page, selector: string): Promise<void> {
  return page.locator(selector).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    const anchor = (name: string) => `<a href="https://${name}.example/">${name}<img src=x onerror=alert(6)></a>`;
    dataTransfer.setData("text/html", `${anchor("elm")} and ${anchor("oak")} <a href="javascript:alert(7)">no</a>`);
    dataTransfer.setData("text/plain", "elm and oak");
    for (const kind of ["dragover", "drop"]) {
      element.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    }
  });
}

test("links dropped on an empty sheet, or beside its tiles, become a tile, which can be undone", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  await page.locator("main section").waitFor();
  const titles = async () => (await contents(robin)).map(({ groups }) => groups?.[0]?.links.map(({ title }) => title));
  // as soon as somebody listens
  await expect
    .poll(async () => {
      if ((await titles()).length === 0) await dropLinks(page, "main section");
      return titles();
    })
    .toEqual([["elm", "oak"]]);
  await tile(page, "Links").getByRole("link", { name: "oak" }).waitFor();
  await page.getByText("2 links are on the sheet.").waitFor();
  await dropLinks(page, ".grid-stack");
  await expect.poll(titles).toHaveLength(2);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(titles).toEqual([["elm", "oak"]]);
  // the address box takes words as fields do
  await dropLinks(page, "[data-address]");
  await dropLinks(page, ".links");
  expect(await titles()).toEqual([["elm", "oak"]]);
  expect(await faults(page)).toEqual([]);
});

test("links that are being edited are not lost by a press that ends beside their window, nor by one Escape", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const groups = [{ heading: null, links: [{ title: "One", url: "https://one.example/" }] }];
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { content: { kind: "links", title: "Links", groups } });
  await robin.toSheet();
  await tile(page, "Links").focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog");
  const title = dialog.getByRole("textbox", { name: "Title of link 1" });
  await title.click();
  // the whole of it is selected by a pointer that is let go beyond the window
  const { x, y, height } = (await title.boundingBox())!;
  await page.mouse.move(x + 10, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(2, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await title.fill("One of them");
  await page.keyboard.press("Escape");
  await dialog.getByText("Not saved yet").waitFor();
  expect(await faults(page)).toEqual([]);
  await title.fill("One of many");
  await page.mouse.click(2, 2);
  await dialog.getByText("Not saved yet").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await tile(page, "Links").focus();
  await page.keyboard.press("e");
  await title.fill("Nothing");
  await page.keyboard.press("Escape");
  await dialog.getByText("Not saved yet").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect((await contents(robin))[0]?.groups?.[0]?.links[0]?.title).toBe("One of many");
});

test("the attack corpus in notes, headings and titles of links is text", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const origin = "https://attacker.example";
  const texts = ATTACKS.map((attack) => attackPage(attack, origin).slice(0, 3_000));
  const tiles = `/sheets/${robin.sheetId}/tiles`;
  for (let at = 0; at < texts.length; at += 25) {
    const text = texts
      .slice(at, at + 25)
      .join("\n\n")
      .slice(0, 20_000);
    await robin.api.ask("POST", tiles, { content: { kind: "note", title: `Note ${at}`, text } });
  }
  const links = texts.map((text) => ({ title: text.slice(40, 340), url: `${world.tessera.url}/#` }));
  const groups = [{ heading: texts[0]?.slice(40, 340), links }];
  await robin.api.ask("POST", tiles, { content: { kind: "links", title: "Links", groups } });
  const strayed: string[] = [];
  page.on("dialog", (dialog) => {
    strayed.push(dialog.message());
    void dialog.dismiss();
  });
  robin.context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(world.tessera.url)) strayed.push(request.url());
  });
  await robin.toSheet();
  await tile(page, "Links").getByRole("link").last().waitFor();
  await expect.poll(() => page.getByText("attacker.example").count(), { timeout: PATIENCE_MS }).toBeGreaterThan(50);
  const foreign =
    "iframe, script, style, form:not(.app-not-on-paper), svg:not([focusable]), img:not([src^='/']), object, embed, link, meta, base";
  expect(await page.locator("main article").locator(foreign).count()).toBe(0);
  expect([strayed, new URL(page.url()).pathname]).toEqual([[], `/sheets/${robin.sheetId}`]);
});

test("a search box is reached by a key, asks nobody while one types, and then the engine that is meant", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const template = `${robin.sites.news}?q=%s`;
  const engines = [
    { name: "Far", template: "https://far.example/?q=%s", prefix: null },
    { name: "News", template, prefix: "n" },
  ];
  await robin.follow("news", "#markets", "Markets of the day");
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { content: { kind: "search", engines } });
  await robin.toSheet();
  await page.getByRole("combobox").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/kites|market/i.test(decodeURIComponent(request.url()))) asked.push(request.url());
  });
  await page.keyboard.press("/");
  await page.keyboard.type("markets");
  await page.getByRole("option", { name: /Markets of the day/ }).waitFor();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("n red kites");
  await expect
    .poll(() => page.getByRole("option", { selected: true }).textContent(), { timeout: PATIENCE_MS })
    .toContain("red kites — News");
  expect(asked).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=red%20kites/);
  expect(asked.every((url) => url.startsWith(robin.sites.news))).toBe(true);
});

test("what a search box at the foot of a window offers is in sight, also by keys, while the page is scrolled, and on a phone", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const engines = Array.from({ length: 12 }, (_, at) => ({ name: `E${at}`, template: "https://far.example/?q=%s" }));
  const place = { x: 0, y: 20, width: 6, height: 2 };
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { content: { kind: "search", engines }, place });
  const note = { kind: "note", title: "Above", text: "red kites" };
  const above = { x: 0, y: 0, width: 6, height: 20 };
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { content: note, place: above });
  const isInSight = () =>
    page.getByRole("option", { selected: true }).evaluate((option) => {
      const { left, top, height } = option.getBoundingClientRect();
      return option.contains(document.elementFromPoint(left + 40, top + height / 2));
    });
  for (const viewport of [
    { width: 1_400, height: 700 },
    { width: 390, height: 700 },
  ]) {
    await page.setViewportSize(viewport);
    await robin.toSheet();
    await page.getByRole("combobox").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("kites");
    // twelve engines, what one follows, and the note
    for (let step = 0; step < 14; step++) {
      await expect.poll(isInSight, { timeout: PATIENCE_MS }).toBe(true);
      await page.keyboard.press("ArrowDown");
    }
    await page.evaluate(() => scrollBy(0, -80));
    await expect.poll(isInSight, { timeout: PATIENCE_MS }).toBe(true);
  }
});

test("a number board is made of chosen numbers, and its rows change places by keys", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  await robin.follow("shop", "#buy", "Price of the lamp");
  await robin.follow("notices", "#river", "River level");
  await robin.toSheet();
  await add(robin, "Number board");
  await page.getByRole("checkbox", { name: /Price of the lamp/ }).press(" ");
  await page.getByRole("checkbox", { name: /River level/ }).press(" ");
  await page.getByRole("button", { name: "Make a board of 2" }).press("Enter");
  const board = tile(page, "Number board");
  const rows = () => board.locator("tbody th").allInnerTexts();
  await expect.poll(async () => (await rows()).length, { timeout: PATIENCE_MS }).toBe(2);
  const before = await rows();
  await board
    .getByRole("button", { name: /^Move / })
    .first()
    .press("ArrowDown");
  await expect.poll(rows, { timeout: PATIENCE_MS }).toEqual(before.toReversed());
  // by keys into the menu, the row, and its name
  await board.focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Settings of a row" }).press("ArrowRight");
  await page.getByRole("menuitem", { name: "River level" }).press("ArrowRight");
  await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
  await page.getByRole("textbox", { name: "Title" }).fill("The river");
  await page.keyboard.press("Enter");
  await expect.poll(rows, { timeout: PATIENCE_MS }).toContain("The river");
  expect(await faults(page)).toEqual([]);
});

test("a part of a joined tile is taken out by keys, and undo brings it back", async () => {
  const robin = await openScene(world);
  const { page, api } = robin;
  await robin.follow("shop", "#buy", "Lamp");
  await robin.follow("shop", "#offer", "Offer");
  await robin.follow("notices", "#river", "River");
  const { items } = await api.ask<{ readonly items: readonly { readonly id: string }[] }>("GET", "/follows");
  await api.ask("POST", `/sheets/${robin.sheetId}/joined`, { followIds: items.map(({ id }) => id) });
  await robin.toSheet();
  const tiles = page.locator("[data-tile]");
  await tiles.first().focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Offer" }).press("ArrowRight");
  await page.getByRole("menuitem", { name: "Take it out of this tile" }).press("Enter");
  await tile(page, "Offer").waitFor();
  expect(await tiles.count()).toBe(2);
  await page.keyboard.press("Control+z");
  await expect.poll(() => tiles.count(), { timeout: PATIENCE_MS }).toBe(1);
  expect(await faults(page)).toEqual([]);
});
