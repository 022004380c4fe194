/** People who look at their lists and at single follows while the server works. */

export interface Asked {
  readonly list: number[];
  readonly show: number[];
}

export interface ClientOptions {
  readonly url: string;
  readonly password: string;
  readonly follows: readonly string[];
  readonly durationMs: number;
  /** Between two requests of one kind. */
  readonly pauseMs: number;
}

/** The times of all answers in milliseconds, by kind. */
export async function askForAWhile(options: ClientOptions): Promise<Asked> {
  const headers = { cookie: await logIn(options) };
  const until = performance.now() + options.durationMs;
  const asked: Asked = { list: [], show: [] };
  const ask = async (times: number[], addressOf: () => string): Promise<void> => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const answer = await fetch(new URL(addressOf(), options.url), { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${addressOf()} answers ${answer.status}`);
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
    }
  };
  const any = (): string => options.follows[Math.floor(Math.random() * options.follows.length)] ?? "";
  await Promise.all([
    ask(asked.list, () => `/api/v1/follows?limit=50&after=${any()}`),
    ask(asked.show, () => `/api/v1/follows/${any()}`),
  ]);
  return asked;
}

async function logIn({ url, password }: ClientOptions): Promise<string> {
  const answer = await fetch(new URL("/api/v1/login", url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin },
    body: JSON.stringify({ name: "owner", password }),
  });
  if (!answer.ok) throw new Error(`the login answers ${answer.status}`);
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}
