/** A person's own browser: paired, picked in behind a login, looked at by itself, logged out, and unpaired. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ExtensionBrowser } from "./extension-browser.ts";
import { type LoginSites, SECRETS, serveLoginSites } from "./login-sites.ts";
import type { Follow, Tile } from "./scene.ts";
import { PATIENCE_MS, says } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let sites: LoginSites;
let browser: ExtensionBrowser;
let sheetId: string;

const LONG = { timeout: 2 * PATIENCE_MS };

beforeAll(async () => {
  sites = await serveLoginSites();
  world = await openWorld({ moreSites: [sites.bank, sites.app, sites.wall] });
  browser = await ExtensionBrowser.open();
  const { id } = await world.api.ask<{ readonly id: string }>("POST", "/sheets", { title: "Mine" });
  sheetId = id;
}, 3 * PATIENCE_MS);

afterAll(async () => {
  await browser?.close();
  await world?.stop();
  sites?.close();
});

async function logIn(url: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(new URL("/login", sites.bank).href);
  await page.getByLabel("Password").fill("x");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.goto(url);
  return page;
}

async function pair(): Promise<void> {
  const { code } = await world.api.ask<{ readonly code: string }>("POST", "/me/pairings", {});
  const options = await browser.openOwn("options");
  await options.getByLabel("Address of your Tessera").fill(world.tessera.url);
  await options.getByRole("textbox", { name: "Code" }).fill(code);
  await options.getByLabel("Name of this browser").fill("Test browser");
  await options.getByRole("button", { name: "Pair" }).click();
  await options.getByRole("heading", { name: "Paired" }).waitFor();
  await options.close();
}

/** Points at the words of a block, takes the block around them, and follows it. */
async function follow(page: Page, words: string, title: string): Promise<Frame> {
  const frame = await browser.pickOn(page);
  const box = await page.getByText(words).first().boundingBox();
  await page.mouse.move(box!.x + 20, box!.y + 5);
  await page.mouse.move(box!.x + 24, box!.y + 6);
  const meant = frame.locator('[aria-current="true"]');
  await meant.waitFor();
  await page.mouse.wheel(0, -60);
  await says(meant, title);
  await page.keyboard.press("Enter");
  await frame.getByRole("heading", { name: "Your block" }).waitFor();
  await frame.getByLabel("Sheet").selectOption({ label: "Mine" });
  return frame;
}

function panelOf(frame: Frame): Locator {
  return frame.getByRole("region", { name: "Your block" });
}

async function followNamed(title: string): Promise<Follow> {
  const { items } = await world.api.ask<{ readonly items: readonly Follow[] }>("GET", "/follows");
  const found = items.find((each) => each.title === title);
  if (!found) throw new Error(`${title} is not followed; ${items.map((each) => each.title).join(", ")} are`);
  return found;
}

/** Has the page looked at by the browser as soon as it can. */
async function lookAgain(title: string): Promise<Follow> {
  const { id } = await followNamed(title);
  await world.api.ask("POST", `/follows/${id}/check`, {});
  await browser.look();
  return followNamed(title);
}

test(
  "a block behind a login is picked on the live page, followed in this browser by plain requests, and told when it changes",
  LONG,
  async () => {
    await pair();
    const page = await logIn(sites.bank);
    const frame = await follow(page, "are on your account today", "Balance");
    await frame.getByRole("button", { name: "Follow", exact: true }).click();
    await says(panelOf(frame), "a login in place of this block");
    await frame.getByText("What Tessera will store").click();
    const stored = frame.locator("pre");
    await says(stored, "1,204.55");
    await frame.getByRole("button", { name: "The whole page" }).click();
    await says(stored, "Welcome back");
    const whole = await stored.textContent();
    for (const secret of SECRETS) expect(whole).not.toContain(secret);
    await frame.getByRole("button", { name: "Follow in this browser" }).click();
    await says(panelOf(frame), "is followed in this browser");
    await page.close();

    const tabs = browser.context.pages().length;
    sites.state.balance = "1,999.00";
    const changed = await lookAgain("Balance");
    expect(changed.verdict).toBe("found");
    expect(changed.value).toContain("1,999.00");
    expect(browser.context.pages()).toHaveLength(tabs);
    expect(await browser.badge()).toBe("1");
    expect(await browser.alarms()).toBe(1);
    const { tiles } = await world.api.ask<{ readonly tiles: readonly Tile[] }>("GET", `/sheets/${sheetId}`);
    expect(tiles.map((tile) => tile.follow.title)).toContain("Balance");
    const popup = await browser.openOwn("popup");
    await says(popup.getByRole("list", { name: "Latest changes" }), "1,999.00");
    await popup.close();
  },
);

test("nothing that a person typed, no key and no script of the page is stored on the server", async () => {
  const { id } = await followNamed("Balance");
  const { items } = await world.api.ask<{ readonly items: readonly { readonly captureId: string }[] }>(
    "GET",
    `/follows/${id}/history`,
  );
  const response = await fetch(new URL(`/api/v1/captures/${items[0]?.captureId}/source`, world.tessera.url), {
    headers: { cookie: world.api.cookie },
  });
  const stored = await response.text();
  expect(stored).toContain("1,999.00");
  for (const secret of SECRETS) expect(stored).not.toContain(secret);
});

test("a redesign is found again, a log-out is told as such, and after the next login it goes on", LONG, async () => {
  sites.state.design = "second";
  sites.state.balance = "2,100.00";
  expect(await lookAgain("Balance")).toMatchObject({ verdict: "found" });
  expect((await followNamed("Balance")).value).toContain("2,100.00");
  sites.state.sessions.clear();
  expect(await lookAgain("Balance")).toMatchObject({ verdict: "blocked" });
  const popup = await browser.openOwn("popup");
  await says(popup.getByRole("main"), "Log in again at 127.0.0.1");
  await popup.close();
  const page = await logIn(sites.bank);
  await page.close();
  sites.state.balance = "2,200.00";
  const back = await lookAgain("Balance");
  expect(back.verdict).toBe("found");
  expect(back.value).toContain("2,200.00");
});

test("an app of scripts is looked at in a tab in the background, which is closed again", LONG, async () => {
  sites.state.balance = "7";
  const page = await logIn(sites.app);
  const frame = await follow(page, "unread letters", "Inbox");
  await frame.getByRole("radio", { name: "In this browser" }).check();
  await frame.getByRole("button", { name: "Follow in this browser" }).click();
  await says(panelOf(frame), "is followed in this browser");
  sites.state.balance = "8";
  const opened: string[] = [];
  browser.context.on("page", (each) => void each.waitForLoadState().then(() => opened.push(each.url())));
  await page.goto("about:blank");
  await page.bringToFront();
  const changed = await lookAgain("Inbox");
  expect(changed.value).toContain("8 unread letters");
  expect(opened).toContain(sites.app);
  expect(browser.context.pages().map((each) => each.url())).not.toContain(sites.app);
  await page.close();
});

test("a page that turns servers away is followed in this browser, and the person is told why", LONG, async () => {
  sites.state.balance = "1.20";
  const page = await browser.context.newPage();
  await page.goto(sites.wall);
  const frame = await follow(page, "is what a litre costs", "Milk");
  await frame.getByRole("button", { name: "Follow", exact: true }).click();
  await says(panelOf(frame), "turns servers away");
  await frame.getByRole("button", { name: "Follow in this browser" }).click();
  await says(panelOf(frame), "is followed in this browser");
  sites.state.balance = "1.35";
  expect((await lookAgain("Milk")).value).toContain("1.35");
  await page.close();
});

/** One of every kind besides those that are there, on the sheet that the new tab shows. */
async function addKinds(): Promise<void> {
  const { items } = await world.api.ask<{ readonly items: readonly Follow[] }>("GET", "/follows");
  const followIds = items.slice(0, 2).map(({ id }) => id);
  const contents = [
    { kind: "heading", title: "More" },
    { kind: "note", title: "A note", text: "# Hello\n\n- [x] **done** <img src=x>" },
    { kind: "links", title: "Some links", groups: [{ heading: "Town", links: [{ title: "Hall", url: sites.bank }] }] },
    { kind: "search", title: null, engines: [{ name: "Hall", template: `${sites.bank}?q=%s` }] },
    { kind: "board", title: "Numbers", followIds },
    { kind: "joined", followIds },
  ];
  for (const [at, content] of contents.entries()) {
    const place = { x: 0, y: 20 + at * 4, width: content.kind === "heading" ? 12 : 6, height: 4 };
    const followId = "followIds" in content ? followIds[0] : null;
    await world.api.ask("POST", `/sheets/${sheetId}/tiles`, { followId, content, place });
  }
}

/** A menu that hides itself in a narrow window, picked in a wide one. */
async function addMenu(): Promise<void> {
  const menu = `<title>Harbour</title><style>#menu { background: #000; padding: 20px } #menu a { color: #fff }
    @media (max-width: 700px) { #menu a { display: none } }</style><nav id="menu"><a href="/boats">Boats</a></nav>`;
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(menu));
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void site.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  await world.allow(url);
  const { id } = await world.api.ask<Follow>("POST", "/follows", {
    ...{ source: { url }, wish: { kind: "css", selector: "#menu" }, title: "Menu" },
    layout: { viewport: [1_280, 900], boxes: [[40, 100, 1_200, 60]], flush: 0, items: null },
  });
  const place = { x: 0, y: 60, width: 4, height: 4 };
  await world.api.ask("POST", `/sheets/${sheetId}/tiles`, { followId: id, place });
}

test("the new tab shows the sheet at once as it was last, also while the server is away", LONG, async () => {
  await addKinds();
  await addMenu();
  const first = await browser.openOwn("new-tab");
  await first.getByRole("article", { name: "Balance", exact: true }).locator("iframe").waitFor();
  // every kind of tile, and of a joined one every part
  await first.getByRole("article", { name: "A note" }).getByRole("heading", { name: "Hello" }).waitFor();
  expect(await first.getByRole("article", { name: "A note" }).locator("img").count()).toBe(0);
  await says(first.getByRole("article", { name: "A note" }), "<img src=x>");
  expect(await first.getByRole("link", { name: "Hall" }).getAttribute("href")).toBe(sites.bank);
  await expect.poll(() => first.getByRole("table").getByRole("row").count()).toBe(3);
  const joined = first.getByRole("article", { name: " · " });
  await expect.poll(() => joined.locator('iframe[sandbox=""]').count()).toBe(2);
  // as on its page, where nothing of it is hidden
  const menu = first.getByRole("article", { name: "Menu" }).frameLocator("iframe").frameLocator("iframe");
  await menu.getByText("Boats").waitFor();
  await first.getByRole("button", { name: "More" }).click();
  await first.getByRole("article", { name: "A note" }).waitFor({ state: "detached" });
  await first.getByRole("button", { name: "More" }).click();
  await first.getByRole("searchbox").fill("rain");
  await first.keyboard.press("Enter");
  await first.waitForURL(/\?q=rain$/);
  await first.close();
  await browser.context.route(`${world.tessera.url}/**`, (route) => route.abort());
  const second = await browser.openOwn("new-tab");
  await second.route(`${world.tessera.url}/**`, (route) => route.abort());
  await second.getByRole("article", { name: "Balance", exact: true }).locator("iframe").waitFor();
  await second.getByRole("article", { name: "A note" }).getByRole("heading", { name: "Hello" }).waitFor();
  await browser.context.unroute(`${world.tessera.url}/**`);
  await second.close();
});

test(
  "a browser that was unpaired in the settings forgets all that it showed, and has nothing to do",
  LONG,
  async () => {
    const [paired] = await world.api.ask<readonly { readonly id: string; readonly name: string }[]>(
      "GET",
      "/me/browsers",
    );
    expect(paired?.name).toBe("Test browser");
    await world.api.ask("DELETE", `/me/browsers/${paired?.id}`);
    await browser.look();
    const popup = await browser.openOwn("popup");
    await says(popup.getByRole("main"), "not paired with a Tessera yet");
    await popup.close();
    expect(await browser.badge()).toBe("");
  },
);
