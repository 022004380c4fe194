/** A client of the API for tests against a real server: JSON in and out, with a session. */
import { CaptureFailure, createGuard, grantOf, HttpClient } from "@tessera/network";

export interface ApiClient {
  /** Null where no answer came: the server died, and nothing was acknowledged. */
  ask(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<Answered | null>;
  close(): Promise<void>;
}

export interface Answered {
  readonly status: number;
  readonly json: unknown;
}

export function apiClient(url: string, cookie: string | null): ApiClient {
  const base = new URL(url);
  const httpClient = new HttpClient({ guard: createGuard() });
  return {
    async ask(method, path, body) {
      try {
        const answer = await httpClient.fetch(new URL(path, base), {
          method,
          grant: grantOf(base),
          headers: {
            origin: base.origin,
            ...(cookie ? { cookie } : {}),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = answer.body.toString("utf8");
        return { status: answer.status, json: text === "" ? null : (JSON.parse(text) as unknown) };
      } catch (failure) {
        if (failure instanceof CaptureFailure) return null;
        throw failure;
      }
    },
    close: () => httpClient.close(),
  };
}

/** The cookie of a new session of the owner; null where the server died meanwhile. */
export async function logIn(url: string, password: string): Promise<string | null> {
  const base = new URL(url);
  const httpClient = new HttpClient({ guard: createGuard() });
  try {
    const answer = await httpClient.fetch(new URL("/api/v1/login", base), {
      method: "POST",
      grant: grantOf(base),
      headers: { origin: base.origin, "content-type": "application/json" },
      body: JSON.stringify({ name: "owner", password }),
    });
    const header = answer.headers["set-cookie"];
    return String(Array.isArray(header) ? header[0] : header).split(";")[0] ?? null;
  } catch (failure) {
    if (failure instanceof CaptureFailure) return null;
    throw failure;
  } finally {
    await httpClient.close();
  }
}
