import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSiteWorld, type SiteAnswer, type SiteWorld } from "./site-world.fixture.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const answers: Record<string, SiteAnswer> = {
  "/": {
    type: "text/html; charset=utf-8",
    body: `<!doctype html><link rel=stylesheet href=/s.css><section id=block><p>Boats</p><img src=/i.png></section>`,
  },
  "/s.css": { type: "text/css", body: "p{background:url(/ground.png)}" },
  "/i.png": { type: "image/png", body: PNG },
  "/ground.png": { type: "image/png", body: PNG },
};

/** What came through the proxy, and all that the site was asked. */
let tunnels: string[] = [];
const between = createServer().on("connect", (request, socket) => {
  tunnels.push(request.url ?? "");
  const [host, port] = (request.url ?? "").split(":");
  const onward = connect(Number(port), host).on("error", () => socket.destroy());
  socket.on("error", () => onward.destroy()).write("HTTP/1.1 200 OK\r\n\r\n");
  socket.on("data", (head: Buffer) => {
    const path = /^GET (\S+)/.exec(head.toString("latin1"))?.[1];
    if (path) tunnelled.push(path);
  });
  onward.pipe(socket).pipe(onward);
});
let tunnelled: string[] = [];
let world: SiteWorld;

beforeEach(async () => {
  await new Promise<void>((ready) => between.listen(0, "127.0.0.1", ready));
  const { port } = between.address() as AddressInfo;
  world = await openSiteWorld(answers, { proxies: `de=http://127.0.0.1:${port}` });
  [tunnels, tunnelled] = [[], []];
});
afterEach(async () => {
  await world.close();
  between.close().closeAllConnections();
});

async function followed(more: object): Promise<string> {
  const source = { url: `${world.origin}/`, respectRobots: false, fetcher: "http", ...more };
  const answer = await world.post("/api/v1/follows", { source, wish: { kind: "css", selector: "#block" } });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}

/** The tile, with every image in it asked for. */
async function show(id: string): Promise<void> {
  const { body } = await world.get(`/api/v1/follows/${id}/tile?look=adapted`);
  const links = [...new Set(body.match(/\/assets\/image[^"')\s]*/g))];
  expect(links).toHaveLength(2);
  for (const link of links) expect((await world.get(link)).statusCode).toBe(200);
}

test("images and styles of a page that goes through a proxy go through it too, and of any other page they do not", async () => {
  await show(await followed({}));
  expect(tunnels).toEqual([]);
  await show(await followed({ proxy: "de" }));
  expect(tunnelled.sort()).toEqual(["/", "/ground.png", "/i.png", "/s.css"]);
});

test("a page that is given a proxy has its tile drawn anew", async () => {
  const id = await followed({});
  await show(id);
  const { page } = (await world.get(`/api/v1/follows/${id}`)).json();
  const { headers } = world;
  const url = `/api/v1/pages/${page.id}`;
  const patched = await world.app.inject({ method: "PATCH", url, headers, payload: { proxy: "de" } });
  expect(patched.statusCode).toBe(200);
  tunnelled = [];
  await show(id);
  expect(tunnelled.sort()).toEqual(["/ground.png", "/i.png", "/s.css"]);
});
