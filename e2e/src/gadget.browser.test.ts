/**
 * A block on other sites, from the dialog to the page that embeds it and back. The site that is followed is behind the proxy
 * of the instance, at an address of the public internet: on loopback it would never be shown to strangers.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Follow, openScene } from "./scene.ts";
import { PATIENCE_MS, read, says, tile, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

/** Of the public internet by its number; nothing is ever sent there. */
const SITE = "http://93.184.216.34/";

let world: World;
let proxy: Server;
const others: Server[] = [];

beforeAll(async () => {
  proxy = createServer();
  proxy.on("connect", (_request, asking) => {
    const { port } = new URL(world.sites.news ?? "");
    const site = connect(Number(port), "127.0.0.1", () => asking.write("HTTP/1.1 200 Connected\r\n\r\n"));
    for (const end of [asking, site]) end.on("error", () => asking.destroy() && site.destroy());
    asking.pipe(site).pipe(asking);
  });
  const address = await listening(proxy);
  world = await openWorld({ settings: { TESSERA_PROXY: address } });
  await world.api.ask("PATCH", "/settings", { allowsGadgets: true });
});
afterAll(async () => {
  await world?.stop();
  for (const server of [proxy, ...others]) server?.close().closeAllConnections();
});

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A site of somebody else, with what was copied on its page. */
async function blog(snippet: () => string): Promise<string> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(`<!doctype html><title>Blog</title>${snippet()}`);
  });
  others.push(server);
  return listening(server);
}

test("a block is embedded on the sites that are named and on no other, in a sandbox, until it is taken back", async () => {
  const ada = await openScene(world);
  world.clock.set("news", { tick: 20 });
  const { id: followId } = await ada.api.ask<Follow>("POST", "/follows", {
    ...{ source: { url: SITE }, wish: { kind: "css", selector: "#most-read" }, title: "Most read" },
  });
  const place = { x: 0, y: 0, width: 4, height: 4 };
  await ada.api.ask("POST", `/sheets/${ada.sheetId}/tiles`, { followId, place });
  await ada.toSheet();

  let snippet = "";
  const [named, other] = [await blog(() => snippet), await blog(() => snippet)];
  await tile(ada.page, "Most read").focus();
  await ada.page.keyboard.press("m");
  await ada.page.getByRole("menuitem", { name: "Embed elsewhere" }).click();
  const dialog = ada.page.getByRole("dialog", { name: "Embed elsewhere" });
  await dialog.getByText("these sites only").click();
  await dialog.getByLabel("Sites, one on each line").fill(named);
  await dialog.getByRole("button", { name: "Make the address" }).click();
  const copied = dialog.getByRole("textbox", { name: "HTML to copy" });
  await expect.poll(() => copied.inputValue(), { timeout: PATIENCE_MS }).toContain("<iframe ");
  snippet = await copied.inputValue();
  await says(dialog.frameLocator("iframe").locator("body"), "Most read");

  const stranger = await visit(world);
  const { page } = stranger;
  const block = page.frameLocator("iframe").locator("body");
  await page.goto(named);
  await says(block, "Most read");
  // it can neither run anything nor reach anything of ours
  expect(await page.locator("iframe").getAttribute("sandbox")).not.toMatch(/allow-(scripts|same-origin)/);
  expect(await stranger.context.cookies()).toEqual([]);
  const refused = page.waitForEvent("console", { predicate: (said) => /frame-ancestors/.test(said.text()) });
  await page.goto(other);
  await refused;
  expect(await read(block)).not.toContain("Most read");

  await ada.page.goto(`${world.tessera.url}/settings/gadgets`);
  await ada.page.getByRole("button", { name: "Take back Most read" }).click();
  await says(ada.page.getByRole("main"), "You have made no link and show nothing on other sites.");
  await page.goto(named);
  await says(block, "This is no longer shown here.");
  await stranger.context.close();
});

test("an embedded block goes dark while its host is a private one, and where the owner forbids it", async () => {
  const ada = await openScene(world);
  world.clock.set("news", { tick: 30 });
  const { id: followId } = await ada.api.ask<Follow>("POST", "/follows", {
    ...{ source: { url: SITE }, wish: { kind: "css", selector: "#most-read" }, title: "Read here" },
  });
  // what is followed is looked at once more at once: seen on a private host, it would stay dark
  const dueAt = async () => (await ada.readFollow(followId)).page.dueAt ?? 0;
  await expect.poll(dueAt, { timeout: PATIENCE_MS }).toBeGreaterThan(Date.now() + 60_000);
  const { html } = await ada.api.ask<{ readonly html: string }>("POST", "/gadgets", { followId });
  const stranger = await visit(world);
  const { page } = stranger;
  const address = await blog(() => html);
  const block = page.frameLocator("iframe").locator("body");
  const shows = async (words: string): Promise<void> => {
    await page.goto(address);
    await says(block, words);
  };
  const DARK = "This is no longer shown here.";
  const { hostname: host } = new URL(SITE);
  await shows("Most read");

  await world.api.ask("PATCH", "/settings", { privateHosts: [{ host, for: "everybody" }] });
  await shows(DARK);
  await ada.page.goto(`${world.tessera.url}/settings/gadgets`);
  await says(ada.page.getByRole("main"), "Shows nothing: its page is on a private host.");
  // nothing was seen there meanwhile
  await world.api.ask("PATCH", "/settings", { privateHosts: [] });
  await shows("Most read");

  await world.api.ask("PATCH", "/settings", { allowsGadgets: false });
  await shows(DARK);
  await ada.page.reload();
  await says(ada.page.getByRole("main"), "Shows nothing: the owner does not allow it.");
  await world.api.ask("PATCH", "/settings", { allowsGadgets: true });
  await shows("Most read");
  await stranger.context.close();
});
