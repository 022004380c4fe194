import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Politeness } from "@tessera/network";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { createTestClock } from "@tessera/network/loopback/test-clock";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { type BackfillOptions, backfill, type PastSource } from "./backfill.ts";
import { BANNER, type MementoServerOptions, mementoListener, mementoPath } from "./memento-server.fixture.ts";

const PAGE = new URL("https://example.org/news");
const DAY_MS = 24 * 60 * 60 * 1_000;
const START = Date.parse("2020-01-01T00:00:00Z");
const versions = Array.from({ length: 10 }, (_, day) => ({ at: START + day * DAY_MS, html: `<p>day ${day}` }));
const ARCHIVE: MementoServerOptions = { original: PAGE.href, versions, pageSize: 3, hasRaw: true };

let site: LoopbackSite | undefined;
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-"));
});
afterEach(async () => {
  await site?.close();
  site = undefined;
  await rm(folder, { recursive: true });
});

async function collect(source: PastSource, options: Partial<BackfillOptions> = {}): Promise<string[]> {
  site ??= await startSite((_request, response) => response.end());
  const { httpClient } = site;
  const politeness = new Politeness({ httpClient, clock: createTestClock() });
  const past = backfill(source, { url: PAGE, httpClient, politeness, reader: readOnTheSpot, ...options });
  const lines: string[] = [];
  for await (const version of past) {
    const at = version.kind === "page" ? version.capture.at : version.at;
    lines.push(
      `${new Date(at).toISOString().slice(0, 10)} ${version.kind === "page" ? version.capture.html : version.failure.code}`,
    );
  }
  return lines;
}

async function archive(options: MementoServerOptions, path: string): Promise<PastSource> {
  site = await startSite(mementoListener(options));
  return { kind: "archive", url: new URL(path, site.origin) };
}

const DAYS = versions.map((_, day) => `2020-01-${String(day + 1).padStart(2, "0")} <p>day ${day}`);

test.each(["/timemap/0", "/timemap/2", "/timegate", "/page", mementoPath(ARCHIVE, START + 3 * DAY_MS)])(
  "the past is found from %s over all TimeMaps, as the page was served",
  async (path) => {
    expect(await collect(await archive(ARCHIVE, path))).toEqual(DAYS);
  },
);

test("an archive without TimeMaps is walked from memento to memento", async () => {
  expect(await collect(await archive({ ...ARCHIVE, pageSize: null }, "/timegate"))).toEqual(DAYS);
  await site?.close();
  expect(await collect(await archive({ ...ARCHIVE, pageSize: null }, "/page"), { from: START + 7.5 * DAY_MS })).toEqual(
    DAYS.slice(8),
  );
});

test("an archive that only gives pages with its banner is taken as it is", async () => {
  const past = await collect(await archive({ ...ARCHIVE, hasRaw: false }, "/timegate"), { limit: 1 });
  expect(past).toEqual([`2020-01-10 ${BANNER}<p>day 9`]);
});

test("range, spacing and limit choose among the versions; TimeMaps outside the range are not asked for", async () => {
  const asked: string[] = [];
  const listener = mementoListener(ARCHIVE);
  site = await startSite((request, response) => {
    asked.push(request.url ?? "");
    listener(request, response);
  });
  const source: PastSource = { kind: "archive", url: new URL("/timemap/0", site.origin) };
  const range = { from: START + DAY_MS, until: START + 4 * DAY_MS };
  expect(await collect(source, range)).toEqual(DAYS.slice(1, 5));
  expect(asked.filter((path) => path.startsWith("/timemap/"))).toEqual(["/timemap/0", "/timemap/1"]);
  expect(await collect(source, { everyMs: 4 * DAY_MS })).toEqual([DAYS[0], DAYS[4], DAYS[8]]);
  expect(await collect(source, { limit: 3 })).toEqual([DAYS[0], DAYS[5], DAYS[9]]);
});

test("a version that the archive lists and cannot give is said to be missed; equal versions are said once", async () => {
  const listener = mementoListener({
    ...ARCHIVE,
    versions: versions.map((version, day) => ({ ...version, html: day < 5 ? "<p>same" : version.html })),
  });
  site = await startSite((request, response) => {
    if (request.url?.includes("20200107")) response.writeHead(503).end();
    else listener(request, response);
  });
  const past = await collect({ kind: "archive", url: new URL("/timegate", site.origin) });
  expect(past).toEqual(["2020-01-01 <p>same", DAYS[5], "2020-01-07 status", ...DAYS.slice(7)]);
});

test("what is no archive is a typed failure, and so is an archive that is down", async () => {
  site = await startSite((request, response) =>
    response.writeHead(request.url === "/down" ? 503 : 200).end("<p>hello"),
  );
  await expect(collect({ kind: "archive", url: new URL("/", site.origin) })).rejects.toMatchObject({
    code: "protocol",
    retry: "never",
  });
  await expect(collect({ kind: "archive", url: new URL("/down", site.origin) })).rejects.toMatchObject({
    code: "status",
    retry: "soon",
  });
  await expect(collect({ kind: "archive", url: new URL("http://10.0.0.1/timemap") })).rejects.toMatchObject({
    code: "forbidden-address",
  });
});

test("a mementos' archive inside the private network is not reached through a TimeMap", async () => {
  site = await startSite((_request, response) => {
    response
      .writeHead(200, { "content-type": "application/link-format" })
      .end('<http://127.0.0.1:1/secret>; rel="memento"; datetime="Wed, 01 Jan 2020 00:00:00 GMT"');
  });
  expect(await collect({ kind: "archive", url: new URL("/", site.origin) })).toEqual(["2020-01-01 forbidden-address"]);
});

async function file(name: string, content: string | Buffer): Promise<PastSource> {
  const path = join(folder, name);
  await writeFile(path, content);
  await utimes(path, START / 1_000, START / 1_000);
  return { kind: "file", path };
}

test("an HTML file is one version, as old as the file", async () => {
  expect(await collect(await file("saved.html", "<!doctype html><p>saved"))).toEqual([
    "2020-01-01 <!doctype html><p>saved",
  ]);
  expect(await collect(await file("saved.html", "<!doctype html><p>saved"), { from: START + 1 })).toEqual([]);
});

test("an MHTML file is one version, from the day it says", async () => {
  const mhtml = [
    "From: <Saved by a browser>",
    "Snapshot-Content-Location: https://example.org/news",
    "Date: Sat, 1 Feb 2020 10:00:00 -0000",
    "MIME-Version: 1.0",
    'Content-Type: multipart/related; type="text/html"; boundary="----x"',
    "",
    "",
    "------x",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "Content-Location: https://example.org/news",
    "",
    "<p>Gr=C3=BC=C3=9Fe a very =",
    "long line",
    "------x--",
  ].join("\r\n");
  expect(await collect(await file("saved.mht", mhtml))).toEqual(["2020-02-01 <p>Grüße a very long line"]);
});

test("a WARC file is all its versions of the page, compressed or not", async () => {
  const record = (at: string, url: string, message: string) =>
    `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: ${at}\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}\r\n\r\n`;
  const html = (body: string) => `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`;
  const records = [
    record("2021-03-01T00:00:00Z", "http://www.example.org/news/", html("<p>second")),
    record("2021-01-01T00:00:00Z", "https://example.org/news", html("<p>Grüße")),
    record("2021-02-01T00:00:00Z", "https://example.org/other", html("<p>other")),
    record(
      "2021-02-02T00:00:00Z",
      "https://example.org/news",
      "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>no",
    ),
  ];
  const expected = ["2021-01-01 <p>Grüße", "2021-03-01 <p>second"];
  expect(await collect(await file("a.warc", records.join("")))).toEqual(expected);
  expect(await collect(await file("a.warc.gz", Buffer.concat(records.map((one) => gzipSync(one)))))).toEqual(expected);
});

test.each([
  ["nothing", ""],
  ["text", "just text"],
  ["gzip that is no WARC", gzipSync("hello")],
  ["damaged gzip", gzipSync("x").subarray(0, 12)],
])("a file of %s is a typed failure", async (_name, content) => {
  await expect(collect(await file("x", content))).rejects.toMatchObject({
    name: "CaptureFailure",
    code: "protocol",
    retry: "never",
  });
});
