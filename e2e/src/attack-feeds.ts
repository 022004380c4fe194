/** The attack corpus as items of feeds, RSS and JSON Feed, with an attacker who counts whoever is reached. */
import type { Server } from "node:http";
import { ATTACKS, type Attack } from "@tessera/page/attack-corpus";
import { counting, grouped, listen, sendHtml } from "./attack-sites.ts";

export interface AttackFeeds {
  /** Of all feeds; between them they have every attack twice. */
  readonly urls: readonly string[];
  /** The same items in frames, as a reader would show them who knows no better; they ask for the bait. */
  readonly careless: string;
  /** Names of the attacks that reached the attacker from the careless reader. */
  readonly baited: ReadonlySet<string>;
  /** Whatever reached the attacker from anywhere else. */
  readonly reached: ReadonlySet<string>;
  /** Markup of every attack that asks for the attacker. */
  readonly written: readonly string[];
  close(): Promise<void>;
}

/** A tile shows so many items at most. */
const ITEMS = 90;
/** Politeness is by host, and a test has no time for it; other hosts than those of the pages. */
const FIRST_HOST = 120;

interface Item {
  readonly name: string;
  /** HTML, and the same as text that says it. */
  readonly html: string;
  readonly href: string;
}

export async function serveAttackFeeds(): Promise<AttackFeeds> {
  const servers: Server[] = [];
  const open = async (host: string, listener: Parameters<typeof listen>[1]): Promise<string> => {
    const { server, origin } = await listen(host, listener);
    servers.push(server);
    return origin;
  };
  const [baited, reached] = [new Set<string>(), new Set<string>()];
  const bait = await open("127.0.0.1", counting(baited));
  const attacker = await open("127.0.0.1", counting(reached));
  const urls: string[] = [];
  for (let start = 0; start < ATTACKS.length; start += ITEMS) {
    const items = ATTACKS.slice(start, start + ITEMS).map((attack, at) => itemOf(attack, attacker, at));
    for (const [type, body] of [
      ["application/rss+xml", rssOf(items)],
      ["application/feed+json", jsonOf(items)],
    ] as const) {
      const origin = await open(`127.0.0.${FIRST_HOST + urls.length}`, ({ url }, response) => {
        if (url === "/feed") response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body);
        else response.writeHead(404).end();
      });
      urls.push(`${origin}/feed`);
    }
  }
  const groups = grouped(ATTACKS);
  const careless = await open("127.0.0.1", ({ url = "/" }, response) => {
    const group = groups[Number(url.slice(1) || Number.NaN)];
    const items = group?.map((attack, at) => itemOf(attack, bait, at)) ?? [];
    const frames = groups.map((_, at) => `<iframe src="/${at}" sandbox="allow-scripts allow-same-origin"></iframe>`);
    const body = group ? items.map(({ name, html }) => `<h3>${name}</h3>${html}`) : frames;
    sendHtml(response, `<!doctype html><title>careless</title>${body.join("")}`);
  });
  return {
    urls,
    careless,
    baited,
    reached,
    written: ATTACKS.map((attack) => itemOf(attack, attacker, 0).html),
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise<void>((closed) => server.close(() => closed()));
      }
    },
  };
}

function itemOf({ name, html }: Attack, origin: string, at: number): Item {
  const url = `${origin}/${name}`;
  const code = `fetch(\`${url}\`)`;
  const written = html.replaceAll("~js~", code).replaceAll("~url~", url);
  const hrefs = [`javascript:${code}`, `data:text/html,<script>${code}</script>`, `/story/${at}`] as const;
  return { name, html: written, href: hrefs[at % hrefs.length] ?? "" };
}

/** The title says the attack as text: who takes it for HTML once more than is right runs it. */
function rssOf(items: readonly Item[]): string {
  const entries = items.map(
    ({ name, html, href }) => `<item><guid isPermaLink="false">${name}</guid>
<title>${escaped(escaped(`${name} ${html}`))}</title><link>${escaped(href)}</link>
<description>${escaped(html + escaped(html))}</description></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${escaped(escaped(items[0]?.html ?? ""))}</title>${entries.join("")}</channel></rss>`;
}

function jsonOf(items: readonly Item[]): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: items[1]?.html,
    items: items.map(({ name, html, href }) => ({
      ...{ id: name, url: href, title: `${name} ${html}` },
      ...{ content_html: html + escaped(html), summary: html },
    })),
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
