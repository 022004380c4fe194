/** The command line for tests: words in, lines and an exit code out; and a site that it can follow. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSite } from "@tessera/network/loopback/loopback-site";
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
  /** What the site says from now on, on every page or on this one. */
  setPage(html: string, path?: string): void;
  close(): Promise<void>;
}

/** A directory for an instance, and a site of one page that changes when it is told to. */
export async function openTestInstance(): Promise<TestInstance> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-cli-"));
  let page = "<title>t</title><p>one</p>";
  const others = new Map<string | undefined, string>();
  const site = await startSite((request, response) => {
    const isRobots = request.url === "/robots.txt";
    response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(isRobots ? "" : (others.get(request.url) ?? page));
  });
  return {
    folder,
    environment: {
      TESSERA_DATA: join(folder, "data"),
      TESSERA_PRIVATE_HOSTS: `127.0.0.1:${site.port}`,
      TESSERA_PORT: "0",
      TESSERA_LOG_LEVEL: "fatal",
      TESSERA_BROWSER: "off",
    },
    url: `http://127.0.0.1:${site.port}/`,
    setPage(html, path) {
      if (path) others.set(path, html);
      else page = html;
    },
    async close() {
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
