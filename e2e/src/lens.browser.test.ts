import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Follow, openScene } from "./scene.ts";
import { PATIENCE_MS, says, tile, tileContent } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

const MILL = "<h2>Today at the mill</h2><p>The big wheel turns at noon, and the miller explains it.</p>";
const CAFE = "<h2>In the café</h2><p>Plum cake with cream, as long as there is any left of it.</p>";
const page = (first: string, second: string) => `<!doctype html><title>Old mill</title>
<header><nav><a href="/">Start</a> <a href="/way">How to find us</a></nav></header>
<main><h1>Old mill</h1><section>${first}</section><section>${second}</section></main><footer><p>Miller's Lane 4</p></footer>`;

let world: World;
let server: Server;
let url: string;
let html = page(MILL, CAFE);
beforeAll(async () => {
  world = await openWorld();
  server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await world.allow(url);
});
afterAll(async () => {
  await world.stop();
  server.close().closeAllConnections();
});

test("a person chooses the path as the lens; the page changes, the path is followed, and history says so", async () => {
  const robin = await openScene(world, { isOwner: true });
  const title = "First section";
  const { id } = await robin.api.ask<Follow>("POST", "/follows", {
    source: { url },
    wish: { kind: "css", selector: "main > section" },
    title,
  });
  const place = { x: 0, y: 0, width: 6, height: 4 };
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { followId: id, place });
  await robin.toSheet();
  await says(tileContent(robin.page, title), "The big wheel turns");
  await tile(robin.page, title).getByRole("button", { name: /^Menu/ }).click();
  await robin.page.getByRole("menuitem", { name: "Found again automatically" }).click();
  await robin.page.getByRole("radio", { name: "its path in the structure of the page" }).check();
  await robin.page.getByRole("button", { name: "Save" }).click();
  await robin.page.getByRole("dialog").waitFor({ state: "detached" });
  // both sections change places: words alone would lead to the second
  html = page(CAFE, MILL);
  await expect.poll(async () => (await robin.lookAgain(id)).latest?.foundBy, { timeout: PATIENCE_MS }).toBe("by-path");
  await says(tileContent(robin.page, title), "Plum cake with cream");
  await robin.page.goto(`${world.tessera.url}/follows/${id}/history`);
  await says(robin.page.getByRole("region", { name: "Move through time" }), "Found by its path");
});
