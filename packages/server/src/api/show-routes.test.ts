import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Assembly, assemble } from "../assemble.ts";
import { Config } from "../config/settings.ts";
import { firstStart } from "../people/joining.ts";
import { allRoutes } from "./all-routes.ts";
import { httpServer } from "./http-server.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");
const PAGE = `<!doctype html><title>Herald</title><link rel=stylesheet href=/s.css><body class=dark>
  <script>parent.x = 1</script><img src=/i.png onerror="x()">
  <ul id=list><li class=i>one <b>cut</b></li><li class=i>two</li><li class=i>three</li></ul><p><a href=/story>story</a></p></body>`;
const answers: Record<string, { readonly type: string; readonly body: string | Buffer }> = {
  "/": { type: "text/html; charset=utf-8", body: PAGE },
  "/s.css": { type: "text/css", body: ".i{color:red;background:url(i.png)}" },
  "/i.png": { type: "image/png", body: PNG },
  "/file": { type: "application/pdf", body: "x" },
};
const site = createServer((request, response) => {
  const answer = answers[request.url ?? ""];
  if (answer) response.writeHead(200, { "content-type": answer.type }).end(answer.body);
  else response.writeHead(404).end();
});

let origin = "";
let assembly: Assembly;
let app: FastifyInstance;
let headers: Record<string, string>;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const config = Config.parse({
    data: mkdtempSync(join(tmpdir(), "tessera-show-")),
    privateHosts: [`127.0.0.1:${port}`],
    browser: "off",
  });
  assembly = await assemble({ config, onError: () => {} });
  const { services } = assembly;
  await firstStart(services.store, { ownerName: "ada", ownerPassword: "correct horse", now: Date.now() });
  app = httpServer({ services, routes: allRoutes(), logger: pino({ level: "silent" }) });
  const ours = { host: "localhost", origin: "http://localhost" };
  const payload = { name: "ada", password: "correct horse" };
  const login = await app.inject({ method: "POST", url: "/api/v1/login", headers: ours, payload });
  headers = { ...ours, cookie: String(login.headers["set-cookie"]).split(";")[0] ?? "" };
});
afterAll(async () => {
  await app.close();
  await assembly.close();
  site.close();
});

const get = (url: string) => app.inject({ method: "GET", url, headers });
const post = (url: string, payload: object) => app.inject({ method: "POST", url, headers, payload });
const open = (path: string) => post("/api/v1/pages", { source: { url: `${origin}${path}`, respectRobots: false } });

test("a page is opened, shown inert for the picker, previewed, followed and shown as a tile", async () => {
  const opened = await open("/");
  expect(opened.statusCode).toBe(201);
  const { capture } = opened.json();

  const page = await get(capture.pageUrl);
  expect(page.headers["content-security-policy"]).toMatch(/sandbox allow-scripts/);
  expect(page.headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(page.body).not.toMatch(/parent\.x|onerror/);
  const node = Number(/<ul[^>]*data-tessera-node="(\d+)"/.exec(page.body)?.[1]);

  const bold = Number(/<b data-tessera-node="(\d+)"/.exec(page.body)?.[1]);
  const preview = await post(`/api/v1/captures/${capture.id}/preview`, { place: node, cuts: [bold] });
  expect(preview.statusCode).toBe(200);
  const shown = preview.json();
  expect(shown).toMatchObject({ path: "html[1]/body[1]/ul[1]", isList: true, pageTitle: "Herald" });
  expect(shown.text).not.toContain("cut");
  expect(shown.html).not.toContain("cut");
  expect(shown.css).toContain(".i{color:red");
  expect(shown.levels.map(({ tag }: { tag: string }) => tag)).toEqual(["ul", "body", "html"]);

  const started = await post("/api/v1/follows", {
    source: { url: `${origin}/`, respectRobots: false },
    wish: { kind: "path", path: shown.path },
    captureId: capture.id,
    cutPaths: shown.cutPaths,
  });
  expect(started.statusCode).toBe(201);
  const { id, latest } = started.json();
  const tile = await get(`/api/v1/follows/${id}/tile`);
  expect(tile.headers["content-security-policy"]).toMatch(/script-src 'none'.*sandbox allow-popups/);
  expect(tile.body).toContain("two");
  expect(tile.body).not.toMatch(/cut|story/);
  const content = (await get(`/api/v1/follows/${id}/observations/${latest.id}/tile/content`)).json();
  expect([content.look, content.css]).toEqual(["page", shown.css]);
  const text = await get(`/api/v1/follows/${id}/tile?look=text`);
  expect(text.body).toContain("<pre>one\ntwo\nthree</pre>");
  expect((await get(`/api/v1/follows/${id}/tile?look=reader`)).body).not.toContain("class=");
});

test("an asset needs no login, only a link that was made here", async () => {
  const { capture } = (await open("/")).json();
  const page = await get(capture.pageUrl);
  const [link = ""] = /\/assets\/image\/[^"]+/.exec(page.body) ?? [];
  const asset = await app.inject({ method: "GET", url: link, headers: { host: "localhost" } });
  expect([asset.statusCode, asset.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(asset.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(asset.rawPayload).toEqual(PNG);
  const forged = await app.inject({ method: "GET", url: `${link}AA`, headers: { host: "localhost" } });
  expect(forged.statusCode).toBe(404);
});

test("what cannot be opened says why and what to do", async () => {
  const file = await open("/file");
  expect([file.statusCode, file.json().failure.code]).toEqual([502, "not-html"]);
  expect(file.json().advice).toContain("Only web pages");
  const away = await open("/nothing");
  expect(away.json()).toMatchObject({ code: "capture-failed", failure: { code: "status", status: 404 } });
});

test("a block that is not there has no preview", async () => {
  const { capture } = (await open("/")).json();
  const preview = await post(`/api/v1/captures/${capture.id}/preview`, { place: 100_000 });
  expect(preview.statusCode).toBe(404);
});
