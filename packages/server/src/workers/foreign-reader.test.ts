import { CaptureFailure } from "@tessera/network";
import { afterAll, expect, test } from "vitest";
import { type ForeignReader, readersOver, TraceWorkerPool } from "./trace-workers.ts";

const pool = new TraceWorkerPool({ threads: 1 });
const hasty = new TraceWorkerPool({ threads: 1, timeoutMs: 1 });
afterAll(() => Promise.all([pool.stop(), hasty.stop()]));

const reader = readersOver(pool.workers)("ada");
const links = { key: new Uint8Array(32), prefix: "/assets/" };
const css = (text: string) => ({
  type: "text/css; charset=utf-8",
  body: Buffer.from(text),
  base: "https://a.test/",
  links,
});
const page = (text: string) => ({ body: Buffer.from(text), contentType: undefined, url: "https://a.test/" });

test("pages, styles, drawings and lists are read in worker threads", async () => {
  expect(await reader.readPage(page("<meta http-equiv=refresh content='0;url=/next'>ü"))).toEqual({
    text: "<meta http-equiv=refresh content='0;url=/next'>ü",
    encoding: "utf-8",
    leadsTo: "https://a.test/next",
    feed: null,
    noFeed: null,
  });
  expect(Buffer.from(await reader.cleanAsset(css("p{color:red;behavior:url(x)}"))).toString()).toBe("p{color:red}");
  expect(await reader.splitImports("@import 'a' print;p{color:red}")).toEqual({
    css: "p{color:red}",
    imports: [{ address: "a", before: "", around: ["@media print"] }],
  });
  const map = '<https://a.test/1>; rel="memento"; datetime="Wed, 01 Jan 2020 00:00:00 GMT"';
  const timeMap = { body: Buffer.from(map), url: "https://a.test/", from: 0, until: Date.now() };
  expect((await reader.readTimeMap(timeMap)).mementos).toEqual([{ url: "https://a.test/1", at: Date.UTC(2020, 0) }]);
});

/** Each takes some tens of milliseconds at least; what takes for ever is given up in the same way. */
const LONG: { readonly [Name in keyof ForeignReader]?: (reader: ForeignReader) => Promise<unknown> } = {
  readPage: ({ readPage }) => readPage(page(`<meta http-equiv=refresh content=1>${"<p>x".repeat(500_000)}`)),
  cleanAsset: ({ cleanAsset }) => cleanAsset(css("p{color:red}".repeat(80_000))),
  splitImports: ({ splitImports }) => splitImports("p{color:red}".repeat(80_000)),
  readTimeMap: ({ readTimeMap }) =>
    readTimeMap({ body: Buffer.from("<a>;rel=memento,".repeat(500_000)), url: "https://a.test/", from: 0, until: 1 }),
};

test.for(Object.entries(LONG))(
  "%s that takes too long ends with its thread, and the next one is read",
  async ([, read]) => {
    const failure = await read(readersOver(hasty.workers)(undefined)).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(CaptureFailure);
    expect(failure).toMatchObject({ code: "timeout" });
    await read(reader);
  },
);
