/** What an attacker or an unlucky page can do: each a few requests of one member, with the site that answers them. */
import type { ServerResponse } from "node:http";
import type { Answer, HostileWorld } from "./hostile-world.ts";

export interface Vector {
  readonly name: string;
  /** What the attack was answered, in a few words. */
  readonly attack: (world: HostileWorld) => Promise<string>;
  /** What the other person does meanwhile, where it is not opening a page on a host of its own. */
  readonly opens?: (world: HostileWorld, round: number) => Promise<Answer>;
}

const KB = 1_000;
const MB = 1_000_000;
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const SLOW_MS = 25_000;

export const VECTORS: readonly Vector[] = [
  asset("picture of 29 comments", "image/png", "<!---->".repeat(29)),
  asset(
    "SVG of nested groups, 8 MB",
    "image/svg+xml",
    `<svg xmlns="http://www.w3.org/2000/svg">${"<g>".repeat((8 * MB) / 3)}`,
  ),
  asset("style sheet without colons, 2 MB", "text/css", `a{${"b c;".repeat((2 * MB) / 4)}}`),
  asset(
    "honest style sheet, 2 MB",
    "text/css",
    ".some-class > a:hover{color:red;margin:0 auto}\n".repeat((2 * MB) / 47),
  ),
  page("http-equiv and 100 kB of spaces", `<p>x</p><meta http-equiv=${" ".repeat(100 * KB)}`),
  page("refresh in a page of 15 MB", `<meta http-equiv=refresh content="9;url=/b">${"<p>x</p>".repeat((15 * MB) / 8)}`),
  imported(
    "YAML of nested lists",
    `url: http://a.example/\nfilter: ${"[".repeat(10 * KB)}\n${"- &a [*a,*a]\n".repeat(20 * KB)}`,
  ),
  imported("YAML of many documents, 8 MB", "url: http://a.example/\nname: b\n---\n".repeat((8 * MB) / 37)),
  imported("JSON of 60 MB", `{"data":[${"{},".repeat(20 * MB)}{}]}`),
  imported("OPML after comments", `<?xml version="1.0"?>${"<!---->".repeat(40)}<x`),
  imported(
    "wide OPML",
    `<opml version="2.0"><body>${'<outline text="a" htmlUrl="http://a.example/"/>'.repeat(150 * KB)}</body></opml>`,
  ),
  { name: "50 large patterns", attack: largePatterns },
  tile("srcset of 400 kB of commas", `<main><img srcset="${",".repeat(400 * KB)}"></main>`),
  tile("fill with 100 kB of spaces", `<main><svg><path fill="url(#a)${" ".repeat(100 * KB)}!"/></svg></main>`),
  tile("style element without colons", `<style>a{${"b c;".repeat(100 * KB)}}</style><main>x</main>`),
  tile("99,000 digits", `<main>${"9".repeat(99 * KB)}</main>`),
  { name: "XPath that contains itself", attack: costlyXpath },
  { name: "12 slow pages in the browser", attack: slowPages("browser"), opens: openInBrowser },
  { name: "12 slow pages on one host", attack: slowPages("http"), opens: openOnSameHost },
  { name: "import of 3,000 addresses", attack: longImport },
  { name: "120 slow pictures of 7.9 MB", attack: slowPictures },
];

/** A page with one picture or style sheet, shown in the picker, and then the asset itself. */
function asset(name: string, type: string, body: string): Vector {
  const isStyle = type === "text/css";
  const markup = isStyle ? "<link rel=stylesheet href=/asset><p>x</p>" : "<img src=/asset><p>x</p>";
  return {
    name,
    attack: async (world) => {
      world.pages.set("/", { type: "text/html", body: markup }).set("/asset", { type, body });
      const [link] = await assetLinks(world);
      if (!link) return "no link to it";
      const { status, text } = await world.mallory.ask("GET", link);
      return `${status}, ${text.length} bytes`;
    },
  };
}

async function assetLinks({ mallory, origin }: HostileWorld): Promise<readonly string[]> {
  const opened = await mallory.open(`${origin}/`);
  if (opened.status !== 201) return [];
  const shown = await mallory.ask("GET", JSON.parse(opened.text).capture.pageUrl);
  return [...shown.text.matchAll(/\/assets\/[\w\-./~]+/g)].map(([link]) => link);
}

function page(name: string, body: string): Vector {
  return {
    name,
    attack: async ({ mallory, origin, pages }) => {
      pages.set("/", { type: "text/html", body });
      return String((await mallory.open(`${origin}/`)).status);
    },
  };
}

function imported(name: string, body: string): Vector {
  return {
    name,
    attack: async ({ mallory }) => {
      const { status, text } = await mallory.ask("POST", "/api/v1/import?dryRun=true", body);
      return status < 400 ? String(status) : `${status} ${JSON.parse(text).code}`;
    },
  };
}

/** Followed, shown as a tile and in the picker. */
function tile(name: string, body: string): Vector {
  return {
    name,
    attack: async (world) => {
      world.pages.set("/", { type: "text/html", body });
      const followed = await follow(world, { kind: "page" });
      await assetLinks(world);
      if (followed.status !== 201) return `${followed.status} ${JSON.parse(followed.text).code}`;
      const shown = await world.mallory.ask("GET", `/api/v1/follows/${JSON.parse(followed.text).id}/tile`);
      return `followed, tile ${shown.status}`;
    },
  };
}

function follow({ mallory, origin }: HostileWorld, wish: object, more: object = {}): Promise<Answer> {
  return mallory.ask("POST", "/api/v1/follows", { source: { url: `${origin}/` }, wish, ...more });
}

async function largePatterns(world: HostileWorld): Promise<string> {
  world.pages.set("/", { type: "text/html", body: `<main>${"word ".repeat(20 * KB)}</main>` });
  const words = { as: "pattern", text: "\\pL{0,1000}".repeat(80) };
  const conditions = Array.from({ length: 50 }, () => ({ kind: "contains", words }));
  const { status, text } = await follow(world, { kind: "page" }, { conditions });
  return status < 400 ? String(status) : `${status} ${JSON.parse(text).code}`;
}

async function costlyXpath(world: HostileWorld): Promise<string> {
  world.pages.set("/", { type: "text/html", body: `<main>${"<p>words <b>and</b> more</p>".repeat(3 * KB)}</main>` });
  const expression = "//*[contains(.,'w')]".repeat(8);
  const { status, text } = await follow(world, { kind: "xpath", expression: `${expression}//nothing` });
  return status < 400 ? String(status) : `${status} ${JSON.parse(text).code}`;
}

/** The head comes at once, the rest of the page hardly ever. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" });
  const dripping = setInterval(() => response.write("<p>x</p>"), 1_000);
  const ending = setTimeout(() => response.end(), SLOW_MS);
  response.on("close", () => {
    clearInterval(dripping);
    clearTimeout(ending);
  });
}

function slowPages(fetcher: "browser" | "http") {
  return async ({ mallory, origin, pages }: HostileWorld): Promise<string> => {
    pages.set("*", drip);
    const opening = Array.from({ length: 12 }, (_, index) => mallory.open(`${origin}/slow/${index}`, { fetcher }));
    const answers = await Promise.all(opening);
    return answers.map(({ status }) => status).join(" ");
  };
}

function openInBrowser({ alice, freshPage }: HostileWorld): Promise<Answer> {
  return alice.open(freshPage(), { fetcher: "browser" });
}

function openOnSameHost({ alice, origin, pages }: HostileWorld, round: number): Promise<Answer> {
  pages.set(`/quick/${round}`, { type: "text/html", body: "<main>quick</main>" });
  return alice.open(`${origin}/quick/${round}`);
}

async function longImport({ mallory, origin, pages }: HostileWorld): Promise<string> {
  pages.set("*", drip);
  const addresses = Array.from({ length: 3_000 }, (_, index) => `${origin}/slow/${index}`).join("\n");
  const { status, text } = await mallory.ask("POST", "/api/v1/import", addresses);
  return status < 400 ? `${JSON.parse(text).waiting} wait` : `${status} ${JSON.parse(text).code}`;
}

async function slowPictures(world: HostileWorld): Promise<string> {
  const { pages, mallory } = world;
  const markup = Array.from({ length: 120 }, (_, index) => `<img src=/picture/${index}>`).join("");
  // made once: the probes run in this process too, and must not wait for the attacker's own work
  const picture = Buffer.concat([PNG, Buffer.alloc(7.9 * MB)]);
  pages.set("/", { type: "text/html", body: markup }).set("*", (response) => {
    response.writeHead(200, { "content-type": "image/png" });
    response.write(picture);
    const ending = setTimeout(() => response.end(), SLOW_MS / 2);
    response.on("close", () => clearTimeout(ending));
  });
  const links = await assetLinks(world);
  const answers = await Promise.all(links.map((link) => mallory.ask("GET", link).catch(() => null)));
  return `${links.length} asked for, ${answers.filter((answer) => answer?.status === 200).length} came`;
}
