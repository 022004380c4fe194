import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enter, pickerFrame, type Visitor } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let robin: Visitor;
let site: Server;
/** What the page that is linked to was asked for. */
const asked: string[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html" });
    response.end("<title>Linked</title><h1>The page that was linked to</h1>");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  world = await openWorld({ moreSites: [linked()] });
  robin = await enter(world, world.owner);
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await world.stop();
  site.closeAllConnections();
  site.close();
});

const linked = (path = "/") => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;

/** Another site, open in the same browser, sends the person to an address of ours. */
async function followLink(address: string): Promise<void> {
  const { page } = robin;
  // another name of loopback is another site
  const foreign = new URL(world.sites.news ?? "");
  foreign.hostname = "localhost";
  await page.goto("about:blank");
  await page.route(`${foreign.origin}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${address.replaceAll("&", "&amp;")}">Look!</a>` }),
  );
  await page.goto(foreign.href);
  await page.getByRole("link", { name: "Look!" }).click();
}

test("a link on another site has nothing fetched until the person says so, and is not asked for again", async () => {
  const { page } = robin;
  await followLink(`${world.tessera.url}/pick?url=${encodeURIComponent(linked("/delete?all=1"))}`);
  await page.getByRole("heading", { name: "Open this page?" }).waitFor();
  await page.getByText(linked("/delete?all=1"), { exact: true }).waitFor();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Open this page" }).click();
  await (await pickerFrame(page)).getByText("The page that was linked to").waitFor();
  expect(asked.filter((path) => path === "/delete?all=1")).toHaveLength(1);
  await page.reload();
  await (await pickerFrame(page)).getByText("The page that was linked to").waitFor();
  expect(robin.errors).toEqual([]);
});

test("what is typed in the app is opened at once", async () => {
  const { page } = robin;
  await page.goto(world.tessera.url);
  await page.getByPlaceholder("Add from a page").fill(linked("/typed"));
  await page.keyboard.press("Enter");
  await (await pickerFrame(page)).getByText("The page that was linked to").waitFor();
  expect(asked).toContain("/typed");
});

test("a link on another site opens no private host: it says what it asks for, and fills in nothing", async () => {
  const { page } = robin;
  await followLink(`${world.tessera.url}/settings/instance?host=nas.local%3A8080&url=http%3A%2F%2Fnas.local%3A8080%2F`);
  await page.getByText("asks you to allow nas.local:8080").waitFor();
  const field = page.getByLabel("Host, with its port");
  expect(await field.inputValue()).toBe("");
  await field.press("Enter");
  await page.getByRole("alert").waitFor();
  const { privateHosts } = await world.api.ask<{ privateHosts: unknown[] }>("GET", "/settings");
  expect(JSON.stringify(privateHosts)).not.toContain("nas.local");
});

test("whoever meets a private host in the picker allows it with one press, and goes on", async () => {
  const { page } = robin;
  const inside = createServer((_, response) => response.setHeader("content-type", "text/html").end("<h1>Inside</h1>"));
  inside.listen(0, "127.0.0.1");
  await once(inside, "listening");
  const { port } = inside.address() as AddressInfo;
  await page.goto(world.tessera.url);
  await page.getByPlaceholder("Add from a page").fill(`http://127.0.0.1:${port}/`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Allow this host in the settings" }).click();
  await page.getByText(`The owner can follow pages on 127.0.0.1, port ${port}.`).waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("link", { name: "Continue picking" }).click();
  await (await pickerFrame(page)).getByText("Inside").waitFor();
  inside.closeAllConnections();
  inside.close();
});
