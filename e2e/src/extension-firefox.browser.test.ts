/** The same extension in Firefox: its background and its picker, where the system has a Firefox. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Firefox, findFirefox } from "./firefox.ts";
import { serveHostile } from "./hostile-site.ts";
import { serveLoginSites } from "./login-sites.ts";
import type { Follow } from "./scene.ts";
import { PATIENCE_MS } from "./visitor.ts";
import { openWorld } from "./world.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const path = findFirefox();
const NONE = "this system has no Firefox";
const TIMES = { timeout: 3 * PATIENCE_MS };
const MEANT = `document.querySelector('[aria-current="true"]')?.textContent.trim() ?? ""`;

function open(): Promise<Firefox> {
  execFileSync(process.execPath, [join(ROOT, "scripts/extension.ts")], { cwd: ROOT, stdio: "inherit" });
  return Firefox.open(path!);
}

async function until(firefox: Firefox, context: string, expression: string): Promise<void> {
  await expect
    .poll(() => firefox.evaluate(context, expression).catch(() => false), { timeout: PATIENCE_MS })
    .toBeTruthy();
}

async function pickOn(firefox: Firefox, tab: string, url: string): Promise<string> {
  const own = await firefox.openTab("popup");
  await firefox.evaluate(
    own,
    `browser.tabs.query({}).then((tabs) => browser.runtime.sendMessage({ kind: "pick", tabId: tabs.find((tab) => tab.url === ${JSON.stringify(url)}).id }))`,
  );
  await firefox.ask("browsingContext.close", { context: own });
  await firefox.ask("browsingContext.activate", { context: tab });
  const frame = async () =>
    (await firefox.framesOf(tab)).find((each) => each.url.endsWith("/pages/picker.html"))?.context;
  await expect.poll(frame, { timeout: PATIENCE_MS }).toBeTruthy();
  const picker = (await frame())!;
  await until(firefox, picker, `document.querySelector("nav") !== null`);
  return picker;
}

/** By mouse, as a person does it: nothing else is listened to. */
async function point(firefox: Firefox, context: string, [x, y]: readonly number[]): Promise<void> {
  const move = (by: number) => ({ type: "pointerMove", x: Math.round(x! + by), y: Math.round(y!) });
  const actions = [{ type: "pointer", id: "mouse", actions: [move(-3), move(0)] }];
  await firefox.ask("input.performActions", { context, actions });
}

async function press(firefox: Firefox, context: string, key: string): Promise<void> {
  const actions = [
    {
      type: "key",
      id: "keys",
      actions: [
        { type: "keyDown", value: key },
        { type: "keyUp", value: key },
      ],
    },
  ];
  await firefox.ask("input.performActions", { context, actions });
}

async function middleOf(firefox: Firefox, context: string, selector: string): Promise<readonly number[]> {
  const box = `(() => { const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getClientRects()[0]; return String([left + width / 2, top + height / 2]); })()`;
  return String(await firefox.evaluate(context, box))
    .split(",")
    .map(Number);
}

test("in Firefox a block of a hostile page is pointed at and taken", TIMES, async (context) => {
  if (path === null) return context.skip(NONE);
  const [firefox, site] = [await open(), await serveHostile()];
  try {
    const tab = await firefox.openTab(site.url);
    const picker = await pickOn(firefox, tab, site.url);
    await point(firefox, tab, await middleOf(firefox, tab, "#prices p"));
    await until(firefox, picker, `${MEANT} === "Milk 1.20"`);
    // arrow up
    await press(firefox, tab, "\uE013");
    await until(firefox, picker, `${MEANT} === "Prices"`);
    await press(firefox, tab, "\uE007");
    await until(firefox, picker, `document.querySelector("#chosen") !== null`);
    expect(await firefox.evaluate(tab, "learned.keys.length")).toBe(0);
  } finally {
    await firefox.close();
    site.close();
  }
});

test("in Firefox a page behind a login is followed and looked at again", TIMES, async (context) => {
  if (path === null) return context.skip(NONE);
  const sites = await serveLoginSites();
  const world = await openWorld({ moreSites: [sites.bank] });
  const firefox = await open();
  try {
    const { code } = await world.api.ask<{ readonly code: string }>("POST", "/me/pairings", {});
    const options = await firefox.openTab("options");
    const fill = (at: number, text: string) =>
      `{ const field = document.querySelectorAll("form input")[${at}]; field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event("input", { bubbles: true })); }`;
    await until(firefox, options, `document.querySelectorAll("form input").length > 1`);
    await firefox.evaluate(options, `${fill(0, world.tessera.url)} ${fill(1, code)}`);
    await until(firefox, options, `!document.querySelector("form button").disabled`);
    await firefox.evaluate(options, `document.querySelector("form button").click()`);
    await until(firefox, options, `document.body.textContent.includes("Unpair")`);

    const tab = await firefox.openTab(new URL("/login", sites.bank).href);
    await firefox.evaluate(tab, `fetch("/login", { method: "POST" }).then(() => true)`);
    await firefox.ask("browsingContext.navigate", { context: tab, url: sites.bank, wait: "complete" });
    const picker = await pickOn(firefox, tab, sites.bank);
    await point(firefox, tab, await middleOf(firefox, tab, "#balance p"));
    await until(firefox, picker, `${MEANT}.includes("1,204.55")`);
    await press(firefox, tab, "\uE013");
    await until(firefox, picker, `${MEANT} === "Balance"`);
    await press(firefox, tab, "\uE007");
    await until(firefox, picker, `document.querySelector('input[value="here"]') !== null`);
    await firefox.evaluate(picker, `document.querySelector('input[value="here"]').click()`);
    await until(firefox, picker, `!document.querySelector(".panel > .main").disabled`);
    await firefox.evaluate(picker, `document.querySelector(".panel > .main").click()`);
    const panel = () => firefox.evaluate(picker, `document.querySelector(".panel").textContent`);
    await expect.poll(panel, { timeout: PATIENCE_MS }).toContain("is followed in this browser");

    sites.state.balance = "1,999.00";
    const follow = async () =>
      (await world.api.ask<{ readonly items: readonly Follow[] }>("GET", "/follows")).items[0]!;
    await world.api.ask("POST", `/follows/${(await follow()).id}/check`, {});
    await firefox.evaluate(options, `browser.runtime.sendMessage({ kind: "look" })`);
    expect((await follow()).value).toContain("1,999.00");
  } finally {
    await firefox.close();
    await world.stop();
    sites.close();
  }
});
