import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Follow, openScene } from "./scene.ts";
import { PATIENCE_MS, says, tile, tileContent } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

const FEES = `<section id="fees"><h2>Entrance fees</h2><table><tr><td>Adults</td><td>12 EUR</td></tr>
<tr><td>Children</td><td>5 EUR</td></tr><tr><td>Groups of ten</td><td>80 EUR</td></tr></table></section>`;
const page = (title: string, main: string) => `<!doctype html><title>${title}</title>
<header><nav><a href="/">Start</a> <a href="/way">How to find us</a></nav></header>
<main><h1>Old mill</h1><section><h2>Today</h2><p>The mill turns at noon.</p></section>${main}
<section><h2>Café</h2><p>Bread from our own flour, every day from ten.</p></section></main><footer><p>Miller's Lane 4</p></footer>`;

let world: World;
let server: Server;
let url: string;
const pages = new Map([["/", page("Old mill", FEES)]]);
beforeAll(async () => {
  world = await openWorld();
  server = createServer((request, response) => {
    const html = pages.get(request.url ?? "");
    response.writeHead(html ? 200 : 404, { "content-type": "text/html" }).end(html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await world.allow(url);
});
afterAll(async () => {
  await world.stop();
  server.close().closeAllConnections();
});

test("a block that moved to another page is followed there by one click, and the click is undone", async () => {
  const robin = await openScene(world, { isOwner: true });
  const title = "Entrance fees";
  const { id } = await robin.api.ask<Follow>("POST", "/follows", {
    source: { url },
    wish: { kind: "css", selector: "#fees" },
    title,
  });
  const place = { x: 0, y: 0, width: 6, height: 4 };
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { followId: id, place });
  pages.set("/fees", page("Fees of the old mill", FEES.replace("12 EUR", "14 EUR")));
  pages.set("/", page("Old mill", '<p><a href="/fees">Entrance fees</a></p>'));
  await expect.poll(async () => (await robin.lookAgain(id)).verdict, { timeout: PATIENCE_MS }).toMatch(/gone|unsure/);
  await robin.toSheet();
  const shown = tile(robin.page, title);
  await says(shown, "It seems to have moved to “Fees of the old mill”.");
  await shown.getByRole("button", { name: "Follow it there" }).click();
  await says(tileContent(robin.page, title), "14 EUR");
  await robin.page.getByRole("button", { name: "Undo" }).click();
  await says(shown, "It seems to have moved to");
  await robin.page.goto(`${world.tessera.url}/follows/${id}/repair`);
  await robin.page.getByRole("region", { name: "Where it may be now" }).waitFor();
  await robin.page.keyboard.press("m");
  await expect.poll(async () => (await robin.readFollow(id)).verdict, { timeout: PATIENCE_MS }).toBe("found");
});
