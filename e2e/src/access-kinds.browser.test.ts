import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { faults } from "./faults.ts";
import { openScene, type Scene } from "./scene.ts";
import { PATIENCE_MS, pickerFrame, tile, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
/** Somebody with a sheet that has a tile of every kind, and something on it that changed. */
let furnishing: Promise<Scene> | null = null;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const WIDE = { viewport: { width: 1_400, height: 1_000 } } as const;
const PHONE = { viewport: { width: 375, height: 780 }, hasTouch: true, isMobile: true } as const;
const SCREENS = { wide: WIDE, phone: PHONE } as const;
const DIRECTIONS = { en: "ltr", ar: "rtl" } as const;

interface View {
  readonly screen: keyof typeof SCREENS;
  readonly locale: keyof typeof DIRECTIONS;
}

const VIEWS: readonly View[] = [
  { screen: "wide", locale: "en" },
  { screen: "wide", locale: "ar" },
  { screen: "phone", locale: "en" },
  { screen: "phone", locale: "ar" },
];

const WORDS = {
  en: {
    share: "Share this sheet",
    settings: {
      lens: "Found again automatically",
      like: "The same block on other pages…",
      embed: "Embed elsewhere…",
    },
  },
  ar: {
    share: "مشاركة هذه اللوحة",
    settings: { lens: "يُعثر عليها تلقائيًا", like: "القطعة نفسها في صفحات أخرى…", embed: "تضمين في موقع آخر…" },
  },
} as const;

/** Nothing for axe to say, and nothing that goes over the edge; a picture of it for whoever asks for one. */
async function expectGood(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });
  expect(await faults(page), name).toEqual([]);
  // on a phone the window itself grows with what is in it
  const { width = 0 } = page.viewportSize() ?? {};
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
}

async function furnished(): Promise<Scene> {
  const robin = await openScene(world);
  const lamp = await robin.follow("shop", "#buy", "Lamp");
  const river = await robin.follow("notices", "#river", "River");
  const source = { url: new URL("feed.xml", robin.sites.news).href };
  const put = (content: object, followId?: string) =>
    robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, followId ? { content, followId } : { content });
  const feed = await robin.api.ask<{ readonly id: string }>("POST", "/follows", { source, wish: { kind: "page" } });
  await put({ kind: "feed", followIds: [feed.id] }, feed.id);
  await put({ kind: "feed", followIds: [feed.id], shows: "summaries" }, feed.id);
  await put({ kind: "board", title: "Numbers", followIds: [lamp, river] }, lamp);
  const links = [{ title: "News", url: robin.sites.news }];
  await put({ kind: "links", title: "Links", groups: [{ heading: "Daily", links }] });
  await put({ kind: "note", title: "Note", text: `# Today\n\n- [ ] buy **milk**\n\n${"And so on.\n\n".repeat(20)}` });
  await put({ kind: "search", engines: [{ name: "News", template: `${robin.sites.news}?q=%s` }] });
  await put({ kind: "heading", title: "Group" });
  const offered = { source: { url: robin.sites.notices }, title: "Notices", about: "What the town hall announces." };
  await world.api.ask("POST", "/catalogue", offered);
  await world.api.ask("PATCH", "/settings", { allowsGadgets: true });
  // what is looked at on the sheet has been seen
  await robin.page.goto("about:blank");
  await robin.change(lamp, "shop", { tick: 40 });
  robin.set("news", { tick: 40 });
  await robin.lookAgain(feed.id);
  return robin;
}

/** The same person each time, in a browser of this test's own. */
async function openView({ screen, locale }: View): Promise<Scene> {
  furnishing ??= furnished();
  const as = await furnishing;
  await as.api.ask("PATCH", "/me", { locale });
  return openScene(world, { ...SCREENS[screen], as });
}

const KINDS = ["[data-item]", "tbody th", "[data-place]", ".read > *", "[role=combobox]", "[data-heading]"] as const;

async function openSheet(robin: Scene): Promise<void> {
  await robin.toSheet();
  for (const shown of KINDS) await robin.page.locator(shown).first().waitFor();
}

test("what changed is accessible on every screen, in both directions, before it is seen on the sheet", async () => {
  for (const view of VIEWS) {
    const { page } = await openView(view);
    await page.goto(`${world.tessera.url}/changes`);
    await page.locator("section > ul > li").first().waitFor();
    await expectGood(page, `changes-${view.screen}-${view.locale}`);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(
      DIRECTIONS[view.locale],
    );
  }
});

test("every kind of tile is accessible, whichever of them has the focus", async () => {
  const robin = await openView({ screen: "wide", locale: "en" });
  const { page } = robin;
  await openSheet(robin);
  await expectGood(page, "kinds");
  const tiles = page.locator("[data-tile]");
  for (let at = 0; at < (await tiles.count()); at++) {
    await tiles.nth(at).focus();
    await expect.poll(() => tiles.nth(at).getAttribute("tabindex"), { timeout: PATIENCE_MS }).toBe("0");
    const name = (await tiles.nth(at).getAttribute("aria-label")) ?? "";
    expect(await faults(page, '[data-tile][tabindex="0"]'), name).toEqual([]);
  }
});

for (const view of VIEWS) {
  const { screen, locale } = view;
  const name = (shown: string): string => `${shown}-${screen}-${locale}`;

  test(`feeds, search and sharing are accessible on a ${screen} screen, ${DIRECTIONS[locale]}`, async () => {
    const robin = await openView(view);
    const { page, api, sheetId } = robin;
    await openSheet(robin);
    // a tile does not begin anew while its sheet is read again: whoever is in it would lose their place
    const item = await page.locator("[data-item]").first().elementHandle();
    await item?.scrollIntoViewIfNeeded();
    await expectGood(page, name("feed"));
    expect(await item?.evaluate((element) => element.isConnected)).toBe(true);

    const add = page.locator("header button[aria-haspopup=menu], button[aria-haspopup=menu]").filter({ visible: true });
    await add.first().click();
    await page.getByRole("menu").waitFor();
    await expectGood(page, name("menu"));
    await page.getByRole("menuitem").last().click();
    if (screen === "wide") {
      await page.getByRole("dialog").waitFor();
      await expectGood(page, name("bookmarks"));
    }

    await robin.toSheet();
    await page.locator(`button[aria-label="${WORDS[locale].share}"]`).click();
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    await expectGood(page, name("share"));

    await page.goto(`${world.tessera.url}/search?q=lamp`);
    await page.getByRole("searchbox").waitFor();
    await expectGood(page, name("search"));
    await page.goto(`${world.tessera.url}/wall?sheets=${sheetId}&seconds=600`);
    await page.locator("[data-item]").first().waitFor();
    await expectGood(page, name("wall"));
    // a phone has room for one below the other
    const feed = await page
      .locator("[data-tile]", { has: page.locator("[data-item]") })
      .first()
      .boundingBox();
    if (screen === "phone") expect(feed?.width).toBeGreaterThan(SCREENS[screen].viewport.width * 0.9);

    const { url } = await api.ask<{ readonly url: string }>("POST", "/gadgets", { sheetId, face: "link" });
    const stranger = await visit(world, { ...SCREENS[screen], locale });
    onTestFinished(() => stranger.context.close());
    await stranger.page.goto(url);
    await stranger.page.getByText("milk").first().waitFor();
    await expectGood(stranger.page, name("link"));
  });
}

/** The others are the same in words or in room. */
for (const view of [VIEWS[0]!, VIEWS[3]!]) {
  const { screen, locale } = view;
  const name = (shown: string): string => `${shown}-${screen}-${locale}`;

  test(`windows, picker and catalogue are accessible on a ${screen} screen, ${DIRECTIONS[locale]}`, async () => {
    const robin = await openView(view);
    const { page } = robin;
    await openSheet(robin);
    const window = page.getByRole("dialog");
    const closesAfter = async (shown: string): Promise<void> => {
      await window.getByRole("button").first().waitFor();
      await expectGood(page, name(shown));
      await page.keyboard.press("Escape");
      await window.waitFor({ state: "detached" });
    };
    for (const [shown, words] of Object.entries(WORDS[locale].settings)) {
      await tile(page, "Lamp").press("m");
      await page.getByRole("menuitem", { name: words, exact: true }).click();
      await window.locator("input").first().waitFor();
      await closesAfter(shown);
    }
    for (const [shown, part] of Object.entries({
      feed: "[data-item]",
      links: "[data-place]",
      engines: "[role=combobox]",
    })) {
      const edited = page.locator("[data-tile]", { has: page.locator(part) }).first();
      await edited.press("e");
      await closesAfter(`${shown}-window`);
    }

    await page.goto(`${world.tessera.url}/catalogue`);
    await page.getByText("What the town hall announces.").waitFor();
    await expectGood(page, name("catalogue"));
    const query = new URLSearchParams({ url: robin.sites.notices, sheet: robin.sheetId, show: "blocks" });
    await page.goto(`${world.tessera.url}/pick?${query}`);
    await page.getByRole("main").getByRole("button").first().waitFor();
    await expectGood(page, name("asked"));
    await page.getByRole("main").getByRole("button").first().click();
    await pickerFrame(page);
    const joined = page.getByRole("complementary").getByRole("checkbox");
    await joined.nth(0).check();
    await joined.nth(1).check();
    await expectGood(page, name("picker"));
  });
}
