/** Which films a page may load, and how much of them: a lean capture wants the picture at their beginning, and only where no poster stands for it. */
import { films } from "@tessera/page";
import type { CDPSession } from "playwright-core";
import type { IsolatedWorld } from "./tab.ts";

/** What the browser says of a request that waits for an answer, as far as it is read. */
interface Paused {
  readonly requestId: string;
  readonly networkId?: string;
  readonly redirectedRequestId?: string;
  readonly request: { readonly url: string; readonly headers: object };
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

const MIB = 1024 * 1024;
/** Of one answer: a browser asks for the next part where it needs one. */
const MAX_ANSWER_BYTES = MIB;
/** Of all answers to a page together. */
const MAX_BYTES = 4 * MIB;

export class FilmGate {
  readonly #session: CDPSession;
  readonly #world: IsolatedWorld;
  /** By the browser's ids, which stay the same when a request is sent elsewhere. */
  readonly #letIn = new Set<string>();
  #left = 0;

  constructor(session: CDPSession, world: IsolatedWorld) {
    this.#session = session;
    this.#world = world;
    session.on("Fetch.requestPaused", (paused) => {
      const { requestId } = paused;
      const answered = isAnswer(paused) ? this.#takeAnswer(paused) : this.#ask(paused);
      // the request or the whole tab may be gone by now
      answered
        .catch(() => session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }))
        .catch(() => {});
    });
  }

  /** Requests for anything but films and sounds are not even looked at. */
  async close(): Promise<void> {
    this.#left = MAX_BYTES;
    this.#letIn.clear();
    const patterns = (["Request", "Response"] as const).map((requestStage) => ({
      resourceType: "Media" as const,
      requestStage,
    }));
    await this.#session.send("Fetch.enable", { patterns });
  }

  /** For all that plays. */
  async open(): Promise<void> {
    await this.#session.send("Fetch.disable");
  }

  /** The page itself says whether it is one of its films. */
  async #ask({ requestId, networkId = requestId, request, redirectedRequestId }: Paused): Promise<void> {
    const isKnown = redirectedRequestId !== undefined && this.#letIn.has(networkId);
    const isWanted = isKnown || (await this.#world.call<boolean>(films, "isFilmToShow", request.url));
    const room = Math.min(this.#left, MAX_ANSWER_BYTES);
    if (!isWanted || room <= 0) throw new Error("not to be seen");
    this.#letIn.add(networkId);
    const isRange = (name: string) => name.toLowerCase() === "range";
    const asked = Object.entries(request.headers).map(([name, value]) => ({ name, value: String(value) }));
    const headers = asked.filter(({ name }) => !isRange(name));
    const start = startOf(asked.find(({ name }) => isRange(name))?.value ?? "");
    headers.push({ name: "Range", value: `bytes=${start}-${start + room - 1}` });
    await this.#session.send("Fetch.continueRequest", { requestId, headers });
  }

  /** A server may send all of a film in any case, or never end: then it is left out. */
  async #takeAnswer({ requestId, responseStatusCode = 0, responseHeaders = [] }: Paused): Promise<void> {
    if (responseStatusCode >= 200 && responseStatusCode < 300) {
      const length = responseHeaders.find(({ name }) => name.toLowerCase() === "content-length")?.value ?? "";
      if (!/^\d{1,15}$/.test(length) || Number(length) > this.#left) throw new Error("too large");
      this.#left -= Number(length);
    }
    await this.#session.send("Fetch.continueResponse", { requestId });
  }
}

function isAnswer({ responseStatusCode, responseErrorReason }: Paused): boolean {
  return responseStatusCode !== undefined || responseErrorReason !== undefined;
}

function startOf(range: string): number {
  const [, start = "0"] = /^bytes=(\d{1,15})-/.exec(range) ?? [];
  return Number(start);
}
