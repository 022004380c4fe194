import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PersonId } from "@tessera/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { openApiWorld } from "./api-world.fixture.ts";
import { openSiteWorld, type SiteAnswer, type SiteWorld } from "./site-world.fixture.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");
const PAGE = `<!doctype html><title>Herald</title><link rel=stylesheet href=/s.css><body class=dark>
  <script>parent.x = 1</script><img src=/i.png onerror="x()">
  <ul id=list><li class=i>one <b>cut</b></li><li class=i>two</li><li class=i>three</li></ul><p><a href=/story>story</a></p></body>`;
const answers: Record<string, SiteAnswer> = {
  "/": { type: "text/html; charset=utf-8", body: PAGE },
  "/s.css": { type: "text/css", body: ".i{color:red;background:url(i.png)}" },
  "/i.png": { type: "image/png", body: PNG },
  "/file": { type: "application/pdf", body: "x" },
};
let world: SiteWorld;

beforeAll(async () => {
  world = await openSiteWorld(answers);
});
afterAll(() => world.close());

test("a page is opened, shown inert for the picker, previewed, followed and shown as a tile", async () => {
  const opened = await world.open("/");
  expect(opened.statusCode).toBe(201);
  const { capture } = opened.json();

  const page = await world.get(capture.pageUrl);
  expect(page.headers["content-security-policy"]).toMatch(/sandbox allow-scripts/);
  expect(page.headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(page.body).not.toMatch(/parent\.x|onerror/);
  const node = Number(/<ul[^>]*data-tessera-node="(\d+)"/.exec(page.body)?.[1]);

  const bold = Number(/<b data-tessera-node="(\d+)"/.exec(page.body)?.[1]);
  const preview = await world.post(`/api/v1/captures/${capture.id}/preview`, { place: node, cuts: [bold] });
  expect(preview.statusCode).toBe(200);
  const shown = preview.json();
  expect(shown).toMatchObject({ path: "html[1]/body[1]/ul[1]", isList: true, pageTitle: "Herald" });
  expect(shown.text).not.toContain("cut");
  expect(shown.html).not.toContain("cut");
  expect(shown.css).toContain(".i{color:red");
  expect(shown.levels.map(({ tag }: { tag: string }) => tag)).toEqual(["ul", "body", "html"]);

  const started = await world.post("/api/v1/follows", {
    source: { url: `${world.origin}/`, respectRobots: false },
    wish: { kind: "path", path: shown.path },
    captureId: capture.id,
    cutPaths: shown.cutPaths,
  });
  expect(started.statusCode).toBe(201);
  const { id, latest } = started.json();
  const tile = await world.get(`/api/v1/follows/${id}/tile`);
  expect(tile.headers["content-security-policy"]).toMatch(/script-src 'none'.*sandbox allow-popups/);
  expect(tile.body).toContain("two");
  expect(tile.body).not.toMatch(/cut|story/);
  const content = (await world.get(`/api/v1/follows/${id}/observations/${latest.id}/tile/content`)).json();
  expect([content.look, content.css]).toEqual(["adapted", shown.css]);
  const text = await world.get(`/api/v1/follows/${id}/tile?look=text`);
  expect(text.body).toContain("<pre>one\ntwo\nthree</pre>");
  expect((await world.get(`/api/v1/follows/${id}/tile?look=reader`)).body).not.toContain("class=");
});

test("an asset needs no login, only a link that was made here", async () => {
  const { capture } = (await world.open("/")).json();
  const page = await world.get(capture.pageUrl);
  const [link = ""] = /\/assets\/image[^"]+/.exec(page.body) ?? [];
  const asset = await world.app.inject({ method: "GET", url: link, headers: { host: "localhost" } });
  expect([asset.statusCode, asset.headers["content-type"]]).toEqual([200, "image/png"]);
  expect(asset.headers["content-security-policy"]).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  expect(asset.rawPayload).toEqual(PNG);
  const forged = await world.app.inject({ method: "GET", url: `${link}AA`, headers: { host: "localhost" } });
  expect(forged.statusCode).toBe(404);
});

test("the links in a tile are those of its reader: nothing on disk has any, and with the account they end", async () => {
  const started = await world.post("/api/v1/follows", {
    source: { url: `${world.origin}/`, respectRobots: false },
    wish: { kind: "css", selector: "body" },
  });
  const { id } = started.json();
  const [{ id: ada } = { id: "" }] = (await world.assembly.services.store.people.list({ limit: 1 })).items;
  const tile = await world.get(`/api/v1/follows/${id}/tile`);
  const links = tile.body.match(/\/assets\/image[./][^")]+/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(link).toContain(`.${ada}.`);
  const kept = join(world.assembly.services.config.data, "tiles", "content");
  const texts = readdirSync(kept).map((name) => readFileSync(join(kept, name), "utf8"));
  expect(texts.some((text) => text.includes("/assets/image"))).toBe(true);
  for (const text of texts) expect(text).not.toContain(ada);

  const ask = async () =>
    (await world.app.inject({ method: "GET", url: links[0]!, headers: { host: "localhost" } })).statusCode;
  const { people } = world.assembly.services.store;
  expect(await ask()).toBe(200);
  await people.change(PersonId.parse(ada), { disabledAt: 1 }, { now: 1 });
  expect(await ask()).toBe(404);
  await people.change(PersonId.parse(ada), { disabledAt: null }, { now: 2 });
  expect(await ask()).toBe(200);
});

test("a tile whose links are over is sent again, although nothing else of it has changed", async () => {
  const api = await openApiWorld();
  const ada = await api.addPerson();
  api.web.set(URL_OF_PAGE, "<body><p id=x>news <img src=/i.png></p></body>");
  const view = await api.follow(ada, { kind: "css", selector: "#x" });
  const url = `/api/v1/follows/${view.follow.id}/tile`;
  const first = await api.ask(ada, { method: "GET", url });
  const again = () => api.ask(ada, { method: "GET", url, headers: { "if-none-match": String(first.headers.etag) } });
  expect((await again()).statusCode).toBe(304);
  await api.check(view, 24 * 60 * 60_000);
  const second = await again();
  const linkIn = (html: string) => /\/assets\/image\/[^"]+/.exec(html)?.[0];
  expect([second.statusCode, linkIn(second.body)]).toEqual([200, expect.any(String)]);
  expect(linkIn(second.body)).not.toBe(linkIn(first.body));
  await api.close();
});

test.for([
  ["a refresh and endless spaces", `<p id=x>x</p><meta http-equiv=${" ".repeat(300_000)}`],
  ["a srcset of commas", `<p id=x>x</p><img srcset="${",".repeat(400_000)}">`],
  ["a paint with endless spaces", `<p id=x>x</p><svg><g fill="url(#a)${" ".repeat(100_000)}!"/></svg>`],
  ["a style of mistakes", `<p id=x>x</p><style>a{${"b c;".repeat(400_000)}}</style>`],
  ["endless digits", `<p id=x>${"1".repeat(400_000)}</p>`],
] as const)("a page with %s is opened, shown and followed like any other", async ([, body]) => {
  answers["/hostile"] = { type: "text/html", body };
  const opened = await world.open("/hostile");
  expect(opened.statusCode).toBe(201);
  const { capture } = opened.json();
  expect((await world.get(capture.pageUrl)).statusCode).toBe(200);
  const source = { url: `${world.origin}/hostile`, respectRobots: false };
  const wish = { kind: "css", selector: "#x" };
  const started = await world.post("/api/v1/follows", { source, wish, captureId: capture.id });
  expect(started.statusCode).toBe(201);
  expect((await world.get(`/api/v1/follows/${started.json().id}/tile`)).statusCode).toBe(200);
});

test("what cannot be opened says why and what to do", async () => {
  const file = await world.open("/file");
  expect([file.statusCode, file.json().failure.code]).toEqual([502, "not-html"]);
  expect(file.json().advice).toContain("Only web pages");
  const away = await world.open("/nothing");
  expect(away.json()).toMatchObject({ code: "capture-failed", failure: { code: "status", status: 404 } });
});

test("a block that is not there has no preview", async () => {
  const { capture } = (await world.open("/")).json();
  const preview = await world.post(`/api/v1/captures/${capture.id}/preview`, { place: 100_000 });
  expect(preview.statusCode).toBe(404);
});

test.for([
  ["nodes", "<br>".repeat(2_000_001)],
  ["names of attributes", `<p ${Array.from({ length: 200_000 }, (_, index) => `a${index}`).join(" ")}>`],
] as const)("a page with too many %s says that it is too large", async ([, body]) => {
  answers["/huge"] = { type: "text/html", body };
  const opened = await world.open("/huge");
  expect([opened.statusCode, opened.json().failure?.code]).toEqual([502, "too-large"]);
});
