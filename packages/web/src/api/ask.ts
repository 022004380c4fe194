/** One request to the server: JSON in, JSON out, every failure an `ApiError`. */
import { ApiError, type ProblemDocument } from "./api-error.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface AskOptions {
  readonly body?: unknown;
  /** The version that the change was made from: the server refuses where there is a newer one. */
  readonly ifVersion?: number;
  readonly signal?: AbortSignal;
}

const API = "/api/v1";
/** Of a body that may outlive the page; browsers allow 64 KiB for all that are on their way. */
const MAX_KEPT_ALIVE = 2_000;

/** An event of the window: somebody who was logged in no longer is. */
export const SESSION_ENDED = "tessera-session-ended";

export async function ask<Reply>(method: Method, path: string, options: AskOptions = {}): Promise<Reply> {
  const response = await send(method, path, options);
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Reply;
  const error = new ApiError(await apiErrorOf(response));
  if (error.code === "login-needed") dispatchEvent(new Event(SESSION_ENDED));
  throw error;
}

async function send(method: Method, path: string, { body, ifVersion, signal }: AskOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json" };
  const isBytes = body instanceof Blob;
  if (body !== undefined) headers["content-type"] = isBytes ? "application/octet-stream" : "application/json";
  if (ifVersion !== undefined) headers["if-match"] = `"${ifVersion}"`;
  const init: RequestInit = { method, headers, ...(signal ? { signal } : {}) };
  if (body !== undefined) init.body = isBytes ? body : JSON.stringify(body);
  // what a person did is shown before it is answered: leaving the page at once must not take it back
  const isSmall = init.body === undefined || (typeof init.body === "string" && init.body.length <= MAX_KEPT_ALIVE);
  if (method !== "GET" && isSmall && !signal) init.keepalive = true;
  try {
    return await fetch(`${API}${path}`, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ code: "offline" }, cause);
  }
}

async function apiErrorOf(response: Response): Promise<ProblemDocument> {
  const isProblem = response.headers.get("content-type")?.includes("json") ?? false;
  if (isProblem) return (await response.json()) as ProblemDocument;
  return { code: response.status === 413 ? "too-large" : response.status >= 500 ? "busy" : "internal" };
}
