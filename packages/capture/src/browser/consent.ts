/** Consent walls are answered, with "no" unless somebody wants otherwise, by the rules of a maintained library, beside the page and unseen by it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { ConsentAnswer } from "@tessera/model";
import type { CDPSession } from "playwright-core";

/** What the library's script in the page says; it also says things that nothing depends on. */
type ConsentMessage =
  | { readonly type: "init"; readonly url: string }
  | { readonly type: "report"; readonly state: { readonly findCmpAttempts: number } }
  | { readonly type: "eval"; readonly id: string; readonly code: string }
  | { readonly type: "popupFound" | "autoconsentDone"; readonly cmp: string }
  | { readonly type: "optOutResult" | "optInResult"; readonly cmp: string; readonly result: boolean };

type FilterRules = typeof import("@duckduckgo/autoconsent").filterCompactRules;
type Rules = Parameters<FilterRules>[0];

interface Context {
  readonly frameId: string;
  readonly isPage: boolean;
}

/** Rules match addresses with regular expressions of the library's, on the main thread: none gets a long one to match. */
const MAX_URL = 2_000;
const WORLD = "tessera-consent";
const BINDING = "tesseraConsent";
const ACTIONS = { reject: "optOut", accept: "optIn", leave: null } as const satisfies Record<ConsentAnswer, unknown>;
const CONFIG = {
  enabled: true,
  disabledCmps: [],
  enablePrehide: false,
  enableCosmeticRules: true,
  enableGeneratedRules: true,
  enableHeuristicDetection: true,
  detectRetries: 10,
  isMainWorld: false,
};

/** The library's files, read once for all tabs. */
export interface ConsentLibrary {
  readonly script: string;
  readonly rules: Rules;
  readonly filterRules: FilterRules;
}

export async function loadConsentLibrary(): Promise<ConsentLibrary> {
  const { filterCompactRules } = await import("@duckduckgo/autoconsent");
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("@duckduckgo/autoconsent"));
  const script = readFileSync(join(folder, "autoconsent.playwright.js"), "utf8");
  const rules = require("@duckduckgo/autoconsent/rules/compact-rules.json") as Rules;
  return { script, rules, filterRules: filterCompactRules };
}

/** Listens in one tab for as long as it lives. */
export class ConsentWatch {
  readonly #session: CDPSession;
  readonly #library: ConsentLibrary;
  readonly #contexts = new Map<number, Context>();
  /** Where the first search for a wall is still to come: it waits for a moment when the page has nothing to do. */
  readonly #unsearched = new Set<number>();
  #questions = 0;
  #found: string | null = null;
  #isDone = false;
  #answered: ConsentAnswer = "reject";

  constructor(session: CDPSession, library: ConsentLibrary) {
    this.#session = session;
    this.#library = library;
  }

  async start(): Promise<void> {
    const session = this.#session;
    session.on("Runtime.executionContextCreated", ({ context }) => {
      const { frameId = "", isDefault } = context.auxData as Readonly<Record<string, string | undefined>>;
      this.#contexts.set(context.id, { frameId, isPage: Boolean(isDefault) });
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextId }) => {
      this.#contexts.delete(executionContextId);
      this.#unsearched.delete(executionContextId);
    });
    session.on("Runtime.executionContextsCleared", () => {
      this.#contexts.clear();
      this.#unsearched.clear();
    });
    session.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
      if (name === BINDING) void this.#answer(JSON.parse(payload) as ConsentMessage, executionContextId);
    });
    await session.send("Runtime.enable");
    await session.send("Runtime.addBinding", { name: BINDING, executionContextName: WORLD });
    await session.send("Page.addScriptToEvaluateOnNewDocument", {
      worldName: WORLD,
      source: `window.autoconsentSendMessage = async (message) => ${BINDING}(JSON.stringify(message));\n${this.#library.script}`,
    });
  }

  /** Forgets the page before, and answers the walls of the next one in this way. */
  reset(answer: ConsentAnswer): void {
    this.#found = null;
    this.#isDone = false;
    this.#answered = answer;
  }

  /** The kind of wall that was found, by the library's name for it. */
  get found(): string | null {
    return this.#found;
  }

  /** A wall is being dealt with, or may still be found: what is on the page now is not yet what it will be. */
  get isBusy(): boolean {
    if (this.#answered === "leave") return false;
    if (this.#found === null) return this.#unsearched.size > 0 || this.#questions > 0;
    return !this.#isDone;
  }

  async #answer(message: ConsentMessage, contextId: number): Promise<void> {
    switch (message.type) {
      case "init": {
        const isMainFrame = this.#contexts.get(contextId)?.frameId === this.#mainFrameId();
        const url = message.url.slice(0, MAX_URL);
        const compact = this.#library.filterRules(this.#library.rules, { url, mainFrame: isMainFrame });
        const config = { ...CONFIG, autoAction: ACTIONS[this.#answered] };
        if (isMainFrame) this.#unsearched.add(contextId);
        const isTold = await this.#tell(contextId, { type: "initResp", config, rules: { autoconsent: [], compact } });
        if (!isTold) this.#unsearched.delete(contextId);
        return;
      }
      case "report":
        // a search begins and ends in one task of the page, but for what it asks the page's own scripts
        if (message.state.findCmpAttempts > 0) this.#unsearched.delete(contextId);
        return;
      case "eval": {
        this.#questions++;
        const result = await this.#evaluateInPage(contextId, message.code);
        await this.#tell(contextId, { type: "evalResp", id: message.id, result });
        this.#questions--;
        return;
      }
      case "popupFound":
        this.#found = message.cmp;
        return;
      case "autoconsentDone":
        this.#isDone = true;
        return;
      case "optOutResult":
      case "optInResult":
        if (!message.result) this.#isDone = true;
    }
  }

  /** The main frame is the one whose page context came first; frames inside come after their page. */
  #mainFrameId(): string | undefined {
    for (const { frameId, isPage } of this.#contexts.values()) if (isPage) return frameId;
    return undefined;
  }

  /** False where nobody heard it: a frame may go away while it is answered. */
  async #tell(contextId: number, message: unknown): Promise<boolean> {
    const expression = `autoconsentReceiveMessage(${JSON.stringify(message)})`;
    const answer = await this.#session.send("Runtime.evaluate", { expression, contextId }).catch(() => null);
    return answer !== null && !answer.exceptionDetails;
  }

  /** Some rules ask the wall's own script; its answer is only ever taken as true or false. */
  async #evaluateInPage(contextId: number, code: string): Promise<boolean> {
    const frameId = this.#contexts.get(contextId)?.frameId;
    const page = [...this.#contexts].find(([, context]) => context.isPage && context.frameId === frameId);
    if (!page) return false;
    const answer = await this.#session
      .send("Runtime.evaluate", { expression: code, contextId: page[0], awaitPromise: true, returnByValue: true })
      .catch(() => null);
    return Boolean(answer?.result.value);
  }
}
