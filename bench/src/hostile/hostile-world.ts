/** A server with two members, a site of the one who attacks, and many small hosts that the other one opens. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LoadedServer, startServer } from "../load/server-process.ts";

/** What the attacker's site answers: bytes with a type, or whatever a function does. */
export type SiteAnswer =
  | { readonly type: string; readonly body: string | Buffer }
  | ((response: ServerResponse, path: string) => void);

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A member who asks the server over HTTP. */
export interface Member {
  ask(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<Answer>;
  /** Opens a page as the picker does. */
  open(url: string, source?: object): Promise<Answer>;
}

export interface HostileWorld {
  readonly server: LoadedServer;
  readonly mallory: Member;
  readonly alice: Member;
  /** Of the attacker's site. */
  readonly origin: string;
  /** What it answers, by path; `*` for all others. */
  readonly pages: Map<string, SiteAnswer>;
  /** A small page on a host that was not visited before. */
  freshPage(): string;
  /** Ends every request of the members. */
  endRequests(): void;
  stop(): Promise<void>;
}

const OWNER = { name: "owner", password: "correct horse battery" };
const FRESH_HOSTS = 200;
const HONEST = `<!doctype html><title>Herald</title><main><h1>News</h1>${"<article><h2>Headline</h2><p>Some words of a small page.</p></article>".repeat(20)}</main>`;

export async function openHostileWorld(program?: string): Promise<HostileWorld> {
  const pages = new Map<string, SiteAnswer>();
  const hostile = await listen((response, path) => answer(response, path, pages.get(path) ?? pages.get("*")));
  const honest = await listen((response, path) => {
    const isRobots = path === "/robots.txt";
    response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html" }).end(isRobots ? "" : HONEST);
  });
  const freshHosts = Array.from({ length: FRESH_HOSTS }, (_, host) => `127.0.2.${host + 1}:${honest.port}`);
  const folder = mkdtempSync(join(tmpdir(), "tessera-hostile-"));
  const settings = {
    TESSERA_OWNER_NAME: OWNER.name,
    TESSERA_OWNER_PASSWORD: OWNER.password,
    TESSERA_PRIVATE_HOSTS: `everybody@127.0.0.1:${hostile.port},everybody@127.0.2.0/24:${honest.port}`,
    TESSERA_BROWSER: "auto",
    TESSERA_LOG_LEVEL: "fatal",
  };
  const server = await startServer(folder, settings, { program });
  const ending = new AbortController();
  const owner = await logIn(server.url, OWNER, ending.signal);
  // many openings are measured, more than a member may usually do; an older server has no caps
  await owner.ask("PATCH", "/api/v1/settings", { caps: { pagesPerMinute: 1_000 } });
  let fresh = 0;
  return {
    server,
    mallory: await invite(server.url, owner, "mallory", ending.signal),
    alice: await invite(server.url, owner, "alice", ending.signal),
    origin: `http://127.0.0.1:${hostile.port}`,
    pages,
    freshPage: () => `http://${freshHosts[fresh++ % FRESH_HOSTS]}/`,
    endRequests: () => ending.abort(),
    stop: async () => {
      ending.abort();
      await server.stop();
      for (const { site } of [hostile, honest]) {
        site.close();
        site.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(
  handle: (response: ServerResponse, path: string) => void,
): Promise<{ readonly site: Server; readonly port: number }> {
  const site = createServer((request, response) => handle(response, request.url ?? "/"));
  site.listen(0, "0.0.0.0");
  await once(site, "listening");
  return { site, port: (site.address() as AddressInfo).port };
}

function answer(response: ServerResponse, path: string, page: SiteAnswer | undefined): void {
  if (path === "/robots.txt" || page === undefined) response.writeHead(404).end();
  else if (typeof page === "function") page(response, path);
  else response.writeHead(200, { "content-type": page.type }).end(page.body);
}

interface Login {
  readonly name: string;
  readonly password: string;
}

async function logIn(url: string, login: Login, signal: AbortSignal): Promise<Member> {
  return memberOf(url, await cookieFrom(url, "/api/v1/login", login), signal);
}

async function invite(url: string, owner: Member, name: string, signal: AbortSignal): Promise<Member> {
  const invitation = await owner.ask("POST", "/api/v1/invitations", { note: name });
  const secret = new URL(JSON.parse(invitation.text).link).hash.slice(1);
  const joining = { secret, name, displayName: name, password: `${name} ${OWNER.password}` };
  return memberOf(url, await cookieFrom(url, "/api/v1/join", joining), signal);
}

async function cookieFrom(url: string, path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json", origin: new URL(url).origin };
  const reply = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

function memberOf(url: string, cookie: string, signal: AbortSignal): Member {
  const ask: Member["ask"] = async (method, path, body) => {
    const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : typeof body === "string" ? body : null;
    const type = bytes === null ? "application/json" : "application/octet-stream";
    const reply = await fetch(new URL(path, url), {
      method,
      signal,
      headers: { cookie, origin: new URL(url).origin, ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body: bytes ?? JSON.stringify(body) }),
    });
    return { status: reply.status, text: await reply.text() };
  };
  return { ask, open: (page, source = {}) => ask("POST", "/api/v1/pages", { source: { url: page, ...source } }) };
}
