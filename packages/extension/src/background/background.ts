/** The background: wakes by one alarm, by the button, a key or a menu, and sleeps otherwise. */
import type { Linked } from "@tessera/page/snapshot";
import { runRound } from "../fetcher/round.ts";
import { ownPart } from "../fetcher/upload.ts";
import { ask } from "../instance/ask.ts";
import { forgetPairing, isPaired, isRevoked } from "../instance/pairing.ts";
import type { PickStart } from "../live/messages.ts";
import { choices, remember } from "../platform/stored.ts";
import { extension, mayVisit } from "../platform/web-extension.ts";
import { say } from "../words/say.ts";

const ALARM = "look";
/** Browsers wake nobody more often than this. */
const MIN_WAIT_MS = 30_000;
const AFTER_FAILURE_MS = 5 * 60_000;

export type Order =
  /** A picker opens in this tab, and this word is its own. */
  | { readonly kind: "picking"; readonly key: string }
  | { readonly kind: "is-picking"; readonly key: string }
  /** Paired or followed just now: look without waiting. */
  | { readonly kind: "look" }
  | { readonly kind: "unpaired" }
  | { readonly kind: "pick"; readonly tabId: number }
  /** A frame in a page has not the cookies of the page. */
  | { readonly kind: "fetch-own"; readonly linked: Linked; readonly type: string }
  /** True where the site may be visited; else the options ask for it. */
  | { readonly kind: "may-visit"; readonly url: string }
  /** A frame in a page may not open it by itself. */
  | { readonly kind: "options" }
  /** The popup has told what is new. */
  | { readonly kind: "badge"; readonly changed: number };

let running: Promise<void> | null = null;
let behind: Promise<void> | null = null;

/** One round at a time: two would ask twice for the same. What is asked for meanwhile is looked at in one more behind it. */
function look(): Promise<void> {
  if (running !== null) {
    behind ??= running.then(() => {
      behind = null;
      return look();
    });
    return behind;
  }
  running = lookOnce().finally(() => {
    running = null;
  });
  return running;
}

async function lookOnce(): Promise<void> {
  let next = Date.now() + AFTER_FAILURE_MS;
  try {
    if (!(await isPaired())) {
      await extension.alarms.clear(ALARM);
      return;
    }
    const { note, askAgainAt } = await runRound();
    next = askAgainAt;
    await remember("round", note);
    await showBadge((await ask("GET /browser")).changed);
  } catch (failure) {
    if (isRevoked(failure)) {
      await remember("round", { at: Date.now(), kind: "unpaired", pages: 0, notAllowed: [] });
      await forgetPairing();
      await showBadge(0);
      return;
    }
    await remember("round", { at: Date.now(), kind: "offline", pages: 0, notAllowed: [] });
  }
  await extension.alarms.create(ALARM, { when: Math.max(next, Date.now() + MIN_WAIT_MS) });
}

async function mayVisitOrAsk(url: string): Promise<boolean> {
  if (await mayVisit(url)) return true;
  await remember("round", { at: Date.now(), kind: "done", pages: 0, notAllowed: [new URL(url).origin] });
  await extension.runtime.openOptionsPage();
  return false;
}

async function showBadge(changed: number): Promise<void> {
  await extension.action.setBadgeBackgroundColor({ color: "#a2560b" });
  await extension.action.setBadgeText({ text: changed > 0 ? String(Math.min(changed, 999)) : "" });
}

async function pick(tab: Pick<chrome.tabs.Tab, "id"> | undefined, start: PickStart): Promise<void> {
  if (tab?.id === undefined) return;
  const target = { tabId: tab.id };
  try {
    await extension.scripting.executeScript({
      target,
      args: [start],
      func: (given: string) => {
        (globalThis as { tesseraStart?: string }).tesseraStart = given;
      },
    });
    await extension.scripting.executeScript({ target, files: ["live-page.js"] });
  } catch {
    // the browser's own pages, its store, and files may not be read
    await extension.tabs.create({ url: extension.runtime.getURL("pages/options.html#not-here"), active: true });
  }
}

/** By tab: only a picker that this extension opened there is answered. */
const picking = new Map<number, string>();

extension.runtime.onMessage.addListener((order: Order, sender, answer) => {
  if (sender.id !== extension.runtime.id) return false;
  switch (order.kind) {
    case "picking":
      if (sender.tab?.id !== undefined) picking.set(sender.tab.id, order.key);
      answer(true);
      return false;
    case "is-picking":
      answer(sender.tab?.id !== undefined && picking.get(sender.tab.id) === order.key);
      return false;
    case "look":
      void look().then(() => answer(true));
      return true;
    case "pick":
      void pick({ id: order.tabId }, "page").then(() => answer(true));
      return true;
    case "fetch-own":
      void ownPart(order.linked, order.type).then(answer);
      return true;
    case "may-visit":
      void mayVisitOrAsk(order.url).then(answer);
      return true;
    case "options":
      void extension.runtime.openOptionsPage();
      return false;
    case "unpaired":
      void showBadge(0);
      return false;
    case "badge":
      void showBadge(order.changed);
      return false;
    default:
      return false;
  }
});

extension.alarms.onAlarm.addListener(({ name }) => {
  if (name === ALARM) void look();
});
extension.runtime.onStartup.addListener(() => void look());
extension.runtime.onInstalled.addListener(({ reason }) => {
  extension.contextMenus.create({ id: "block", title: say("menu.block"), contexts: ["page", "link", "image"] });
  extension.contextMenus.create({ id: "selection", title: say("menu.selection"), contexts: ["selection"] });
  extension.contextMenus.create({ id: "pick", title: say("menu.pick"), contexts: ["action"] });
  if (reason === "install") void extension.runtime.openOptionsPage();
  void look();
});
extension.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
  void pick(tab, menuItemId === "selection" ? "selection" : menuItemId === "block" ? "block" : "page");
});
extension.commands.onCommand.addListener((command, tab) => {
  if (command === "pick") void pick(tab, "page");
});

/** Only where the person has switched it on, which asks for the permission to see that a tab is new. */
extension.tabs.onCreated.addListener((tab) => {
  const address = tab.pendingUrl || tab.url || "";
  if (!/^(?:chrome:\/\/newtab\/?|chrome:\/\/new-tab-page\/?|edge:\/\/newtab\/?|about:newtab|about:home)$/.test(address))
    return;
  void choices().then(({ newTab }) => {
    if (newTab && tab.id !== undefined) {
      void extension.tabs.update(tab.id, { url: extension.runtime.getURL("pages/new-tab.html") });
    }
  });
});
