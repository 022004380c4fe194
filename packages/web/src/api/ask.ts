/** One request to the server: what the contract says in and out, every failure an `ApiError`. */
import type { AnyGiven, Given, GivenArguments, ReplyOf, RouteName } from "@tessera/model/api";
import { ApiError, type ProblemDocument } from "./api-error.ts";

/** What a route takes, and how it is asked. */
export type Asked<R extends RouteName> = Given<R, Blob> & Manner;

interface Manner {
  /** The version that the change was made from: the server refuses where there is a newer one. */
  readonly ifVersion?: number;
  readonly signal?: AbortSignal;
}

const API = "/api/v1";
/** Of a body that may outlive the page; browsers allow 64 KiB for all that are on their way. */
const MAX_KEPT_ALIVE = 2_000;

/** An event of the window: somebody who was logged in no longer is. */
export const SESSION_ENDED = "tessera-session-ended";

/** One route of the contract, asked. */
export async function ask<R extends RouteName>(route: R, ...[asked]: GivenArguments<Asked<R>>): Promise<ReplyOf<R>> {
  const response = await send(route, asked ?? {});
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as ReplyOf<R>;
  const error = new ApiError(await apiErrorOf(response));
  if (error.code === "login-needed") dispatchEvent(new Event(SESSION_ENDED));
  throw error;
}

/** A route that answers with a file, whose bytes come while it is written. */
export async function askForFile<R extends RouteName>(
  route: R,
  ...[asked]: GivenArguments<Asked<R>>
): Promise<Response> {
  const response = await send(route, asked ?? {});
  if (response.ok) return response;
  throw new ApiError(await apiErrorOf(response));
}

/** Where a route is, for frames and links. */
export function addressOf<R extends RouteName>(route: R, asked: Pick<Asked<R>, "params" | "query">): string {
  return urlOf(route, asked);
}

function urlOf(route: RouteName, { params = {}, query = {} }: AnyGiven): string {
  const path = route.slice(route.indexOf("/")).replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${API}${path}${search && `?${search}`}`;
}

async function send(route: RouteName, parts: AnyGiven & Manner): Promise<Response> {
  const { body, ifVersion, signal } = parts;
  const [method] = route.split(" ");
  const headers: Record<string, string> = { accept: "application/json" };
  const isBytes = body instanceof Blob;
  if (body !== undefined) headers["content-type"] = isBytes ? "application/octet-stream" : "application/json";
  if (ifVersion !== undefined) headers["if-match"] = `"${ifVersion}"`;
  const init: RequestInit = { method: method ?? "GET", headers, ...(signal ? { signal } : {}) };
  if (body !== undefined) init.body = isBytes ? body : JSON.stringify(body);
  // what a person did is shown before it is answered: leaving the page at once must not take it back
  const isSmall = init.body === undefined || (typeof init.body === "string" && init.body.length <= MAX_KEPT_ALIVE);
  if (method !== "GET" && isSmall && !signal) init.keepalive = true;
  try {
    return await fetch(urlOf(route, parts), init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ code: "offline" }, cause);
  }
}

async function apiErrorOf(response: Response): Promise<ProblemDocument> {
  const isProblem = response.headers.get("content-type")?.includes("json") ?? false;
  const retryAfter = response.headers.get("retry-after");
  if (isProblem) return { ...((await response.json()) as ProblemDocument), retryAfter };
  return { code: response.status === 413 ? "too-large" : response.status >= 500 ? "busy" : "internal" };
}
