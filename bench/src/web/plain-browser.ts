/**
 * A Chromium as a person has it, told where to go by a few commands of its own protocol. Playwright stops every frame of
 * another process until it has looked at it; with a sheet full of such frames it would measure itself (twice the time).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface PlainCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
}

export interface PlainVisit {
  readonly cookies: readonly PlainCookie[];
  readonly width: number;
  readonly height: number;
}

/** A page of somebody who has never been there. */
export interface PlainPage {
  go(url: string): Promise<void>;
  /** The value of an expression, which may be a promise. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly value?: readonly unknown[] };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

const LISTENING = /^DevTools listening on (\S+)/;

export class PlainBrowser {
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  readonly #profile: string;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #events: unknown[] = [];
  #onTraced = (): void => {};
  #last = 0;

  private constructor(child: ChildProcess, socket: WebSocket, profile: string) {
    this.#child = child;
    this.#socket = socket;
    this.#profile = profile;
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(String(data)) as Message));
    socket.addEventListener("close", () => this.#end());
  }

  static async start(executable: string, flags: readonly string[]): Promise<PlainBrowser> {
    const profile = mkdtempSync(join(tmpdir(), "tessera-bench-browser-"));
    const own = ["--headless", "--hide-scrollbars", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
    const child = spawn(executable, [...flags, ...own, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of createInterface({ input: child.stderr })) {
      const [, address] = LISTENING.exec(line) ?? [];
      if (!address) continue;
      child.stderr.resume();
      const socket = new WebSocket(address);
      await new Promise((opened, failed) => {
        socket.addEventListener("open", opened);
        socket.addEventListener("error", failed);
      });
      return new PlainBrowser(child, socket, profile);
    }
    throw new Error(`no browser: ${executable}`);
  }

  async visit({ cookies, width, height }: PlainVisit): Promise<PlainPage> {
    const { browserContextId } = await this.#send("Target.createBrowserContext", {});
    await this.#send("Storage.setCookies", { browserContextId, cookies });
    const { targetId } = await this.#send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const send = (method: string, params: object = {}) => this.#send(method, params, String(sessionId));
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    return {
      go: async (url) => void (await send("Page.navigate", { url })),
      evaluate: async (expression) => {
        const { result } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        return (result as { readonly value?: unknown }).value;
      },
      close: async () => void (await this.#send("Target.disposeBrowserContext", { browserContextId })),
    };
  }

  /** What all processes report while `work` is done. */
  async traced<T>(categories: readonly string[], work: () => Promise<T>): Promise<{ done: T; events: unknown[] }> {
    this.#events.length = 0;
    const traceConfig = { includedCategories: categories, excludedCategories: ["*"] };
    await this.#send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
    const done = await work();
    const complete = new Promise<void>((resolve) => {
      this.#onTraced = resolve;
    });
    await this.#send("Tracing.end", {});
    await complete;
    return { done, events: [...this.#events] };
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      await this.#send("Browser.close", {}).catch(() => {});
      await ended;
    }
    rmSync(this.#profile, { recursive: true, force: true });
  }

  #send(method: string, params: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#last;
    return new Promise((answered, failed) => {
      this.#waiting.set(id, ({ error, result = {} }) => {
        if (error) failed(new Error(`${method}: ${error.message}`));
        else answered(result);
      });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** A browser that is gone answers nothing more: whoever waits for it hears so. */
  #end(): void {
    for (const answer of this.#waiting.values()) answer({ error: { message: "the browser has ended" } });
    this.#waiting.clear();
  }

  #hear(message: Message): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else if (message.method === "Tracing.dataCollected") this.#events.push(...(message.params?.value ?? []));
    else if (message.method === "Tracing.tracingComplete") this.#onTraced();
  }
}
