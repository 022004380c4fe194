import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene } from "./scene.ts";
import { PATIENCE_MS } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let server: Server;
let origin: string;
let items: readonly (readonly [id: string, title: string])[] = [];

const entry = ([id, title]: readonly [string, string]) =>
  `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><link>/stories/${id}</link>
   <pubDate>Wed, 18 Nov 2020 0${id}:00:00 GMT</pubDate><description>What happened, in &lt;b&gt;short&lt;/b&gt;.</description></item>`;

beforeAll(async () => {
  world = await openWorld();
  server = createServer((request, response) => {
    const [path] = (request.url ?? "").split("?");
    if (path === "/feed") {
      const feed = `<rss version="2.0"><channel><title>The Herald</title>${items.map(entry).join("")}</channel></rss>`;
      response.writeHead(200, { "content-type": "text/plain" }).end(feed);
    } else if (path === "/" || path?.startsWith("/stories")) {
      const link = '<link rel="alternate" type="application/rss+xml" title="The Herald" href="/feed">';
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>Page</title>${link}<h1>${path}</h1>`);
    } else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await world.allow(origin);
});
afterAll(async () => {
  await world.stop();
  server.close();
  server.closeAllConnections();
});

test("a feed address becomes a tile; a new item is unread and told by name, an edited title is no news", async () => {
  items = [
    ["2", "The bridge opens"],
    ["1", "Rain is coming"],
  ];
  const scene = await openScene(world);
  const { page, api } = scene;
  await api.ask("POST", "/channels", {
    name: "Hook",
    // nobody is there: what is told waits
    target: { kind: "webhook", url: "https://hook.invalid/", signingSecret: null },
    isDefault: true,
  });
  const told = async (): Promise<readonly string[]> => {
    const states = ["waiting", "sent", "dead"].map((state) =>
      api.ask<{ readonly items: readonly unknown[] }>("GET", `/deliveries?state=${state}`),
    );
    return (await Promise.all(states)).flatMap(({ items: some }) => some.map((each) => JSON.stringify(each)));
  };

  // a page names its feed, and the address itself is one
  await page.goto(`${world.tessera.url}/pick?url=${encodeURIComponent(`${origin}/`)}&sheet=${scene.sheetId}`);
  await page.locator("#pick-address").press("Enter");
  await page.getByRole("button", { name: "Add The Herald" }).click();
  await page.getByText("This is a feed").waitFor();
  await page.getByText("Rain is coming").waitFor();
  await page.getByRole("button", { name: "Add this feed" }).click();
  await page.waitForURL(/\/sheets\//);
  const tile = page.getByRole("article", { name: "The Herald" });
  await tile.getByRole("link", { name: "The bridge opens" }).waitFor();
  expect(await tile.getByText(/unread/i).count()).toBe(0);

  const follow = (await scene.follows())[0];
  items = [
    ["3", "The mayor resigns"],
    ["2", "The bridge opens at last"],
  ];
  await scene.lookAgain(follow?.id ?? "");
  await tile.getByText("1 unread").waitFor({ timeout: PATIENCE_MS });
  await tile.getByRole("link", { name: "The bridge opens at last" }).waitFor();
  expect(await told()).toHaveLength(1);
  expect((await told())[0]).toContain("The mayor resigns");

  items = [
    ["3", "The mayor resigns today"],
    ["2", "The bridge opens at last"],
  ];
  await scene.lookAgain(follow?.id ?? "");
  const opened = page.context().waitForEvent("page");
  await tile.getByRole("link", { name: "The mayor resigns today" }).click({ timeout: PATIENCE_MS });
  await (await opened).close();
  await expect.poll(() => tile.getByText("1 unread").count()).toBe(0);
  await page.reload();
  await tile.getByRole("link", { name: "The mayor resigns today" }).waitFor();
  expect(await tile.getByText(/unread/).count()).toBe(0);
  expect(await told()).toHaveLength(1);

  // from item to item by the keyboard
  await tile.getByRole("link", { name: "The mayor resigns today" }).focus();
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("The bridge opens at last");
});

test("a feed can be told to wait for words, from the menu of its tile", async () => {
  items = [["1", "Rain is coming"]];
  const { page, sheetId } = await openScene(world);
  await page.goto(`${world.tessera.url}/pick?url=${encodeURIComponent(`${origin}/feed`)}&sheet=${sheetId}`);
  await page.locator("#pick-address").press("Enter");
  await page.getByRole("button", { name: "Add this feed" }).click();
  await page.waitForURL(/\/sheets\//);
  await page.getByRole("button", { name: "Menu for The Herald" }).click();
  for (const name of ["Settings of a feed", "The Herald", "Notify me"])
    await page.getByRole("menuitem", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Notify me" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  // one that is paused says so in its tile
  await page.getByRole("button", { name: "Menu for The Herald" }).click();
  for (const name of ["Settings of a feed", "The Herald", "Pause"])
    await page.getByRole("menuitem", { name, exact: true }).click();
  await page.getByRole("button", { name: "Menu for The Herald" }).click();
  await page.getByRole("menuitem", { name: "Settings of a feed", exact: true }).click();
  await page.getByRole("menuitem", { name: "The Herald", exact: true }).click();
  await page.getByRole("menuitem", { name: "Resume", exact: true }).waitFor();
});
