import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { movedToOf, PageSource, usualOptions } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Config } from "../config/settings.ts";
import { captureNow, followBlock } from "../follow/follow-block.ts";
import { type Assembly, assemble } from "../main/assemble.ts";
import { firstStart } from "../people/joining.ts";

const FEES = `<section id="fees"><h2>Entrance fees</h2><table><tr><td>Adults</td><td>12 EUR</td></tr>
<tr><td>Children</td><td>5 EUR</td></tr><tr><td>Groups of ten</td><td>80 EUR</td></tr></table></section>`;
const page = (
  main: string,
) => `<title>Old mill</title><main><h1>Old mill</h1><p>The mill turns at noon today.</p>${main}
<section><h2>Café</h2><p>Bread from our own flour.</p></section></main><footer><a href="/imprint">Imprint</a></footer>`;

interface Site {
  readonly server: Server;
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** What a path answers: HTML, or where it leads. */
  readonly answers: Map<string, { readonly html: string } | { readonly location: string }>;
}

let sites: readonly [Site, Site];
let folder: string;
let assembly: Assembly;
beforeAll(async () => {
  sites = [await listen(), await listen()];
  folder = mkdtempSync(join(tmpdir(), "tessera-moved-"));
  // both may be reached by everybody: what a page of one says about the other is not enough to go there
  const privateHosts = sites.map(({ url }) => `everybody@${new URL(url).host}`).join(",");
  assembly = await assemble({
    config: Config.parse({ data: folder, browser: "off", privateHosts }),
    onError: () => {},
  });
  const { store } = assembly.services;
  await firstStart(store, { ownerName: "ada", ownerPassword: "correct horse battery", now: Date.now() });
});
beforeEach(() => {
  for (const { asked, answers } of sites) {
    asked.length = 0;
    answers.clear();
  }
});
afterAll(async () => {
  await assembly.close();
  for (const { server } of sites) server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

async function listen(): Promise<Site> {
  const asked: string[] = [];
  const answers: Site["answers"] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path !== "/robots.txt") asked.push(path);
    const answer = answers.get(path);
    if (!answer) response.writeHead(404).end();
    else if ("html" in answer) response.writeHead(200, { "content-type": "text/html" }).end(answer.html);
    else response.writeHead(302, answer).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, answers };
}

let pages = 0;

/** Where the block seems to be once it has left its page for such a link. */
async function leftFor(href: string): Promise<string | null> {
  const { store, checks } = assembly.services;
  const [{ url, answers }] = sites;
  const path = `/${++pages}`;
  answers.set(path, { html: page(FEES) });
  const [ada] = (await store.people.list({ limit: 1 })).items;
  const usual = await store.settings.read();
  const followed = await followBlock(
    {
      personId: ada!.id,
      source: PageSource.parse({ url: `${url}${path}` }),
      wish: { kind: "css", selector: "#fees" },
      captureId: null,
      pick: { intent: "auto", extent: "one" },
      cutPaths: [],
      title: null,
      options: usualOptions(usual, []),
      feedKey: `a-feed-key-of-some-length-${pages}`,
    },
    checks,
  );
  if (followed.kind !== "followed") throw new Error(JSON.stringify(followed));
  answers.set(path, { html: page(`<p><a href="${href}">Entrance fees</a></p>`) });
  for (const { asked } of sites) asked.length = 0;
  await captureNow(followed.view.page.id, checks);
  const view = await store.follows.find(ada!.id, followed.view.follow.id);
  const movedTo = movedToOf(view?.latest?.verdict);
  return movedTo && `${movedTo.isFound ? "found" : "offered"} ${movedTo.url.replace(url, "")}`;
}

test("the page behind the link is fetched once and the block is found there", async () => {
  sites[0].answers.set("/fees", { html: page(FEES) });
  expect(await leftFor("/fees")).toBe("found /fees");
  expect(sites[0].asked).toEqual([`/${pages}`, "/fees"]);
});

test("redirects that go round in a circle end, and the link is only offered", async () => {
  sites[0].answers.set("/fees", { location: "/prices" });
  sites[0].answers.set("/prices", { location: "/fees" });
  expect(await leftFor("/fees")).toBe("offered /fees");
  expect(sites[0].asked.length).toBeLessThan(30);
});

test("a link that leads back to the page itself is none", async () => {
  sites[0].answers.set("/fees", { location: `/${pages + 1}` });
  expect(await leftFor("/fees")).toBeNull();
});

test("a page cannot send us to another private host by a link", async () => {
  const [, other] = sites;
  other.answers.set("/fees", { html: page(FEES) });
  expect(await leftFor(`${other.url}/fees`)).toBe(`offered ${other.url}/fees`);
  expect(other.asked).toEqual([]);
});

test("nor by a redirect from its own host", async () => {
  const [own, other] = sites;
  other.answers.set("/fees", { html: page(FEES) });
  own.answers.set("/away", { location: `${other.url}/fees` });
  expect(await leftFor("/away")).toBe("offered /away");
  expect(other.asked).toEqual([]);
});
