/** One request to the paired instance: what the contract says in and out, every failure an `AskFailure`. */
import type { ApiErrorCode } from "@tessera/model";
import type { AnyGiven, Given, GivenArguments, ReplyOf, RouteName } from "@tessera/model/api";
import { type Pairing, recall } from "../platform/stored.ts";

export type AskCode = ApiErrorCode | "offline" | "unpaired";

export class AskFailure extends Error {
  override readonly name = "AskFailure";
  readonly code: AskCode;

  constructor(code: AskCode, message: string = code, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const BASE = "/api/v1";
const TIMEOUT_MS = 60_000;

/** Asks the instance that this browser is paired with. */
export async function ask<R extends RouteName>(
  route: R,
  ...[given]: GivenArguments<Given<R, Blob>>
): Promise<ReplyOf<R>> {
  const pairing = await recall("pairing");
  if (!pairing) throw new AskFailure("unpaired");
  return askAt(pairing, route, (given ?? {}) as AnyGiven) as Promise<ReplyOf<R>>;
}

/** Asks any instance, as nobody where there is no secret. */
export async function askAt(
  { address, secret }: Pick<Pairing, "address"> & { readonly secret?: string },
  route: RouteName,
  given: AnyGiven,
): Promise<unknown> {
  const response = await send(urlOf(address, route, given), route.split(" ")[0] ?? "GET", given.body, secret);
  if (response.ok) return response.status === 204 ? undefined : response.json();
  const problem = (await response.json().catch(() => ({}))) as {
    readonly code?: ApiErrorCode;
    readonly title?: string;
  };
  throw new AskFailure(problem.code ?? (response.status >= 500 ? "busy" : "internal"), problem.title);
}

export function urlOf(address: string, route: RouteName, { params = {}, query = {} }: AnyGiven): string {
  const path = route.slice(route.indexOf("/")).replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const url = new URL(`${BASE}${path}`, address);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url.href;
}

async function send(url: string, method: string, body: unknown, secret: string | undefined): Promise<Response> {
  const isBytes = body instanceof Blob;
  const headers: Record<string, string> = { accept: "application/json" };
  if (secret !== undefined) headers.authorization = `Bearer ${secret}`;
  if (body !== undefined) headers["content-type"] = isBytes ? "application/octet-stream" : "application/json";
  const init: RequestInit = {
    method,
    headers,
    // nobody's cookies: the token says who asks
    credentials: "omit",
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
  };
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new AskFailure("offline", String(cause), cause);
  }
}
