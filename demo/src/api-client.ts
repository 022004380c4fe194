/** Speaks to a running Tessera as a logged-in person. */

export interface ApiClient {
  /** Of the session, for a browser that goes on with it. */
  readonly cookie: string;
  /** Throws with the problem that the server reports. */
  readonly ask: <T>(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown) => Promise<T>;
}

export async function logIn(url: string, name: string, password: string): Promise<ApiClient> {
  const login = await fetch(new URL("/api/v1/login", url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin },
    body: JSON.stringify({ name, password }),
  });
  if (!login.ok) throw new Error(`${name} cannot log in: ${await login.text()}`);
  return clientOf(url, login);
}

/** Goes on with the session that an answer began. */
export function clientOf(url: string, answer: Response): ApiClient {
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return {
    cookie,
    ask: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const reply = await fetch(new URL(`/api/v1${path}`, url), {
        method,
        headers: {
          cookie,
          origin: new URL(url).origin,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
      return (text === "" ? null : JSON.parse(text)) as T;
    },
  };
}
