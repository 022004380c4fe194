/** The one way out of the program: every request to a foreign server is made here, guarded and within budgets. */
import { setTimeout } from "node:timers/promises";
import type { Agent, Dispatcher } from "undici";
import { grantAt, type PrivateGrant } from "../guard/allow-list.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import type { Guard } from "../guard/guard.ts";
import { untilAborted } from "../guard/until-aborted.ts";
import type { Agents, ConnectorOptions, Dial, TlsSettings } from "./connector.ts";
import { ACCEPT_ENCODING, decompress, decompressed } from "./decompress.ts";
import { failureOf, isConnectionLost } from "./failure-of.ts";
import { nextRequest, type Request } from "./redirect.ts";
import {
  type FetchedResponse,
  type Hop,
  headBytes,
  headerOf,
  type ResponseHeaders,
  type StreamedResponse,
} from "./response.ts";

export interface HttpClientOptions {
  readonly guard: Guard;
  /** How connections are opened; by default by the guard, directly. */
  readonly dial?: Dial;
  readonly tls?: TlsSettings;
  readonly userAgent?: string;
  readonly connectTimeoutMs?: number;
}

/** Budgets of one fetch; each has a default. */
export interface FetchLimits {
  /** Redirects followed, each checked; with 0 a redirect is the answer. */
  readonly maxRedirects?: number | undefined;
  /** Of the body, on the wire and again after decompression. */
  readonly maxBytes?: number | undefined;
  /** For everything together: redirects, names, connections, bodies. */
  readonly timeoutMs?: number | undefined;
  /** Longest silence while waiting for a head or for more of a body. */
  readonly idleTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FetchOptions extends FetchLimits {
  /** The private host that this fetch may reach, for as long as no redirect leads away from it; without it none. */
  readonly grant?: PrivateGrant | null | undefined;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Called before every request of the way, redirects included; whoever throws here stops it. */
  readonly beforeRequest?: ((url: URL) => Promise<void>) | undefined;
  /** Headers for one URL of the way, besides those of the request: cookies, conditions. */
  readonly headersFor?: (url: URL) => Readonly<Record<string, string>>;
  /** Called for every answer, redirects included: cookies are set on the way. */
  readonly onAnswer?: (url: URL, headers: ResponseHeaders) => void;
}

export const DEFAULT_USER_AGENT = "Tessera/0.1 (follows single blocks of web pages for a personal homepage)";
const MAX_PAGE_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 10;
const TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
const DISCARDED_BYTES = 16 * 1024;
const DISCARD_PATIENCE_MS = 200;
const SECOND_TRY_MS = 50;

export class HttpClient {
  readonly guard: Guard;
  readonly userAgent: string;
  /** For whoever speaks another protocol over the same way out: the browser's proxy. */
  readonly dial: Dial;
  readonly #connecting: Omit<ConnectorOptions, "grant">;
  /** None before the first request: a server that follows nothing makes none. */
  #agents: Promise<Agents> | null = null;

  constructor(options: HttpClientOptions) {
    this.guard = options.guard;
    this.userAgent = options.userAgent ?? DEFAULT_USER_AGENT;
    this.dial = options.dial ?? ((destination, how) => options.guard.connect(destination, how));
    this.#connecting = {
      dial: this.dial,
      connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      tls: options.tls ?? {},
    };
  }

  /** Any answer of the server is a result, whatever its status; throws a CaptureFailure when there is none. */
  async fetch(url: URL, options: FetchOptions = {}): Promise<FetchedResponse> {
    const startedAtMs = Date.now();
    const started = performance.now();
    const maxBytes = options.maxBytes ?? MAX_PAGE_BYTES;
    const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
    const request = firstRequest(url, this.userAgent, options);
    const way: Way = { request, grant: grantAt(url, options.grant), hops: [], headBytes: 0 };
    try {
      const answer = await this.#follow(way, options, signal);
      const headMs = performance.now() - started;
      const raw = await readBody(answer, maxBytes);
      const encoding = raw.length === 0 ? undefined : headerOf(answer.headers, "content-encoding");
      return {
        status: answer.statusCode,
        url: way.request.url,
        hops: way.hops,
        headers: answer.headers,
        body: encoding === undefined ? raw : await decompress(raw, encoding, maxBytes),
        bytesOnWire: way.headBytes + raw.length,
        timing: { startedAtMs, headMs, totalMs: performance.now() - started },
      };
    } catch (error) {
      throw failureOf(error, way.request.url);
    }
  }

  /**
   * The same for a body that is too large to be held: `take` gets it piece by piece, and what it does not read is not
   * fetched. What `take` throws is thrown.
   */
  async stream<T>(url: URL, options: FetchOptions, take: (answer: StreamedResponse) => Promise<T>): Promise<T> {
    const maxBytes = options.maxBytes ?? MAX_PAGE_BYTES;
    const deadline = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
    const request = firstRequest(url, this.userAgent, options);
    const way: Way = { request, grant: grantAt(url, options.grant), hops: [], headBytes: 0 };
    const answer = await this.#follow(way, options, signal).catch((error: unknown) => {
      throw failureOf(error, way.request.url);
    });
    const { statusCode: status, headers } = answer;
    const { url: from } = way.request;
    try {
      const encoding = headerOf(headers, "content-encoding") ?? "";
      const body = typedPieces(decompressed(bodyWithin(answer, maxBytes), encoding, maxBytes), from);
      return await take({ status, url: from, headers, body });
    } finally {
      answer.body.on("error", () => undefined).destroy();
    }
  }

  /** Ends all connections; requests under way fail. */
  async close(): Promise<void> {
    await (await this.#agents)?.destroy();
  }

  /** The first answer that is not a redirect; `way` says where it came from. */
  async #follow(way: Way, options: FetchOptions, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const maxRedirects = options.maxRedirects ?? MAX_REDIRECTS;
    for (;;) {
      const answer = await this.#ask(way, options, signal);
      way.headBytes += headBytes(answer.headers);
      const location = headerOf(answer.headers, "location");
      const next = maxRedirects > 0 ? nextRequest(way.request, { status: answer.statusCode, location }) : null;
      if (!next) return answer;
      await discard(answer);
      way.hops.push({ url: way.request.url.href, status: answer.statusCode });
      if (way.hops.length > maxRedirects) throw tooManyRedirects(way.request.url, way.hops.length);
      way.request = next;
      way.grant = grantAt(next.url, way.grant);
    }
  }

  async #ask({ request, grant }: Way, options: FetchOptions, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    signal.throwIfAborted();
    this.guard.checkUrl(request.url, grant);
    await options.beforeRequest?.(request.url);
    // undici ends a request on its signal only once it has a connection; names and handshakes count as well.
    const agents = await this.#openAgents();
    const send = () => untilAborted(this.#send(agents.for(grant), request, { ...options, signal }), signal);
    const answer = await send().catch(async (error: unknown) => {
      if (!isRepeatable(request) || !isConnectionLost(error)) throw error;
      // The pool has to see that the connection is gone; until then it would hand it out again.
      await setTimeout(SECOND_TRY_MS, undefined, { signal });
      return send();
    });
    options.onAnswer?.(request.url, answer.headers);
    return answer;
  }

  #openAgents(): Promise<Agents> {
    this.#agents ??= import("./connector.ts").then(({ Agents }) => new Agents(this.#connecting));
    return this.#agents;
  }

  #send(agent: Agent, request: Request, options: FetchOptions): Promise<Dispatcher.ResponseData> {
    const idleMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
    return agent.request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: { ...request.headers, ...options.headersFor?.(request.url) },
      body: request.body,
      signal: options.signal ?? null,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
    });
  }
}

/** How far a fetch has come. */
interface Way {
  request: Request;
  grant: PrivateGrant | null;
  readonly hops: Hop[];
  headBytes: number;
}

/** RFC 9110 section 9.2.2: only a request that changes nothing may be sent again without being asked to. */
function isRepeatable({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function firstRequest(url: URL, userAgent: string, options: FetchOptions): Request {
  return {
    url,
    method: options.method ?? "GET",
    headers: { "user-agent": userAgent, "accept-encoding": ACCEPT_ENCODING, ...options.headers },
    body: options.body ?? null,
  };
}

async function readBody(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyWithin(answer, maxBytes)) chunks.push(chunk);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

async function* bodyWithin(answer: Dispatcher.ResponseData, maxBytes: number): AsyncGenerator<Buffer> {
  const announced = Number(answer.headers["content-length"] ?? 0);
  let size = 0;
  if (announced > maxBytes) {
    answer.body.on("error", () => undefined).destroy();
    throw tooLarge(maxBytes);
  }
  // Leaving the loop by a throw destroys the stream and with it the connection.
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

async function* typedPieces(body: AsyncIterable<Buffer>, url: URL): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw failureOf(error, url);
  }
}

function tooLarge(maxBytes: number): CaptureFailure {
  return new CaptureFailure("too-large", { message: `the answer is larger than ${maxBytes} bytes` });
}

function tooManyRedirects(url: URL, count: number): CaptureFailure {
  return new CaptureFailure("too-many-redirects", { message: `${url.host} still redirects after ${count} answers` });
}

/** A short body is read away, so that the connection can be used again; a long or slow one is not waited for. */
async function discard(answer: Dispatcher.ResponseData): Promise<void> {
  answer.body.on("error", () => undefined);
  const dumped = answer.body.dump({ limit: DISCARDED_BYTES }).catch(() => undefined);
  await Promise.race([dumped, setTimeout(DISCARD_PATIENCE_MS, undefined, { ref: false })]);
}
