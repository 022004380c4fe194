/** The server as components meet it, for tests: it answers from a table and remembers what it was asked. */
import type { ApiErrorCode } from "@tessera/model";
import { needFailureWords } from "../components/toasts.svelte.ts";
import { recognise } from "../shell/session.svelte.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** That the change was made from. */
  readonly version?: number;
}

/** By method and path, such as `GET /follows/1`; given what was asked, the JSON of the answer or a whole response, at once or later. */
export type Answers = Readonly<Record<string, (asked: Asked) => unknown>>;

export interface FakeServer {
  readonly asked: readonly Asked[];
  /** What was sent to a route, in order. */
  sent(route: string): readonly unknown[];
  close(): void;
}

/** An answer that waits until it is let go, for a server that is slow; `fail` is a connection that broke. */
export class HeldAnswer {
  readonly #held = Promise.withResolvers<unknown>();
  readonly give = (): Promise<unknown> => this.#held.promise;

  letGo(answer: unknown = {}): void {
    this.#held.resolve(answer);
  }

  fail(): void {
    this.#held.reject(new TypeError("nobody listens"));
  }
}

const PERSON = { id: "p", name: "ada", displayName: "Ada", role: "owner", locale: "en-GB", timeZone: "UTC" };

const EVERYWHERE: Answers = {
  "GET /instance": () => ({
    name: "Tessera",
    needsSetUp: false,
    isLoggedIn: true,
    hasBrowser: true,
    canRecord: true,
    proxies: ["de"],
  }),
  "GET /me": () => PERSON,
};

/** What the server answers where it does not grant a request. */
export function refused(code: ApiErrorCode, status: number): Response {
  return Response.json({ code }, { status });
}

/** What is JSON is read; a file stays one. */
function bodyOf(body: RequestInit["body"]): unknown {
  return typeof body === "string" ? JSON.parse(body) : (body ?? null);
}

/** Takes the place of the network until it is closed, with Ada logged in. */
export async function fakeServer(answers: Answers): Promise<FakeServer> {
  const real = globalThis.fetch;
  const asked: Asked[] = [];
  const table: Answers = { ...EVERYWHERE, ...answers };
  globalThis.fetch = async (address, init = {}) => {
    const url = new URL(String(address), "http://localhost");
    const path = url.pathname.replace("/api/v1", "") + url.search;
    const match = new Headers(init.headers).get("if-match");
    const version = match === null ? {} : { version: Number(match.replaceAll('"', "")) };
    const request = { method: init.method ?? "GET", path, body: bodyOf(init.body), ...version };
    asked.push(request);
    const answer = table[`${request.method} ${path}`] ?? table[`${request.method} ${path.split("?")[0]}`];
    if (answer === undefined) return refused("not-found", 404);
    const given = (await answer(request)) ?? {};
    return given instanceof Response ? given : Response.json(given);
  };
  // what is said of a failure does not depend on how soon its words come
  await Promise.all([recognise(), needFailureWords()]);
  return {
    asked,
    sent: (route) => asked.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body),
    close: () => {
      globalThis.fetch = real;
    },
  };
}
