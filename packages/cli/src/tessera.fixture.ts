/** The command line for tests: words in, lines and an exit code out; and a site that it can follow. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Terminal } from "./command/verb.ts";
import { runCommand } from "./verbs/run-command.ts";

export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
  /** One value a line of output. */
  json(): unknown[];
}

export async function tessera(...args: string[]): Promise<Ran> {
  return tesseraWith({}, ...args);
}

/** The same with an environment, an input, or a signal to end. */
export async function tesseraWith(
  given: Partial<Terminal> & { readonly input?: string | Buffer },
  ...args: string[]
): Promise<Ran> {
  const [out, error]: [string[], string[]] = [[], []];
  const exitCode = await runCommand(args, {
    out: (line) => void out.push(line),
    error: (line) => void error.push(line),
    isInteractive: false,
    environment: {},
    readInput: async () => Buffer.from(given.input ?? ""),
    interrupted: new AbortController().signal,
    ...given,
  });
  const text = out.join("\n");
  return {
    exitCode,
    out: text,
    error: error.join("\n"),
    json: () => (text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as unknown)),
  };
}

export interface TestInstance {
  readonly folder: string;
  /** Lets the command line reach the site on loopback. */
  readonly environment: Readonly<Record<string, string>>;
  readonly url: string;
  /** The same site by other addresses: between two visits of one, politeness waits for a second. */
  readonly otherUrls: readonly string[];
  /** What the site says from now on, on every page or on this one. */
  setPage(html: string, path?: string): void;
  /** From now on the site answers nothing: what it says was true when it was asked, and goes out when it is let go. */
  holdAnswers(): { readonly asked: Promise<void>; letGo(): void };
  /** Makes the site say again what it says now. */
  savePages(): () => void;
  close(): Promise<void>;
}

/** A directory for an instance, and a site of one page that changes when it is told to, at so many addresses. */
export async function openTestInstance(addresses = 1): Promise<TestInstance> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-cli-"));
  let page = "<title>t</title><p>one</p>";
  const others = new Map<string | undefined, string>();
  let held: { readonly asked: () => void; readonly letGo: Promise<void> } | null = null;
  const answer: Parameters<typeof startSite>[0] = async (request, response) => {
    const isRobots = request.url === "/robots.txt";
    const said = isRobots ? "" : (others.get(request.url) ?? page);
    if (!isRobots) held?.asked();
    await held?.letGo;
    response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(said);
  };
  const sites = await Promise.all(Array.from({ length: addresses }, () => startSite(answer)));
  const [url = "", ...otherUrls] = sites.map(({ port }) => `http://127.0.0.1:${port}/`);
  return {
    folder,
    environment: {
      TESSERA_DATA: join(folder, "data"),
      TESSERA_PRIVATE_HOSTS: sites.map(({ port }) => `127.0.0.1:${port}`).join(","),
      TESSERA_PORT: "0",
      TESSERA_LOG_LEVEL: "fatal",
      TESSERA_BROWSER: "off",
    },
    url,
    otherUrls,
    setPage(html, path) {
      if (path) others.set(path, html);
      else page = html;
    },
    holdAnswers() {
      const [asked, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { asked: asked.resolve, letGo: answers.promise };
      return {
        asked: asked.promise,
        letGo() {
          held = null;
          answers.resolve();
        },
      };
    },
    savePages() {
      const [first, rest] = [page, [...others]];
      return () => {
        page = first;
        others.clear();
        for (const [path, html] of rest) others.set(path, html);
      };
    },
    async close() {
      for (const site of sites) await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The command line in a place. */
type Run = (...args: string[]) => Promise<Ran>;

/** Where a test is: what it changes is its own. */
export interface Place {
  readonly instance: TestInstance;
  readonly run: Run;
}

/** For the tests of a file: what they all begin with is done once, and each gets a copy of it. */
export function beginWith(prepare: (place: Place) => Promise<void>, addresses = 1): Place {
  let base: TestInstance;
  let instance: TestInstance;
  let pagesAgain = (): void => undefined;
  let copies = 0;
  const run: Run = (...args) => tesseraWith({ environment: instance.environment }, ...args);
  const place: Place = {
    get instance() {
      return instance;
    },
    run,
  };
  beforeAll(async () => {
    instance = base = await openTestInstance(addresses);
    await prepare(place);
    pagesAgain = base.savePages();
  });
  beforeEach(() => {
    const data = join(base.folder, `data-${copies++}`);
    cpSync(base.environment.TESSERA_DATA ?? "", data, { recursive: true });
    instance = { ...base, environment: { ...base.environment, TESSERA_DATA: data } };
    pagesAgain();
  });
  afterAll(() => base.close());
  return place;
}

export interface ServedPlaces {
  /** One that nobody was in: each is a site and a person of its own. */
  next(): Place;
  stop(): Promise<void>;
}

/** A server in this process, with so many people, who may each follow what a site of their own says. */
export async function servePlaces(count: number): Promise<ServedPlaces> {
  const sites = await Promise.all(Array.from({ length: count }, () => openTestInstance()));
  const hosts = sites.map(({ url }) => `everybody@${new URL(url).host}`);
  const environment = { ...sites[0]?.environment, TESSERA_PRIVATE_HOSTS: hosts.join(",") };
  const people: { readonly instance: TestInstance; readonly token: string }[] = [];
  // before it runs: a process that waited for its own server to leave the store would wait in vain
  for (const [at, instance] of sites.entries()) {
    await tesseraWith({ environment }, "user", "add", `person-${at}`);
    const made = await tesseraWith({ environment }, "user", "token", `person-${at}`);
    people.push({ instance, token: made.out });
  }
  const ending = new AbortController();
  const listening = Promise.withResolvers<string>();
  const hear = (line: string): void => listening.resolve((JSON.parse(line) as { readonly url: string }).url);
  const ended = tesseraWith({ environment, interrupted: ending.signal, out: hear }, "serve", "--json");
  const address = await listening.promise;
  return {
    next() {
      const next = people.shift();
      if (!next) throw new RangeError(`there are ${count} places and no more`);
      const { instance, token } = next;
      const reach = ["--server", address, "--token", token];
      return { instance, run: (...args) => tesseraWith({ environment: instance.environment }, ...args, ...reach) };
    },
    async stop() {
      ending.abort();
      await ended;
      for (const site of sites) await site.close();
    },
  };
}
