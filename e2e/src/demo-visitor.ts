/**
 * Somebody who sits in front of the demo: answers every card that asks, by what the candidates say, and notes what a person
 * would complain about: a message that something failed, an answer that did not stick, a tile that shows another block.
 */
import { isPiece, PIECES, TILE_TITLES } from "@tessera/demo";
import type { Locator, Page } from "playwright-core";
import { read, tile, tileContent } from "./visitor.ts";

export interface GivenAnswer {
  readonly title: string;
  /** The number that was pressed, or that none of them is it. */
  readonly key: string;
  /** Whether the tile then showed the block and was sure of it. */
  readonly hasStuck: boolean;
}

export interface Visit {
  readonly answers: readonly GivenAnswer[];
  /** What was said to have failed, as a person reads it. */
  readonly failures: readonly string[];
  /** Tiles that were sure of a block which is not theirs. */
  readonly wrong: readonly string[];
}

export interface VisitOptions {
  /** Of the sheet, where the person is already logged in. */
  readonly sheetUrl: string;
  /** From then on only what still asks is answered. */
  readonly isOver: () => boolean;
  /** How long a person looks at a card before they answer; its page goes on changing meanwhile. */
  readonly thinkMs: number;
  readonly say?: (line: string) => void;
  /** Looks at the sheet whenever the person does, and knows what was answered so far. */
  readonly look?: (answers: readonly GivenAnswer[]) => Promise<void>;
}

/** As long as a check and its picture may take on a busy machine. */
const STICK_MS = 30_000;
const CARD_MS = 15_000;
const PRESS_MS = 5_000;
const LOOK_MS = 500;
const PRESSED_MS = 10_000;
/** A card may turn out to be out of date, and is then asked again; not for ever. */
const MAX_TRIES = 4;

/** As long as one answer can take. */
export const longestAnswerMs = (thinkMs: number): number =>
  PRESS_MS + MAX_TRIES * (CARD_MS + thinkMs + PRESSED_MS) + STICK_MS;

export async function visitDemo(page: Page, options: VisitOptions): Promise<Visit> {
  const { say = () => {} } = options;
  const [answers, failures, wrong] = [[] as GivenAnswer[], [] as string[], new Set<string>()];
  /** Tiles whose question cannot be opened; said once. */
  const stuck = new Set<string>();
  const fail = (text: string): void => {
    say(`failed: ${text}`);
    failures.push(text);
  };
  await hearFailures(page, fail);
  await page.goto(options.sheetUrl);
  for (;;) {
    await options.look?.(answers);
    const isOver = options.isOver();
    for (const title of await wrongTiles(page)) {
      if (!wrong.has(title)) say(`wrong: ${title}`);
      wrong.add(title);
    }
    const asking = await firstAsking(page, stuck);
    if (asking === null && isOver) break;
    if (asking === null) await page.waitForTimeout(LOOK_MS);
    else {
      const answer = await answerCard(page, asking, options);
      if (answer === "stuck") {
        stuck.add(asking);
        fail(`the question of ${asking} cannot be pressed`);
      } else if (answer) {
        say(`${answer.title}: ${answer.key}${answer.hasStuck ? "" : ", which did not stick"}`);
        answers.push(answer);
      }
    }
  }
  return { answers, failures, wrong: [...wrong] };
}

/** Every message of a failure, however short it is shown. */
async function hearFailures(page: Page, hear: (text: string) => void): Promise<void> {
  await page.exposeFunction("failureWasShown", hear);
  await page.addInitScript(() => {
    const heard = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll(".toast.wrong, main > [role=alert].app-wrong")) {
        if (heard.has(toast)) continue;
        heard.add(toast);
        (window as unknown as { failureWasShown(text: string): void }).failureWasShown(toast.textContent?.trim() ?? "");
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

const TITLES = PIECES.map(({ title }) => title);
const hasTile: ReadonlySet<string> = new Set(TILE_TITLES);

/** Its tile; or its row of the board, where it is a number. */
function shownAt(page: Page, title: string): Locator {
  return hasTile.has(title)
    ? tile(page, title)
    : page.locator("tbody tr", { has: page.getByText(title, { exact: true }) });
}

async function firstAsking(page: Page, but: ReadonlySet<string>): Promise<string | null> {
  for (const title of TITLES) if (!but.has(title) && (await asks(page, title))) return title;
  return null;
}

const asks = async (page: Page, title: string): Promise<boolean> =>
  (await shownAt(page, title).getByRole("link", { name: "Unsure" }).count()) > 0;

/** Null where the doubt was over before the card was there, and "stuck" where it cannot be opened at all. */
async function answerCard(page: Page, title: string, options: VisitOptions): Promise<GivenAnswer | "stuck" | null> {
  const badge = shownAt(page, title).getByRole("link", { name: "Unsure" });
  const isOpened = await isDone(badge.click({ timeout: PRESS_MS }));
  if (!isOpened) return (await asks(page, title)) ? "stuck" : null;
  let key: string | null = null;
  for (let tries = 0; tries < MAX_TRIES && !isSheet(page); tries++) {
    key = (await answerOnce(page, title, options)) ?? key;
    if (key === null) break;
  }
  const isBack = isSheet(page);
  if (!isBack) await page.goto(options.sheetUrl);
  if (key === null) return null;
  const hasStuck = key === "n" || (isBack && (await becomesTrue(() => isSureAndRight(page, title), STICK_MS)));
  return { title, key, hasStuck };
}

/** The key that was pressed; null where the card has nothing to choose from. */
async function answerOnce(page: Page, title: string, { thinkMs }: VisitOptions): Promise<string | null> {
  const card = page.getByRole("heading", { name: "Which of these is it?" });
  if (!(await isDone(card.first().waitFor({ timeout: CARD_MS })))) return null;
  // the page of the card goes on changing while a person thinks
  await page.waitForTimeout(thinkMs);
  const key = (await numberOf(page, title)) ?? "n";
  await page.keyboard.press(key);
  await becomesTrue(async () => isSheet(page) || (await page.locator("main [role=status]").count()) > 0, PRESSED_MS);
  return key;
}

/** The number of the candidate that is the block, as a person would know it. */
async function numberOf(page: Page, title: string): Promise<string | null> {
  const candidates = page.getByRole("article");
  for (let at = 0; at < (await candidates.count()); at++) {
    const candidate = candidates.nth(at);
    const picture = candidate.frameLocator("iframe").locator("body");
    const hasPicture = (await candidate.locator("iframe").count()) > 0;
    const text = hasPicture ? await read(picture).catch(() => "") : await read(candidate.locator("p").last());
    if (isPiece(title, text)) return String(at + 1);
  }
  return null;
}

const isSheet = (page: Page): boolean => new URL(page.url()).pathname.startsWith("/sheets/");

/** Tiles that say nothing of doubt and show another block than theirs. */
async function wrongTiles(page: Page): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const title of TITLES) {
    const isRight = await isPieceShown(page, title);
    if (isRight === false && (await isSure(page, title))) wrong.push(title);
  }
  return wrong;
}

export async function isSureAndRight(page: Page, title: string): Promise<boolean> {
  return (await isPieceShown(page, title)) === true && (await isSure(page, title));
}

const isSure = async (page: Page, title: string): Promise<boolean> =>
  (await shownAt(page, title).count()) === 1 &&
  (await shownAt(page, title)
    .getByRole("link", { name: /Unsure|Gone/ })
    .count()) === 0;

export const isGone = async (page: Page, title: string): Promise<boolean> =>
  (await shownAt(page, title).getByText("Gone", { exact: true }).count()) > 0;

/** Null while nothing is shown yet. */
async function isPieceShown(page: Page, title: string): Promise<boolean | null> {
  const place = hasTile.has(title) ? tileContent(page, title).first() : shownAt(page, title).locator("td.value");
  const text = await read(place, { timeout: PRESS_MS }).catch(() => "");
  return text.trim() === "" ? null : isPiece(title, text);
}

function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

async function becomesTrue(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (Date.now() < end) {
    if (await isSo().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
