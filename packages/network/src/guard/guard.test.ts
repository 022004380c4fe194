import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { grantOf, type PrivateGrant } from "./allow-list.ts";
import { CaptureFailure } from "./capture-failure.ts";
import { type AddressRefusal, createGuard } from "./guard.ts";

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

test("a grant opens its host on its ports, and nothing beside it", async () => {
  const guard = createGuard({ resolver: async () => ["192.168.1.7"] });
  const reach = (hostname: string, port: number, grant: PrivateGrant | null) =>
    codeOf(() => guard.resolve({ hostname, port }, { grant }));
  const nas = { hostname: "nas.local", ports: [80, 443] };
  expect(await reach("nas.local", 80, null)).toBe("forbidden-address");
  expect(await reach("NAS.local.", 443, nas)).toBe("passed");
  expect(await reach("nas.local", 5000, nas)).toBe("forbidden-address");
  expect(await reach("xnas.local", 80, nas)).toBe("forbidden-address");
  expect(await reach("192.168.1.7", 80, nas)).toBe("forbidden-address");
  expect(await reach("nas.local", 80, { hostname: "192.168.1.7", ports: [80] })).toBe("forbidden-address");
  expect(await reach("nas.local", 25, { hostname: "nas.local", ports: [25] })).toBe("passed");
});

test("the grant holds from the URL to the connected socket", async () => {
  const port = await listen();
  const guard = createGuard();
  const url = new URL(`http://127.0.0.1:${port}/`);
  const destination = { hostname: "127.0.0.1", port };
  expect(await codeOf(() => guard.checkUrl(url))).toBe("forbidden-address");
  expect(await codeOf(() => guard.checkUrl(url, grantOf(url)))).toBe("passed");
  expect(await codeOf(() => guard.connect(destination))).toBe("forbidden-address");
  expect(await codeOf(async () => (await guard.connect(destination, { grant: grantOf(url) })).destroy())).toBe(
    "passed",
  );
});

test("whoever is refused hears neither the address nor what network it is in; the operator does", async () => {
  const refusals: AddressRefusal[] = [];
  const guard = createGuard({
    resolver: async () => ["192.168.1.7"],
    onRefusal: (refusal) => refusals.push(refusal),
  });
  const refused = guard.resolve({ hostname: "nas.local", port: 81 });
  await expect(refused).rejects.toThrow(/^nas\.local:81 is not on the public internet/);
  await expect(refused).rejects.not.toThrow(/192|private\)|loopback|range/);
  expect(refusals).toEqual([{ hostname: "nas.local", port: 81, address: "192.168.1.7", range: "private" }]);
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
  const guard = createGuard({ resolver });
  const socket = await guard.connect(
    { hostname: "site.test", port },
    { grant: { hostname: "site.test", ports: [port] } },
  );
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
