import { AuditEntryId, newId } from "@tessera/model";
import { openSqlite } from "@tessera/store";
import { expect, test } from "vitest";
import { Config } from "../config/settings.ts";
import { setUpWarnings, thisMachine, untrustedProxies } from "./set-up-warnings.ts";

const config = Config.parse({});
const safe = { uid: 1_000, hasBrowser: true, hasUserNamespaces: true };
const codes = (settings: Partial<Config>, machine: Partial<typeof safe> = {}) =>
  setUpWarnings({ ...config, ...settings }, { ...safe, ...machine }).map(({ code }) => code);

test("Chromium without its sandbox is warned of, where there is a Chromium", () => {
  expect(codes({})).toEqual([]);
  expect(codes({}, { uid: 0 })).toEqual(["no-sandbox"]);
  expect(codes({}, { uid: 0, hasBrowser: false })).toEqual([]);
  expect(codes({}, { hasUserNamespaces: false })).toEqual(["no-user-namespaces"]);
});

test("an https address without a named proxy is warned of: this server speaks plain HTTP", () => {
  expect(codes({ baseUrl: "https://tessera.example" })).toEqual(["unnamed-proxy"]);
  expect(codes({ baseUrl: "https://tessera.example", trustedProxies: ["127.0.0.1"] })).toEqual([]);
  expect(codes({ baseUrl: "http://tessera.example" })).toEqual([]);
});

test("a fleet that cannot seal secrets is warned of it; an instance with a directory makes its own key", () => {
  expect(codes({ database: "postgres://db/tessera" })).toEqual(["no-secrets-key"]);
  expect(codes({ database: "postgres://db/tessera", secretsKey: Buffer.alloc(32).toString("base64") })).toEqual([]);
});

test("the machine is that of the server, which owns its data", () => {
  expect(thisMachine({ ...config, browser: "off" }, "server")).toMatchObject({
    uid: process.getuid?.() ?? null,
    hasBrowser: false,
  });
  expect(thisMachine({ ...config, data: "/" }, "doctor").uid).toBe(0);
  expect(thisMachine({ ...config, data: "/nowhere" }, "doctor").uid).toBeNull();
});

test("proxies that the server met are told for a week, until they are named", async () => {
  const store = await openSqlite({ directory: null, now: 0 });
  const add = (address: string, at: number) =>
    store.audit.add({
      ...{ id: newId(AuditEntryId, at), at, personId: null, action: "untrusted-proxy", address, detail: {} },
    });
  const now = 30 * 24 * 3_600_000;
  await add("10.0.0.1", 1);
  await add("10.0.0.2", now - 2);
  await add("10.0.0.2", now - 1);
  const told = (trustedProxies: string[]) => untrustedProxies(store, { trustedProxies, now });
  expect(await told([])).toMatchObject([{ text: expect.stringContaining("TESSERA_TRUSTED_PROXIES=10.0.0.2") }]);
  expect(await told(["10.0.0.2"])).toEqual([]);
  await store.close();
});

test("a browser elsewhere is warned of, and one that cannot find its way back", () => {
  expect(codes({ browser: "ws://127.0.0.1:9222/" }, {})).toEqual(["browser-elsewhere"]);
  expect(codes({ browser: "ws://chrome:9222/" }, {})).toEqual(["browser-elsewhere", "browser-cannot-come"]);
  expect(codes({ browser: "ws://chrome:9222/", browserProxyHost: "tessera" }, {})).toEqual(["browser-elsewhere"]);
  expect(codes({ browser: "/usr/bin/chromium" }, {})).toEqual([]);
});
