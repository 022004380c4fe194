import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../scripts/browser-path.ts";
import { openSiteWorld, type SiteAnswer, type SiteWorld } from "./site-world.fixture.ts";

/** One red pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const SESSION = "hunter2-swordfish";
const BESIDE = Buffer.concat([Buffer.from(PNG, "base64"), Buffer.from("beside")]).toString("base64");
const HTML = "text/html; charset=utf-8";

const page = (words: string) => `<!doctype html><title>Mine</title><link rel=stylesheet href=/mine.css>
  <section id=block><p class=hi>${words}</p><img src=/mine.png width=40 height=40></section>
  <p>beside</p><img src=/beside.png width=40 height=40>`;
const image = { type: "image/png", body: Buffer.from(PNG, "base64") };
const cookie = `sid=${SESSION}`;
const answers: Record<string, SiteAnswer> = {
  "/": { type: HTML, body: page("welcome"), cookie },
  "/mine.png": { ...image, cookie },
  "/beside.png": { ...image, body: Buffer.from(BESIDE, "base64"), cookie },
  "/mine.css": { type: "text/css", body: ".hi{color:rgb(1, 2, 3)}", cookie },
  "/open": { type: HTML, body: page("hello") },
};

const logged: string[] = [];
let world: SiteWorld;
beforeAll(async () => {
  const logger = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  world = await openSiteWorld(answers, { browser: browserPath() }, logger);
  world.assembly.schedule.start();
});
afterAll(async () => {
  await world?.assembly.schedule.stop();
  await world?.close();
});

const source = (path: string, cookies: readonly object[]) => ({
  ...{ url: `${world.origin}${path}`, respectRobots: false, fetcher: "browser" },
  ...(cookies.length > 0 && { cookies }),
});
async function follow(path: string, cookies: readonly object[] = []): Promise<string> {
  const wish = { kind: "css", selector: "#block" };
  const answer = await world.post("/api/v1/follows", { source: source(path, cookies), wish });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}
const tileOf = async (id: string) => (await world.get(`/api/v1/follows/${id}/tile?look=adapted`)).body;

test("a tile of a page behind a login has its images and its style; what is said of it in the log is no secret", async () => {
  const open = await tileOf(await follow("/open"));
  expect(open).not.toContain(PNG);
  expect(open).not.toContain("rgb(1,2,3)");
  const id = await follow("/", [{ name: "sid", value: SESSION }]);
  const mine = await tileOf(id);
  expect(mine).toContain(`data:image/png;base64,${PNG}`);
  expect(mine).toContain("rgb(1,2,3)");
  expect(mine).not.toContain("/assets/");
  const first = (await world.get(`/api/v1/follows/${id}`)).json();
  expect((await world.get(`/api/v1/captures/${first.pickedIn}/page`)).body).toContain(BESIDE);
  // what is followed is all that is kept from then on
  answers["/"] = { ...answers["/"]!, body: page("welcome back") };
  await world.post(`/api/v1/follows/${id}/check`, {});
  await expect.poll(() => tileOf(id), { timeout: 60_000 }).toContain("welcome back");
  expect(await tileOf(id)).toContain(PNG);
  const { latest } = (await world.get(`/api/v1/follows/${id}`)).json();
  const picker = (await world.get(`/api/v1/captures/${latest.captureId}/page`)).body;
  expect(picker).toContain(PNG);
  expect(picker).not.toContain(BESIDE);
  for (const token of [SESSION, PNG, BESIDE]) expect(logged.join("")).not.toContain(token);
  // it would have been heard
  world.app.log.debug({ cookie });
  expect(logged.join("")).toContain(SESSION);
});
