import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, PATIENCE_MS, read, says, tile, tileContent, type Visitor } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

/** How often the page changes while the person thinks. */
const CHANGES = 10;
const PREPARING_MS = 5 * PATIENCE_MS;

/** The keys that answer a card. */
const ANSWERS = ["1", "2", "3", "n", "g"] as const;

let world: World;
const servers: Server[] = [];
/** By the key that will answer it: a card over which a person has thought while its page went on changing. */
const cards = new Map<string, Card>();
let answeredElsewhere: Card;
let linkedTo: Doubt;
let inHistory: Doubt;

beforeAll(async () => {
  world = await openWorld();
  // all at the same time, because a host is not visited twice a second
  const preparing = ANSWERS.map(async (key) => {
    const card = await openCard();
    cards.set(key, card);
    await think(card);
  });
  [answeredElsewhere, linkedTo, inHistory] = await Promise.all([openCard(), inDoubt(), inDoubt(), ...preparing]);
}, PREPARING_MS);
afterAll(async () => {
  await world.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A page that changes at every look: its reports have another number, and other notices stand before them. */
interface LivingPage {
  readonly url: string;
  /** When it was first fetched since it changed. */
  readonly fetchedAt: number | null;
  tick: number;
  /** Since its redesign the story is there three times, for three readers. */
  isRedesigned: boolean;
}

const STORY = "The old bridge opens to traffic on Sunday at noon";
const READERS = {
  drivers: "buses take the ferry road until then",
  boatmen: "the lock stays open at night",
  walkers: "the towpath is closed for a week",
};

function bulletin({ tick, isRedesigned }: Pick<LivingPage, "tick" | "isRedesigned">): string {
  // once it is redesigned, nothing stands where the story stood
  const before = `<section class="notice"><p>Notice ${tick}</p></section>`.repeat((tick % 3) + (isRedesigned ? 1 : 0));
  const story = (more: string): string => `${STORY}${more}. <small>Report ${tick}</small>`;
  const news = isRedesigned
    ? Object.entries(READERS).map(
        ([who, what]) => `<section id="${who}"><h2>For ${who}</h2><p>${story(`: ${what}`)}</p></section>`,
      )
    : [`<section class="top"><h2>Top story</h2><p id="lead-story" class="lead">${story("")}</p></section>`];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bulletin</title></head><body>
<header><h1>The bulletin</h1><nav aria-label="Sections"><ul><li><a href="/town">Town</a></li><li><a href="/sport">Sport</a></li></ul></nav></header>
<main>${before}${news.join("")}
<section class="town"><h2>In town</h2><ul><li><a href="/library">Library stays open on Sundays until the end of the year</a></li><li><a href="/market">The weekly market moves to the old station yard</a></li></ul></section>
<section class="sport"><h2>Sport</h2><article><h3>Rowers win at home</h3><p>The eight finished two lengths clear of the field.</p></article></section></main>
<footer><p>Bulletin, Mill Street 4. All rights reserved.</p></footer></body></html>`;
}

interface Follow {
  readonly id: string;
  readonly title: string;
  readonly verdict: string;
  readonly value: string | null;
  readonly latest: {
    readonly captureId: string | null;
    readonly verdict: { readonly candidates?: readonly { readonly excerpt: string }[] };
  };
  readonly page: { readonly lastCheckedAt: number | null };
}

const readFollow = (id: string): Promise<Follow> => world.api.ask<Follow>("GET", `/follows/${id}`);

/** On a host of its own: hosts are visited one page at a time. */
async function openSite(): Promise<LivingPage> {
  const state = { tick: 0, isRedesigned: false, url: "", fetchedAt: null as number | null };
  const server = createServer((request, response) => {
    const isPage = request.url === "/";
    if (isPage) state.fetchedAt ??= Date.now();
    response.writeHead(isPage ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(isPage ? bulletin(state) : "");
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await world.allow(url);
  return Object.assign(state, { url });
}

interface Doubt {
  readonly follow: Follow;
  readonly site: LivingPage;
  /** The sheet that it is on, and nothing else. */
  readonly sheetId: string;
}

/** A story that is in doubt since its page was redesigned. */
async function inDoubt(): Promise<Doubt> {
  const site = await openSite();
  const { id } = await world.api.ask<Follow>("POST", "/follows", {
    source: { url: site.url },
    wish: { kind: "css", selector: ".lead" },
    title: `Story of ${new URL(site.url).port}`,
    schedule: { kind: "every", intervalMs: 3_600_000 },
  });
  const { id: sheetId } = await world.api.ask<{ id: string }>("POST", "/sheets", { title: "Stories" });
  await world.api.ask("POST", `/sheets/${sheetId}/tiles`, { followId: id });
  site.isRedesigned = true;
  const follow = await change(site, id);
  expect(follow.verdict).toBe("unsure");
  return { follow, site, sheetId };
}

/** The page changes, and is looked at. */
async function change(site: LivingPage, id: string): Promise<Follow> {
  Object.assign(site, { tick: site.tick + 1, fetchedAt: null });
  await world.api.ask("POST", `/follows/${id}/check`);
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await setTimeout(100)) {
    const follow = await readFollow(id);
    if (site.fetchedAt !== null && (follow.page.lastCheckedAt ?? 0) >= site.fetchedAt) return follow;
  }
  throw new Error(`${site.url} was not looked at`);
}

interface Card extends Doubt {
  readonly robin: Visitor;
  readonly page: Page;
  /** What the server refused meanwhile. */
  readonly refused: readonly string[];
}

/** Opened from the tile some changes after the doubt began, with the pictures of all candidates. */
async function openCard(): Promise<Card> {
  const doubt = await inDoubt();
  for (let count = 0; count < 2; count++) await change(doubt.site, doubt.follow.id);
  const robin = await enter(world, world.owner);
  const { page } = robin;
  const refused = refusals(page);
  await toCard(page, doubt);
  return { ...doubt, robin, page, refused };
}

async function toCard(page: Page, { follow, sheetId }: Doubt): Promise<void> {
  await page.goto(`${world.tessera.url}/sheets/${sheetId}`);
  await tile(page, follow.title).getByRole("link", { name: "Unsure" }).click();
  await isAsked(page);
}

async function isAsked(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Which of these is it?" }).waitFor();
  await candidate(page, 3).waitFor();
}

const candidate = (page: Page, number: number): Locator =>
  page.frameLocator(`iframe[title="Candidate ${number}"]`).locator("body");

/** The person thinks while the page goes on changing. */
async function think({ site, follow }: Card): Promise<void> {
  for (let count = 0; count < CHANGES; count++) await change(site, follow.id);
}

/** The verdicts and words of some more looks at a page that goes on changing. */
async function looksAfter({ site, follow }: Doubt): Promise<readonly Pick<Follow, "verdict" | "value">[]> {
  const looks = [];
  for (let count = 0; count < 3; count++) {
    const { verdict, value } = await change(site, follow.id);
    looks.push({ verdict, value });
  }
  return looks;
}

/** What the server refused, by its address. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  return refused;
}

function cardFor(key: (typeof ANSWERS)[number]): Card {
  const card = cards.get(key);
  if (!card) throw new Error(`no card was opened for ${key}`);
  return card;
}

/** Nothing failed, for the app or for the person. */
async function isWell({ robin, refused }: Card): Promise<void> {
  expect({ errors: robin.errors, refused }).toEqual({ errors: [], refused: [] });
  await robin.context.close();
}

async function isAsItWas(number: 1 | 2 | 3): Promise<void> {
  const card = cardFor(`${number}`);
  const { page, follow, site, sheetId } = card;
  const story = (await read(candidate(page, number))).split(".")[0] ?? "";
  expect(story).toContain(STORY);
  // the picture is of the element that was meant
  const excerpt = page
    .getByRole("article")
    .nth(number - 1)
    .locator("p");
  expect(await excerpt.textContent()).toContain(story);
  await page.keyboard.press(`${number}`);
  await page.waitForURL(`**/sheets/${sheetId}`);
  await says(tileContent(page, follow.title), `${story}. Report ${site.tick}`);
  const looks = await looksAfter(card);
  expect(looks).toEqual(looks.map(() => ({ verdict: "found", value: expect.stringContaining(story) })));
  expect(await tile(page, follow.title).getByRole("link", { name: "Unsure" }).count()).toBe(0);
  await isWell(card);
}

test("after ten changes of the page 1, 2 and 3 are what they were, and the tile shows it as it is today", async () => {
  // each is a page of its own; most of the time it is not to be visited yet
  await Promise.all(([1, 2, 3] as const).map(isAsItWas));
});

test("after ten changes of the page none of these means those that were shown", async () => {
  const card = cardFor("n");
  await card.page.keyboard.press("n");
  await card.page.getByText("Thank you: these will not be shown again.").waitFor();
  const { verdict, latest } = await readFollow(card.follow.id);
  expect(["unsure", "gone"]).toContain(verdict);
  expect(latest.verdict.candidates?.filter(({ excerpt }) => excerpt.startsWith(STORY))).toEqual([]);
  await isWell(card);
});

test("after ten changes of the page it is really gone, and stays so until it comes back", async () => {
  const card = cardFor("g");
  const { page, follow, site, sheetId } = card;
  await page.keyboard.press("g");
  await page.waitForURL(`**/sheets/${sheetId}`);
  await tile(page, follow.title).getByRole("link", { name: "Gone" }).waitFor();
  expect((await looksAfter(card)).map(({ verdict }) => verdict)).toEqual(["gone", "gone", "gone"]);
  site.isRedesigned = false;
  expect((await change(site, follow.id)).verdict).toBe("found");
  await says(tileContent(page, follow.title), `${STORY}. Report ${site.tick}`);
  await isWell(card);
});

test("a card that was answered in another window is read again and says so", async () => {
  const card = answeredElsewhere;
  const { page, follow, sheetId, robin } = card;
  const other = await robin.context.newPage();
  await toCard(other, card);
  await other.keyboard.press("2");
  await other.waitForURL(`**/sheets/${sheetId}`);
  const { value } = await readFollow(follow.id);
  await page.keyboard.press("1");
  await page.getByText("This question was out of date, so your answer was not used.").waitFor();
  await page.getByRole("heading", { name: "Is this the right block?" }).waitFor();
  expect((await readFollow(follow.id)).value).toBe(value);
  expect(card.refused).toEqual([`412 /api/v1/follows/${follow.id}/corrections`]);
  await robin.context.close();
});

test("whoever comes by a link from elsewhere is on the sheet with the tile after the answer", async () => {
  const { follow, sheetId } = linkedTo;
  const { page, context } = await enter(world, world.owner);
  // a message in somebody's mail program
  await page.goto(`data:text/html,<a href="${world.tessera.url}/follows/${follow.id}/repair?at=x">Unsure</a>`);
  await page.getByRole("link", { name: "Unsure" }).click();
  await isAsked(page);
  await page.keyboard.press("1");
  await page.waitForURL(`**/sheets/${sheetId}`);
  await says(tileContent(page, follow.title), STORY);
  await context.close();
});

test("whoever comes from the history of a block is there again after the answer", async () => {
  const { follow } = inHistory;
  const { page, context } = await enter(world, world.owner);
  await page.goto(`${world.tessera.url}/follows/${follow.id}/history`);
  await page.locator(`main a[href="/follows/${follow.id}/repair"]`).click();
  await isAsked(page);
  await page.keyboard.press("1");
  await page.waitForURL(`**/follows/${follow.id}/history`);
  await context.close();
});
