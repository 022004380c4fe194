import { connect, isIP } from "node:net";
import { Agent, type buildConnector } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgeAddress } from "../guard/address.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { createGuard } from "../guard/guard.ts";
import type { Resolver } from "../guard/resolver.ts";
import { FORBIDDEN_ROUTES, urlOf } from "../loopback/forbidden-routes.fixture.ts";
import { type SsrfWorld, startSsrfWorld } from "../loopback/world.fixture.ts";
import { HttpClient } from "./http-client.ts";

let world: SsrfWorld;
beforeAll(async () => {
  world = await startSsrfWorld();
});
afterAll(() => world.close());

const POLICY: readonly string[] = ["forbidden-address", "bad-url"];

test("the table is large and says nothing twice", () => {
  expect(FORBIDDEN_ROUTES.length).toBeGreaterThanOrEqual(80);
  expect(new Set(FORBIDDEN_ROUTES.map((route) => route.name)).size).toBe(FORBIDDEN_ROUTES.length);
  expect(new Set(FORBIDDEN_ROUTES.map((route) => route.url)).size).toBe(FORBIDDEN_ROUTES.length);
});

test("a client without the guard leaks on every row that can leak: the suite can fail", async () => {
  for (const route of FORBIDDEN_ROUTES.filter(({ unguarded }) => unguarded === "leaks")) {
    const reached = await withoutGuard(urlOf(route, world), () => undefined);
    expect({ route: route.name, leaks: reached.length > 0 }).toEqual({ route: route.name, leaks: true });
  }
});

test("a client that checks the name and then connects by the name leaks where the answer changes", async () => {
  const route = FORBIDDEN_ROUTES.find((one) => one.name === "rebinding at the second question")!;
  const checkFirst = (address: string) => {
    if (judgeAddress(address).kind === "special" && !address.startsWith("127.9.9.")) throw new Error("refused");
  };
  expect(await withoutGuard(urlOf(route, world), checkFirst)).not.toEqual([]);
});

test.each(FORBIDDEN_ROUTES.map((route) => [route.name, route] as const))(
  "%s does not lead out",
  async (_name, route) => {
    const text = urlOf(route, world);
    const outcomes: string[] = [];
    // Twice, on new connections: a name may answer differently the second time.
    for (let round = 0; round < 2 && URL.canParse(text); round++) {
      outcomes.push(await outcomeOf(new URL(text)));
    }
    expect(world.takeLeaks()).toEqual([]);
    if (route.name.includes("rebinding")) expect(outcomes).toContain("forbidden-address");
    else for (const outcome of outcomes) expect(POLICY).toContain(outcome);
  },
);

test("the public site is reached under the same guard", async () => {
  expect(await outcomeOf(new URL(world.site))).toBe("public");
});

async function outcomeOf(url: URL): Promise<string> {
  const httpClient = new HttpClient({ guard: createGuard(world.guardOptions) });
  try {
    const { body } = await httpClient.fetch(url);
    return body.toString().includes("public") ? "public" : "something else";
  } catch (failure) {
    if (failure instanceof CaptureFailure) return failure.code;
    throw failure;
  } finally {
    await httpClient.close();
  }
}

/**
 * Fetches twice with plain undici, following redirects, and says what forbidden thing it reached. It really connects
 * to loopback addresses; reaching for any other one is noted instead, because tests stay on this machine.
 */
async function withoutGuard(text: string, check: (address: string) => void): Promise<readonly string[]> {
  const reached: string[] = [];
  const resolver = world.guardOptions.resolver!;
  world.takeLeaks();
  for (let round = 0; round < 2; round++) {
    const agent = new Agent({ connect: naiveConnector(resolver, check, reached) });
    try {
      for (let url = new URL(text), hops = 0; hops < 5; hops++) {
        const answer = await agent.request({ origin: url.origin, path: url.pathname + url.search, method: "GET" });
        await answer.body.text();
        const { location } = answer.headers;
        if (typeof location !== "string") break;
        url = new URL(location, url);
      }
    } catch {
      // Stopped by something: what counts is what was reached before.
    }
    await agent.destroy();
  }
  return [...reached, ...world.takeLeaks()];
}

function naiveConnector(
  resolver: Resolver,
  check: (address: string) => void,
  reached: string[],
): buildConnector.connector {
  const addressesOf = async (hostname: string) => (isIP(hostname) ? [hostname] : resolver(hostname));
  return ({ hostname, port }, callback) => {
    const dial = async () => {
      for (const address of await addressesOf(hostname)) check(address);
      const addresses = await addressesOf(hostname);
      const outside = addresses.find((address) => !isOnThisMachine(address));
      if (outside) reached.push(outside);
      const socket = connect({
        host: "name.test",
        port: Number(port || 80),
        lookup: (_name, _options, done) =>
          done(
            null,
            addresses.filter(isOnThisMachine).map((address) => ({ address, family: isIP(address) })),
          ),
      });
      socket.once("connect", () => {
        // Other loopback addresses than the canary's accept nothing or everything: the attempt is the leak.
        if (!socket.remoteAddress?.startsWith("127.9.9.")) reached.push(String(socket.remoteAddress));
        callback(null, socket);
      });
      socket.once("error", (error) => {
        if (!addresses.every((address) => address.startsWith("127.9.9."))) reached.push(`${addresses} failed`);
        callback(error, null);
      });
    };
    dial().catch((error) => callback(error, null));
  };
}

function isOnThisMachine(address: string): boolean {
  return (
    address.startsWith("127.") ||
    ["::1", "::", "0.0.0.0", "::ffff:7f00:1", "::ffff:127.0.0.1", "::ffff:0:0"].includes(address)
  );
}
