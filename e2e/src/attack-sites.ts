/** The attack corpus as web pages: each on a host of its own, with an attacker who counts whoever is reached. */
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { childrenOf, parseHtml, tagOf } from "@tessera/engine";
import { ATTACKS, type Attack } from "@tessera/page/attack-corpus";

export interface AttackSites {
  /** Address of the page of each group. */
  readonly urls: readonly string[];
  /** All of them in frames, as somebody would show them who knows no better; they ask for the bait. */
  readonly unprotected: string;
  readonly groups: readonly (readonly Attack[])[];
  /** Names of the attacks that reached the attacker from the unprotected page. */
  readonly baited: ReadonlySet<string>;
  /** Whatever reached the attacker from anywhere else. */
  readonly reached: ReadonlySet<string>;
  /** The pages become others, with other words around the attacks: what a difference shows. */
  change(): void;
  close(): Promise<void>;
}

/** Attacks that keep to their own element are shown together; those that swallow what follows have a page for themselves. */
const GROUP = 24;
/** Every address of 127.0.0.0/8 is this machine; politeness is by host, and a test has no time for it. */
const FIRST_HOST = 2;
const UNPROTECTED = "/unprotected";
/** What the versions of a page say around the attacks; words, because numbers would be drawn as a chart. */
const WORDS = ["harmless", "friendly"] as const;

export async function serveAttacks(): Promise<AttackSites> {
  const servers: Server[] = [];
  const open = async (host: string, listener: RequestListener): Promise<string> => {
    const { server, origin } = await listen(host, listener);
    servers.push(server);
    return origin;
  };
  const [baited, reached] = [new Set<string>(), new Set<string>()];
  const bait = await open("127.0.0.1", counting(baited));
  const attacker = await open("127.0.0.1", counting(reached));
  const groups = grouped(ATTACKS);
  const urls: string[] = [];
  let version = 0;
  for (const [index, group] of groups.entries()) {
    const origin = await open(`127.0.0.${FIRST_HOST + index}`, ({ url }, response) => {
      const target = url === "/" ? attacker : url === UNPROTECTED ? bait : null;
      if (target) sendHtml(response, pageOf(group, version, target));
      else response.writeHead(404).end();
    });
    urls.push(`${origin}/`);
  }
  const frames = urls.map(
    (url) =>
      `<iframe src="${new URL(UNPROTECTED, url)}" sandbox="allow-scripts allow-same-origin allow-forms"></iframe>`,
  );
  const unprotected = await open("127.0.0.1", (_, response) =>
    sendHtml(response, `<!doctype html><title>unprotected</title>${frames.join("")}`),
  );
  return {
    urls,
    unprotected,
    groups,
    baited,
    reached,
    change: () => {
      version++;
    },
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise<void>((closed) => server.close(() => closed()));
      }
    },
  };
}

/** An attacker: knows whom the browser was brought to ask for. */
export function counting(names: Set<string>): RequestListener {
  return (request, response) => {
    names.add((request.url ?? "/").split(/[/?#]/)[1] ?? "");
    response.end();
  };
}

export function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
}

function pageOf(group: readonly Attack[], version: number, origin: string): string {
  const marked = group.map(({ name, html }) => {
    const url = `${origin}/${name}`;
    const attack = html.replaceAll("~js~", `fetch(\`${url}\`)`).replaceAll("~url~", url);
    return `<section><h2>${name}</h2><p>${WORDS[version % WORDS.length]} words</p>${attack}</section>`;
  });
  return `<!doctype html><title>attacks</title><h1>${WORDS[version % WORDS.length]} attacks</h1>${marked.join("\n")}`;
}

export function grouped(attacks: readonly Attack[]): readonly (readonly Attack[])[] {
  const groups: Attack[][] = [];
  const tame: Attack[] = [];
  for (const attack of attacks) {
    if (keepsToItself(attack)) tame.push(attack);
    else groups.push([attack]);
  }
  for (let start = 0; start < tame.length; start += GROUP) groups.push(tame.slice(start, start + GROUP));
  return groups;
}

/** Whether what is written after it is still what it was. */
function keepsToItself({ html }: Attack): boolean {
  const page = parseHtml(`<body><section>${html}</section><aside>after</aside></body>`);
  const body = childrenOf(page, 0).find((node) => tagOf(page, node) === "body");
  const tags = body === undefined ? [] : childrenOf(page, body).map((node) => tagOf(page, node));
  return (
    tags.length === 2 && tags[0] === "section" && tags[1] === "aside" && !/<(body|html|head|meta|base)/i.test(html)
  );
}

export async function listen(
  host: string,
  listener: RequestListener,
): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer(listener);
  await new Promise<void>((ready, failed) => {
    server.once("error", failed);
    server.listen(0, host, ready);
  });
  return { server, origin: `http://${host}:${(server.address() as AddressInfo).port}` };
}
