/** The Firefox of the system with the built extension in it, driven by WebDriver BiDi: what Playwright drives is its own Firefox. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
const EXTENSION_ID = "extension@tessera.example";
/** Given by us: else it is another one for every profile. */
const HOST = "4a9d5c1e-7f30-4f2b-9a55-0d9d8f5b6c19";
const START_MS = 60_000;

/** Null where the system has none. */
export function findFirefox(): string | null {
  return PLACES.find((path) => existsSync(path)) ?? null;
}

type Reply = Readonly<Record<string, unknown>>;

export class Firefox {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  #asked = 0;

  private constructor(process: ChildProcess, folder: string, socket: WebSocket) {
    this.#process = process;
    this.#folder = folder;
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as Reply);
  }

  static async open(path: string): Promise<Firefox> {
    const folder = mkdtempSync(join(tmpdir(), "tessera-firefox-"));
    const profile = join(folder, "profile");
    mkdirSync(profile);
    const uuids = JSON.stringify(JSON.stringify({ [EXTENSION_ID]: HOST }));
    writeFileSync(
      join(profile, "user.js"),
      `user_pref("extensions.webextensions.uuids", ${uuids});\nuser_pref("remote.active-protocols", 1);\n`,
    );
    const started = spawn(
      path,
      [
        "--headless",
        "--no-remote",
        "--profile",
        profile,
        "--remote-debugging-port",
        "0",
        "--remote-allow-system-access",
      ],
      {
        stdio: ["ignore", "ignore", "pipe"],
        env: { ...process.env, HOME: folder, MOZ_DISABLE_CONTENT_SANDBOX: "1" },
      },
    );
    const socket = new WebSocket(`${await addressOf(started)}/session`);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("Firefox does not answer"));
    });
    const firefox = new Firefox(started, folder, socket);
    await firefox.ask("session.new", { capabilities: {} });
    await firefox.#install(folder);
    return firefox;
  }

  async #install(folder: string): Promise<void> {
    const extension = join(folder, "extension");
    cpSync(join(ROOT, "dist/extension/firefox"), extension, { recursive: true });
    const path = join(extension, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    manifest.host_permissions = ["http://127.0.0.1/*"];
    manifest.permissions.push("tabs");
    writeFileSync(path, JSON.stringify(manifest));
    await this.ask("webExtension.install", { extensionData: { type: "path", path: extension } });
  }

  ask(method: string, params: object): Promise<Reply> {
    const id = ++this.#asked;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #hear(reply: Reply): void {
    const waiting = this.#waiting.get(Number(reply.id));
    this.#waiting.delete(Number(reply.id));
    if (reply.type === "error") waiting?.reject(new Error(`${reply.error}: ${reply.message}`));
    else waiting?.resolve(reply.result as Reply);
  }

  /** A new tab at this address, or at a page of the extension. */
  async openTab(address: string): Promise<string> {
    const { context } = await this.ask("browsingContext.create", { type: "tab" });
    const url = address.startsWith("http") ? address : `moz-extension://${HOST}/pages/${address}.html`;
    await this.ask("browsingContext.navigate", { context, url, wait: "complete" });
    return String(context);
  }

  /** What an expression gives in a tab. */
  async evaluate(context: string, expression: string): Promise<unknown> {
    const reply = await this.ask("script.evaluate", { expression, target: { context }, awaitPromise: true });
    if (reply.type !== "success") throw new Error(JSON.stringify(reply.exceptionDetails).slice(0, 500));
    return (reply.result as { readonly value?: unknown }).value;
  }

  /** The documents in the frames of a tab. */
  async framesOf(context: string): Promise<readonly { readonly context: string; readonly url: string }[]> {
    const { contexts } = await this.ask("browsingContext.getTree", { root: context });
    return (contexts as { children: { context: string; url: string }[] }[])[0]?.children ?? [];
  }

  async close(): Promise<void> {
    this.#socket.close();
    this.#process.kill("SIGKILL");
    await setTimeout(500);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** It says where it listens among other lines. */
function addressOf(started: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    started.stderr?.on("data", (part: Buffer) => {
      said += part.toString();
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    started.on("exit", () => reject(new Error(`Firefox ended: ${said.slice(-500)}`)));
    void setTimeout(START_MS, undefined, { ref: false }).then(() => reject(new Error(`Firefox is silent: ${said}`)));
  });
}
