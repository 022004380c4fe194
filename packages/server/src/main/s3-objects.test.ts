import { createGuard, grantOf, HttpClient } from "@tessera/network";
import { openPostgres, packBody, type Store } from "@tessera/store";
import { describeStore } from "@tessera/store/conformance";
import { testServer } from "@tessera/store/test-server";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { s3Objects } from "./s3-objects.ts";
import { KEYS, openTestS3, type TestS3 } from "./s3-server.fixture.ts";

const server = await testServer();
const database = await server?.createDatabase();
let s3: TestS3;
let httpClient: HttpClient;

beforeAll(async () => {
  s3 = await openTestS3();
  httpClient = new HttpClient({ guard: createGuard() });
});
beforeEach(() => {
  s3.objects.clear();
  s3.failNext(0);
});
afterAll(async () => {
  await httpClient.close();
  await s3.close();
  await database?.drop();
});

const objects = () => s3Objects({ httpClient, grant: grantOf(s3.url), url: s3.url, ...KEYS });

test("objects are put, read and removed, byte for byte", async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7_919) % 256);
  await objects().put("ab/abc/1", bytes);
  expect(Buffer.from((await objects().get("ab/abc/1"))!).equals(Buffer.from(bytes))).toBe(true);
  await objects().remove("ab/abc/1");
  await objects().remove("ab/abc/1");
  expect(await objects().get("ab/abc/1")).toBeNull();
});

test("all objects are listed, also below a prefix, a few at a time", async () => {
  const names = ["list/1", "list/2 a", "list/3 b", "list/4", "list/5"];
  for (const name of names) await objects().put(name.replaceAll(" ", "%20"), Buffer.from("x"));
  const listed = async (url: URL) => {
    const found: string[] = [];
    for await (const { key } of s3Objects({ httpClient, grant: grantOf(url), url, ...KEYS }).list()) found.push(key);
    return found;
  };
  expect(await listed(s3.url)).toEqual(names);
  expect(await listed(new URL(`${s3.url}/list`))).toEqual(names.map((name) => name.slice("list/".length)));
});

test("a store that is busy is asked again, one that refuses is not", async () => {
  s3.failNext(2);
  await objects().put("busy", Buffer.from("x"));
  expect(s3.objects.has("bodies/busy")).toBe(true);
  s3.failNext(3);
  await expect(objects().get("busy")).rejects.toMatchObject({ code: "unavailable", retry: "soon" });
  const stranger = s3Objects({ httpClient, grant: grantOf(s3.url), url: s3.url, ...KEYS, secretKey: "guessed" });
  await expect(stranger.get("busy")).rejects.toMatchObject({ code: "cannot-open" });
});

test("nothing that the guard does not let through is reached", async () => {
  const shut = new HttpClient({ guard: createGuard() });
  await expect(s3Objects({ httpClient: shut, url: s3.url, ...KEYS }).get("x")).rejects.toMatchObject({
    code: "unavailable",
  });
  await shut.close();
});

describe.skipIf(!database)("a PostgreSQL with its large bodies in S3", () => {
  async function open(): Promise<Store> {
    await database!.empty();
    const store = await openPostgres({ url: database!.url, now: Date.now(), objects: objects() });
    onTestFinished(() => store.close());
    return store;
  }

  describeStore("postgres with S3", open);

  /** Cannot be packed to less. */
  const noise = (seed: number) => {
    const bytes = Buffer.alloc(20_000);
    for (let index = 0, state = seed; index < bytes.length; index++) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      bytes[index] = state >> 16;
    }
    return packBody(bytes);
  };

  test("keeps large bodies there once and small ones in the database, and takes away what is swept", async () => {
    const store = await open();
    const now = Date.now();
    const [large, small] = [noise(1), packBody("small")];
    await Promise.all([store.bodies.put(large, now), store.bodies.put(large, now), store.bodies.put(small, now)]);
    expect(s3.objects.size).toBe(1);
    expect(await store.bodies.read(large.hash)).not.toBeNull();
    expect(await store.bodies.readText(small.hash)).toBe("small");
    for (let round = 0; round < 3; round++) await store.upkeep.sweep(now + 3 * 24 * 3_600_000);
    expect(await store.bodies.read(large.hash)).toBeNull();
    expect(s3.objects.size).toBe(0);
  });

  test("finds objects that nothing names, and takes them away where asked to", async () => {
    const store = await open();
    const now = Date.now();
    await store.bodies.put(noise(3), now);
    const { hash } = noise(4);
    const orphan = `${hash.slice(0, 2)}/${hash}/${crypto.randomUUID()}`;
    await objects().put(orphan, Buffer.from("left behind"));
    await objects().put("somebody/elses/file", Buffer.from("theirs"));
    const orphans = async (repair: boolean) =>
      (await store.upkeep.examine({ now, repair })).findings
        .filter(({ kind }) => kind === "orphaned-object")
        .map(({ id }) => id);
    expect(await orphans(true)).toEqual([orphan]);
    expect(await orphans(false)).toEqual([]);
    expect(await objects().get("somebody/elses/file")).not.toBeNull();
    expect(await store.bodies.read(noise(3).hash)).not.toBeNull();
  });

  test("finds out where a body was lost or changed in the bucket", async () => {
    const store = await open();
    const now = Date.now();
    await store.bodies.put(noise(2), now);
    const [key] = [...s3.objects.keys()];
    s3.objects.set(key!, Buffer.from("something else"));
    const examine = async () => (await store.upkeep.examine({ now, repair: false })).findings.map(({ kind }) => kind);
    expect(await examine()).toEqual(["damaged-body"]);
    s3.objects.delete(key!);
    expect(await examine()).toEqual(["damaged-body"]);
  });
});
