/** An instance by the API of its server, with a token. */
import type { FollowId } from "@tessera/model";
import { type AnyGiven, API, API_BASE, type Contract, isRaw, type ReplyOf, type RouteName } from "@tessera/model/api";
import { CaptureFailure, createGuard, grantOf, HttpClient } from "@tessera/network";
import { z } from "zod";
import { type Instance, textOf } from "./instance.ts";
import { CliError, EXIT, exitCodeOfApiError, withAdvice } from "./verb.ts";

export interface RemoteOptions {
  readonly server: URL;
  readonly token: string;
}

/** Whole archives come this way. */
const MAX_BYTES = 2 ** 30;
/** Following a block makes the server capture its page first. */
const TIMEOUT_MS = 10 * 60_000;
const POLL_MS = 500;
const MAX_WAIT_MS = 5 * 60_000;

const ApiErrorReply = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  advice: z.string().nullable().default(null),
});

export function openRemote({ server, token }: RemoteOptions): Instance {
  // the one host that the person named may be anywhere, their own machine included
  const httpClient = new HttpClient({ guard: createGuard() });
  const grant = grantOf(server);

  async function call(route: RouteName, given: AnyGiven = {}): Promise<Buffer> {
    const [method = "GET", path = ""] = route.split(" ");
    const url = addressOf(server, path, given);
    const isBytes = Buffer.isBuffer(given.body);
    const body = given.body === undefined ? null : isBytes ? (given.body as Buffer) : JSON.stringify(given.body);
    const type = isBytes ? "application/octet-stream" : "application/json";
    const answer = await httpClient
      .fetch(url, {
        method: method as "GET" | "POST" | "DELETE",
        grant,
        headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { "content-type": type }) },
        ...(body === null ? {} : { body }),
        maxBytes: MAX_BYTES,
        maxRedirects: 0,
        timeoutMs: TIMEOUT_MS,
        idleTimeoutMs: TIMEOUT_MS,
      })
      .catch((failure: unknown) => {
        throw failure instanceof CaptureFailure ? notThere(server, failure) : failure;
      });
    if (answer.status < 200 || answer.status > 299) throw cliErrorOf(server, answer.status, answer.body);
    return answer.body;
  }

  const ask: Instance["ask"] = async (route, ...[given]) => replyOf(server, route, await call(route, given));
  return {
    name: server.origin,
    ask,
    download: call,
    async checkNow(follow: FollowId) {
      const params = { id: follow };
      const { dueAt: asked } = await ask("POST /follows/:id/check", { params });
      // a page stays due as long as no check that began after it was asked for has ended
      const isWaiting = async () => {
        const { dueAt } = (await ask("GET /follows/:id", { params })).page;
        return dueAt !== null && dueAt <= asked;
      };
      for (let waited = 0; await isWaiting(); waited += POLL_MS) {
        if (waited > MAX_WAIT_MS) throw new CliError(EXIT.unavailable, "the server has not checked the page yet");
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async backfill(follow, { source, ...wanted }) {
      if (source.kind === "file") {
        throw new CliError(EXIT.usage, "files are read where the data directory is: use --data there");
      }
      const body = { archive: source.url, ...wanted };
      return ask("POST /follows/:id/backfill", { params: { id: follow }, body });
    },
    // the server sees to it
    startPendingFollows: async () => null,
    catchUpSearch: async () => undefined,
    close: () => httpClient.close(),
  };
}

function addressOf(server: URL, path: string, { params = {}, query }: AnyGiven): URL {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const url = new URL(API_BASE + filled, server);
  for (const [name, value] of Object.entries(textOf(query))) url.searchParams.set(name, value);
  return url;
}

function notThere(server: URL, failure: CaptureFailure): CliError {
  return new CliError(EXIT.unavailable, `${server.origin} does not answer: ${failure.message}`, failure);
}

/** What the server says is wrong; anything that is no problem document did not come from a Tessera. */
function cliErrorOf(server: URL, status: number, body: Buffer): CliError {
  const problem = ApiErrorReply.safeParse(parseJson(body.toString("utf8")));
  if (!problem.success) return new CliError(EXIT.unavailable, `${server.origin} answers ${status}: is this a Tessera?`);
  const { code, title, detail, advice } = problem.data;
  const hint = code === "login-needed" ? " (the token is wrong, expired or revoked)" : "";
  return new CliError(exitCodeOfApiError(code), withAdvice(`${detail ?? title}${hint}`, advice));
}

function replyOf<R extends RouteName>(server: URL, route: R, body: Buffer): ReplyOf<R> {
  const { reply: schema }: Contract = API[route];
  // nothing is expected, and nothing is read
  if (schema === undefined || isRaw(schema)) return undefined as ReplyOf<R>;
  const reply = schema.safeParse(parseJson(body.toString("utf8")));
  if (reply.success) return reply.data as ReplyOf<R>;
  throw new CliError(EXIT.unavailable, `${server.origin} answers something else than expected: is this a Tessera?`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
