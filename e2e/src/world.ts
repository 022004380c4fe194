/** Everything a test stands in: the demo sites under a clock set by hand, the built program, and a browser. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ApiClient,
  clientOf,
  HandClock,
  logIn,
  type RunningSites,
  type RunningTessera,
  serveSites,
  startTessera,
} from "@tessera/demo";
import { type Browser, chromium } from "playwright-core";

export interface World {
  /** Lets everybody capture what is on this host and port of loopback. */
  allow(url: string): Promise<void>;
  readonly clock: HandClock;
  readonly sites: RunningSites["urls"];
  readonly tessera: RunningTessera;
  /** The directory that holds everything the program stores. */
  readonly data: string;
  readonly browser: Browser;
  /** The owner, who is there from the start. */
  readonly owner: Account;
  /** Speaks for the owner without a browser. */
  readonly api: ApiClient;
  /** Invites somebody, who joins under this name. */
  readonly invite: (name: string) => Promise<Account & { readonly api: ApiClient }>;
  stop(): Promise<void>;
}

export interface Account {
  readonly name: string;
  readonly password: string;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OWNER: Account = { name: "robin", password: "a-long-enough-password" };
const BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

export interface WorldOptions {
  /** Without it the program is new and has no owner yet. */
  readonly hasOwner?: boolean;
  /** More addresses on loopback that may be captured, besides the demo sites. */
  readonly moreSites?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { hasOwner = true, moreSites = [], settings = {} } = options;
  buildApp();
  const data = mkdtempSync(join(tmpdir(), "tessera-e2e-"));
  const clock = new HandClock();
  const sites = await serveSites(clock);
  const tessera = await startTessera({
    data,
    port: 0,
    program: join(ROOT, "dist/tessera/program/start.js"),
    ownerName: OWNER.name,
    ...(hasOwner ? { ownerPassword: OWNER.password } : {}),
    sites: [...Object.values(sites.urls), ...moreSites],
    settings: { TESSERA_BROWSER: "off", ...settings },
  });
  const allowed: object[] = [];
  const allow = async (url: string): Promise<void> => {
    const { hostname, port } = new URL(url);
    allowed.push({ host: hostname, port: Number(port), for: "everybody" });
    // one after the other: each names all that are allowed so far
    allowing = allowing.then(() => api.ask("PATCH", "/settings", { privateHosts: [...allowed] }));
    await allowing;
  };
  let allowing: Promise<unknown> = Promise.resolve();
  const browser = await chromium.launch({ executablePath: browserPath(), args: BROWSER_ARGUMENTS });
  const api = hasOwner ? await logIn(tessera.url, OWNER.name, OWNER.password) : NOBODY;
  return {
    clock,
    sites: sites.urls,
    data,
    tessera,
    browser,
    allow,
    owner: OWNER,
    api,
    invite: (name) => invite(tessera.url, api, name),
    stop: async () => {
      await browser.close();
      await tessera.stop();
      await sites.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Builds program and web app where they are missing or older than their sources. */
export function buildApp(): void {
  execFileSync(process.execPath, [join(ROOT, "scripts/build.ts")], { cwd: ROOT, stdio: "inherit" });
}

const NOBODY: ApiClient = { cookie: "", ask: () => Promise.reject(new Error("this world has no owner yet")) };

/** As `scripts/get-browser.ts` noted it. */
export function browserPath(): string {
  const path = process.env.TESSERA_BROWSER;
  if (!path) throw new Error("no browser is known: `npm run browser` finds or fetches one");
  return path;
}

async function invite(url: string, api: ApiClient, name: string): Promise<Account & { readonly api: ApiClient }> {
  const { link } = await api.ask<{ readonly link: string }>("POST", "/invitations", {});
  const secret = new URL(link).hash.slice(1) || new URL(link).searchParams.get("secret");
  const password = `${name}-has-a-password`;
  const joined = await fetch(new URL("/api/v1/join", url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin },
    body: JSON.stringify({ secret, name, displayName: name, password }),
  });
  if (!joined.ok) throw new Error(`${name} cannot join: ${await joined.text()}`);
  return { name, password, api: clientOf(url, joined) };
}
