import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Follow, openScene } from "./scene.ts";
import { PATIENCE_MS, read, says, tile } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

const NAMES =
  "amber birch cedar dune ember fjord grove heath inlet jade kelp larch moss north ochre pine quartz reed slate thorn".split(
    " ",
  );

const frame = (
  title: string,
  main: string,
) => `<!doctype html><html lang="en"><head><title>${title} – Lamps</title></head>
<body><header><a href="/">Lamps</a><nav><ul><li><a href="/about">About</a></li><li><a href="/all">All</a></li></ul></nav></header>
<main>${main}</main><footer><p>© Lamps</p></footer></body></html>`;

/** Each with another number of parts, so that no two are of the same size. */
function product(number: number, price = 10 + number): string {
  const name = `${NAMES[number % NAMES.length]} lamp`;
  const sizes = Array.from(
    { length: 2 + (number % 3) },
    (_, at) => `<tr><th>Size ${at}</th><td>${number + at} cm</td></tr>`,
  );
  return frame(
    name,
    `<article><h1>${name}</h1>${number % 5 === 3 ? "<p>Only this week</p>" : ""}<div class="buy"><span class="price">€ ${price}.50</span> <button>Buy</button></div>
    <p>A lamp of ${NAMES[(number + 7) % NAMES.length]} that lasts.</p><table>${sizes.join("")}</table></article>
    <aside><h2>Others</h2><ul><li><a href="/lamps/1">one</a> <b>€ 5.00</b></li><li><a href="/lamps/2">two</a> <b>€ 6.00</b></li></ul></aside>`,
  );
}

const list = frame(
  "All lamps",
  `<h1>All lamps</h1><ul class="lamps">${NAMES.map((name, at) => `<li><a href="/lamps/${at + 1}">${name} lamp</a></li>`).join("")}
  <li><a href="/stories/1">A story</a></li><li><a href="/lamps/sold-out">Sold out</a></li></ul>`,
);
const story = `<!doctype html><title>A story</title><div><div><img alt="" src="/x"><div><h1>A story</h1></div></div></div><div><p>Once there was a lamp for € 3.00.</p><p>It shone.</p></div>`;

let world: World;
let server: Server;
let shop: string;
const prices = new Map<number, number>();

beforeAll(async () => {
  world = await openWorld();
  server = createServer((request, response) => {
    const path = request.url ?? "";
    const [, number] = /^\/lamps\/(\d+)$/.exec(path) ?? [];
    const html = number
      ? product(Number(number), prices.get(Number(number)))
      : { "/all": list, "/stories/1": story }[path];
    response.writeHead(html ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(html ?? "gone");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await world.allow(shop);
});
afterAll(async () => {
  await world.stop();
  server.close().closeAllConnections();
});

test("the template follow over twenty pages: links of a list become the rows of one table, with an account of each", async () => {
  const robin = await openScene(world, { isOwner: true });
  const source = { url: `${shop}/lamps/0` };
  const { id } = await robin.api.ask<Follow>("POST", "/follows", {
    source,
    wish: { kind: "css", selector: ".buy .price" },
    title: "Lamp",
  });
  const place = { x: 0, y: 0, width: 4, height: 3 };
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { followId: id, place });
  await robin.toSheet();
  const { page } = robin;

  await tile(page, "Lamp").getByRole("button", { name: "Menu for Lamp" }).click();
  await page.getByRole("menuitem", { name: "The same block on other pages…" }).click();
  const dialog = page.getByRole("dialog", { name: "The same block on other pages" });
  await dialog.getByText("Pick links of a list").click();
  await dialog.getByLabel("Page with the list").fill(`${shop}/all`);
  await dialog.getByRole("button", { name: "Show its links" }).click();
  // those that look like the page are chosen: the twenty lamps, and the one that is gone
  await dialog.getByText("21 links chosen").waitFor();
  await dialog.getByRole("checkbox", { name: "A story" }).check();
  await dialog.getByLabel("Title of the table").fill("Prices");
  await dialog.getByRole("button", { name: "Follow on 22 pages" }).click();

  // a host is asked once in a second
  await dialog.getByText("Done: 22 pages.").waitFor({ timeout: 3 * PATIENCE_MS });
  await says(dialog, "followed: 20");
  await says(dialog, "not of this layout: 1");
  await says(dialog, "could not be reached: 1");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const board = tile(page, "Prices");
  const rows = board.getByRole("row");
  await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(22);
  await says(rows.nth(2), /birch lamp\s+€11\.50/);
  await board.getByRole("button", { name: "Value" }).click();
  await board.getByRole("button", { name: "Value" }).click();
  await says(rows.nth(1), "€30.50");
  expect(await board.getByRole("columnheader", { name: "Value" }).getAttribute("aria-sort")).toBe("descending");

  // a change of one page is heard by its row
  prices.set(20, 7);
  const follows = await robin.api.ask<{ items: { id: string; page: { url: string } }[] }>("GET", "/follows?limit=50");
  const last = follows.items.find((each) => each.page.url === `${shop}/lamps/20`)!;
  await robin.api.ask("POST", `/follows/${last.id}/check`);
  await says(board, "€7.50");
  await expect.poll(async () => read(rows.nth(21)), { timeout: PATIENCE_MS }).toMatch(/€7\.50\s+−€23/);
});
