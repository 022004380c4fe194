import assert from "node:assert/strict";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openRemote } from "../command/remote-instance.ts";
import { EXIT } from "../command/verb.ts";
import { openTestInstance, type Ran, type TestInstance, tesseraWith } from "../tessera.fixture.ts";

/** Politeness alone takes a second a visit; a slow machine the rest. */
const LONG_MS = 300_000;

let instance: TestInstance;
let hook: LoopbackSite;
let server = "";
let token = "";
let served: Promise<Ran> | null = null;
const ending = new AbortController();
/** What the receiver of the webhook answers, and the replay ids that it was sent. */
let status = 404;
const received: unknown[] = [];

const environment = () => ({
  ...instance.environment,
  TESSERA_PRIVATE_CHANNEL_HOSTS: `127.0.0.1:${hook.port}`,
});
const run = (...args: string[]): Promise<Ran> => tesseraWith({ environment: environment() }, ...args);
const ask = (...args: string[]): Promise<Ran> => run(...args, "--server", server, "--token", token);

beforeAll(async () => {
  instance = await openTestInstance();
  hook = await startSite((request, response) => {
    received.push(request.headers["webhook-id"]);
    request.resume();
    response.writeHead(status).end();
  });
  await run("user", "add", "ada");
  const scopes = ["--scopes", "read,write,check,manage"];
  const [made] = (await run("user", "token", "ada", ...scopes, "--json")).json() as { secret: string }[];
  token = made?.secret ?? "";
  server = await new Promise<string>((resolve) => {
    const out = (line: string): void => resolve((JSON.parse(line) as { url: string }).url);
    served = tesseraWith({ environment: environment(), interrupted: ending.signal, out }, "serve", "--json");
  });
});
afterAll(async () => {
  ending.abort();
  await served;
  await hook.close();
  await instance.close();
});

/** What is looked for, once it is there. */
const until = <T>(look: () => Promise<T | null | undefined>): Promise<T> =>
  vi.waitFor(
    async () => {
      const seen = await look();
      assert(seen !== null && seen !== undefined);
      return seen;
    },
    { interval: 100, timeout: LONG_MS },
  );

test(
  "a message that is refused is a dead letter with its reason, and goes out when it is revived",
  async () => {
    const remote = openRemote({ server: new URL(server), token });
    const target = {
      kind: "webhook",
      url: `http://127.0.0.1:${hook.port}/`,
      signingSecret: "0123456789abcdef",
    } as const;
    const channel = { name: "hook", target, isDefault: true };
    await remote.ask("POST /channels", { body: channel });
    await remote.close();
    expect(await ask("deliveries")).toMatchObject({ exitCode: EXIT.ok, error: "there are no dead letters" });
    instance.setPage("<title>t</title><main><h1>Board</h1><p>one</p></main>");
    // a machine that has no time at all may take longer than a capture waits
    await until(async () => ((await ask("follow", instance.url, "--css", "p")).exitCode === EXIT.ok ? true : null));
    instance.setPage("<title>t</title><main><h1>Board</h1><p>two</p></main>");
    expect(await ask("check")).toMatchObject({ exitCode: EXIT.ok, error: "" });

    const dead = await until(async () => (await ask("deliveries", "--json")).json()[0] as { id: string } | undefined);
    expect(dead).toMatchObject({ state: "dead", attempts: 1, message: { before: "one", after: "two" } });
    const told = await ask("deliveries");
    expect([told.exitCode, told.out]).toEqual([EXIT.no, expect.stringMatching(/LAST ERROR[\s\S]*answered 404/)]);
    expect((await ask("deliveries", "revive", "ffffffff")).exitCode).toBe(EXIT.input);
    expect((await ask("deliveries", "revive")).exitCode).toBe(EXIT.usage);

    status = 204;
    expect((await ask("deliveries", "revive", dead.id.slice(-8))).out).toBe("1 message is sent again");
    const sent = await until(async () => (await ask("deliveries", "--state", "sent", "--json")).json()[0]);
    expect(sent).toMatchObject({ id: dead.id, state: "sent" });
    expect(received).toEqual([dead.id, dead.id]);
    expect((await ask("deliveries", "revive", "all", "--json")).json()).toEqual([]);
  },
  LONG_MS,
);
