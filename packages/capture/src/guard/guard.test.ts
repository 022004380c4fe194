import { createServer, type Server } from "node:net";
import { PrivateHost } from "@tessera/model";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { CaptureFailure } from "../capture-failure.ts";
import { createGuard } from "./guard.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(): Promise<number> {
  const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((ready) => server.once("listening", ready));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action();
    return "passed";
  } catch (failure) {
    if (failure instanceof CaptureFailure) return failure.code;
    throw failure;
  }
}

const none = () => [];

test("schemes other than http and https, credentials and ports of other protocols are refused", async () => {
  const guard = createGuard({ ownNetworks: none });
  expect(await codeOf(() => guard.checkUrl(new URL("https://example.org/")))).toBe("passed");
  for (const url of [
    "file:///etc/passwd",
    "ftp://example.org/",
    "javascript:1",
    "data:,x",
    "blob:http://a/1",
    "ws://a/",
  ]) {
    expect(await codeOf(() => guard.checkUrl(new URL(url)))).toBe("bad-url");
  }
  expect(await codeOf(() => guard.checkUrl(new URL("http://user:secret@example.org/")))).toBe("bad-url");
  expect(await codeOf(() => guard.checkUrl(new URL("http://example.org:25/")))).toBe("forbidden-address");
});

test("one private answer refuses the whole name", async () => {
  const guard = createGuard({ resolver: async () => ["93.184.216.34", "10.0.0.1"], ownNetworks: none });
  expect(await codeOf(() => guard.resolve({ hostname: "mixed.test", port: 80 }))).toBe("forbidden-address");
});

test("a name without addresses and a resolver that fails are dns failures", async () => {
  const empty = createGuard({ resolver: async () => [] });
  expect(await codeOf(() => empty.resolve({ hostname: "empty.test", port: 80 }))).toBe("dns");
  const broken = createGuard({ resolver: () => Promise.reject(Object.assign(new Error("no"), { code: "EAI_AGAIN" })) });
  await expect(broken.resolve({ hostname: "broken.test", port: 80 })).rejects.toMatchObject({
    code: "dns",
    retry: "soon",
  });
});

test("a name server that never answers ends with the time for the connection", async () => {
  const silent = createGuard({ resolver: () => new Promise(() => undefined) });
  await expect(silent.connect({ hostname: "lost.test", port: 80 }, { timeoutMs: 50 })).rejects.toMatchObject({
    code: "dns",
    retry: "soon",
  });
});

test("the allow-list opens a host, a host and port, or a network, and nothing beside them", async () => {
  const resolver = async () => ["192.168.1.7"];
  const guard = createGuard({
    resolver,
    allowHosts: ["nas.local", "tv.local:8080"],
    allowCidrs: ["10.1.0.0/16", "fd00::1"],
  });
  expect(await codeOf(() => guard.resolve({ hostname: "NAS.local.", port: 5000 }))).toBe("passed");
  expect(await codeOf(() => guard.resolve({ hostname: "tv.local", port: 8080 }))).toBe("passed");
  expect(await codeOf(() => guard.resolve({ hostname: "tv.local", port: 80 }))).toBe("forbidden-address");
  expect(await codeOf(() => guard.resolve({ hostname: "xnas.local", port: 80 }))).toBe("forbidden-address");
  expect(await codeOf(() => guard.resolve({ hostname: "10.1.2.3", port: 80 }))).toBe("passed");
  expect(await codeOf(() => guard.resolve({ hostname: "[::ffff:10.1.2.3]", port: 80 }))).toBe("passed");
  expect(await codeOf(() => guard.resolve({ hostname: "10.2.0.1", port: 80 }))).toBe("forbidden-address");
  expect(await codeOf(() => guard.resolve({ hostname: "fd00::1", port: 80 }))).toBe("passed");
  expect(await codeOf(() => guard.resolve({ hostname: "fd00::2", port: 80 }))).toBe("forbidden-address");
});

test("one list may hold names, addresses with ports and networks", async () => {
  const resolver = async () => ["192.168.1.7"];
  const privateHosts = ["nas.local", "10.0.0.1:8080", "[fd00::5]:81", "172.16.0.0/12", "fd00::1"];
  const guard = createGuard({ resolver, privateHosts });
  const reach = (hostname: string, port: number) => codeOf(() => guard.resolve({ hostname, port }));
  expect(await reach("nas.local", 80)).toBe("passed");
  expect([await reach("10.0.0.1", 8080), await reach("10.0.0.1", 80)]).toEqual(["passed", "forbidden-address"]);
  expect([await reach("[fd00::5]", 81), await reach("fd00::5", 82)]).toEqual(["passed", "forbidden-address"]);
  expect([await reach("172.20.1.1", 80), await reach("fd00::1", 80)]).toEqual(["passed", "passed"]);
  expect(await reach("else.local", 80)).toBe("forbidden-address");
});

test("an entry of the allow-list that cannot be read stops the start", () => {
  for (const allowHosts of [["http://nas.local"], ["nas.local/path"], ["a@b"], [""]]) {
    expect(() => createGuard({ allowHosts })).toThrow(RangeError);
  }
  for (const allowCidrs of [["192.168.0.0/33"], ["nas.local"], ["10"]]) {
    expect(() => createGuard({ allowCidrs })).toThrow(RangeError);
  }
});

test("every private host that can be entered can be used: a saved setting never stops the start", () => {
  const part = fc.constantFrom("10", "010", "0x1", "256", "::", "::1", "fd00", "ffff", "nas", "a-b", "É", "1");
  const glue = fc.constantFrom(".", ":", "/", "", "[", "]", "%", "8", "128", "33");
  const text = fc.array(fc.tuple(part, glue), { maxLength: 5 }).map((all) => all.flat().join(""));
  const examples = ["10.0.0.0/8", "::ffff:10.0.0.1", "::ffff:10.0.0.0/104", "[::1]:80", "1.2.3.4/0", "fd00::/8"].map(
    (one): [string] => [one],
  );
  fc.assert(
    fc.property(text, (entered) => {
      const { success, data } = PrivateHost.safeParse(entered);
      if (success) createGuard({ privateHosts: [data] });
    }),
    { examples, numRuns: 2_000 },
  );
});

test("this machine's own public addresses are refused", async () => {
  const guard = createGuard({ ownNetworks: () => ["93.184.216.34/32", "2a00:1450::5/64"] });
  expect(await codeOf(() => guard.resolve({ hostname: "93.184.216.34", port: 80 }))).toBe("forbidden-address");
  expect(await codeOf(() => guard.resolve({ hostname: "93.184.216.35", port: 80 }))).toBe("passed");
  expect(await codeOf(() => guard.resolve({ hostname: "2a00:1450::99", port: 80 }))).toBe("forbidden-address");
  expect(await codeOf(() => guard.resolve({ hostname: "2a00:1451::99", port: 80 }))).toBe("passed");
});

test("a connection uses the checked answer: the name is asked for once", async () => {
  const port = await listen();
  let asked = 0;
  const resolver = async () => {
    asked++;
    return ["127.0.0.1"];
  };
  const guard = createGuard({ resolver, allowHosts: [`site.test:${port}`] });
  const socket = await guard.connect({ hostname: "site.test", port });
  expect(socket.remoteAddress).toBe("127.0.0.1");
  expect(asked).toBe(1);
  socket.destroy();
});

test("literal addresses are checked when connecting, in every spelling that a resolver would take", async () => {
  const port = await listen();
  const guard = createGuard();
  for (const hostname of [
    "127.0.0.1",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "127.1",
    "0",
    "::1",
    "[::1]",
    "localhost",
  ]) {
    expect(await codeOf(() => guard.connect({ hostname, port }))).toBe("forbidden-address");
  }
  for (const hostname of ["127.0.0.1:80", "a@127.0.0.1", "127.0.0.1/x", "a\\b", "", " "]) {
    expect(await codeOf(() => guard.connect({ hostname, port }))).toBe("bad-url");
  }
});
