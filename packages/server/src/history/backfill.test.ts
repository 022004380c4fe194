import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId, PersonId } from "@tessera/model";
import { createGuard, HttpClient, Politeness } from "@tessera/network";
import { afterAll, expect, test } from "vitest";
import { openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { backfill } from "./backfill.ts";

const httpClient = new HttpClient({ guard: createGuard() });
const politeness = new Politeness({ httpClient });
const folder = mkdtempSync(join(tmpdir(), "tessera-backfill-"));
afterAll(() => httpClient.close());

const price = (text: string) => `<title>Shop</title><main><h1>Shop</h1><p>${text}</p><p>Delivered on Monday</p></main>`;

/** A WARC file with a response for every text, a day apart, the last a day before `end`. */
function warcOf(texts: readonly string[], end: number, page = price): string {
  const records = texts.map((text, index) => {
    const at = new Date(end - (texts.length - index) * 86_400_000).toISOString().replace(/\.\d+/, "");
    const body = Buffer.from(page(text));
    const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    return `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-00000000000${index}>\r\nWARC-Date: ${at}\r\nWARC-Target-URI: ${URL_OF_PAGE}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}\r\n\r\n`;
  });
  const path = join(folder, `${texts.length}.warc`);
  writeFileSync(path, records.join(""));
  return path;
}

test("a follow gets a past with its changes, once, and nobody is told", async () => {
  const world = await openCheckWorld();
  world.web.set(URL_OF_PAGE, price("7 EUR"));
  const ada = await world.addPerson();
  const view = await world.follow(ada, { kind: "css", selector: "main" });
  const path = warcOf(["5 EUR", "5 EUR", "6 EUR", "7 EUR"], world.now());
  const request = { personId: ada.id, followId: view.follow.id, source: { kind: "file", path } } as const;
  const parts = { ...world.parts, httpClient, politeness };
  const events: unknown[] = [];
  const forget = world.store.listen((event) => events.push(event));
  expect(await backfill(request, parts)).toMatchObject({ kind: "filled", observations: 3, found: 3, missed: [] });
  const { items } = await world.store.observations.of(ada.id, view.follow.id, { limit: 10 });
  expect(items.map(({ numbers, change }) => [numbers[0]?.value, change])).toEqual([
    [7, "first"],
    [7, "changed"],
    [6, "changed"],
    [5, "first"],
  ]);
  expect(items.every(({ at }, index) => index === 0 || at < items[index - 1]!.at)).toBe(true);
  expect(items[1]?.diff).not.toBeNull();
  const after = await world.store.follows.find(ada.id, view.follow.id);
  expect(after?.latest?.id).toBe(view.latest?.id);
  expect(events).toEqual([]);
  expect(await backfill(request, parts)).toMatchObject({ observations: 0 });
  expect((await world.store.observations.of(ada.id, view.follow.id, { limit: 10 })).items).toHaveLength(4);
  forget();
  await world.store.close();
});

test("a redesign in the past is told with how much of the page stayed the same", async () => {
  const world = await openCheckWorld();
  const old = (day: number) =>
    `<title>Shop</title><div id=top><b>Shop</b></div><table>${Array.from(
      { length: 30 },
      (_, row) => `<tr><td>Lamp ${row}</td><td><i>${row + day} EUR</i></td></tr>`,
    ).join("")}</table><div id=hours><i>Open from nine to five</i><i>Closed on Sunday</i></div>`;
  const now = `<title>Shop</title><header><nav><ul>${"<li><a href=/x>More</a></li>".repeat(20)}</ul></nav></header><main><article><section>
<h2>Hours</h2><p id=hours><span>Open from nine to five</span><span>Closed on Sunday</span></p></section></article></main>`;
  world.web.set(URL_OF_PAGE, now);
  const ada = await world.addPerson();
  const view = await world.follow(ada, { kind: "css", selector: "#hours" });
  const path = warcOf([old(1), old(2), now, now], world.now(), (html) => html);
  const request = { personId: ada.id, followId: view.follow.id, source: { kind: "file", path } } as const;
  await backfill(request, { ...world.parts, httpClient, politeness });
  const { items } = await world.store.observations.of(ada.id, view.follow.id, { limit: 10 });
  const told = items.flatMap(({ redesign }) => redesign ?? []);
  expect(told).toHaveLength(1);
  expect(told[0]).toEqual({ at: world.now() - 2 * 86_400_000, similarity: expect.any(Number) });
  expect(told[0]!.similarity).toBeLessThan(0.9);
  await world.store.close();
});

test("a follow of somebody else has no past to fill, and a file that is none is a failure", async () => {
  const world = await openCheckWorld();
  world.web.set(URL_OF_PAGE, price("7 EUR"));
  const ada = await world.addPerson();
  const { follow } = await world.follow(ada, { kind: "css", selector: "main" });
  const parts = { ...world.parts, httpClient, politeness };
  const source = { kind: "file", path: join(folder, "none.warc") } as const;
  const foreign = { personId: newId(PersonId, 0), followId: follow.id, source };
  expect(await backfill(foreign, parts)).toEqual({ kind: "missing" });
  await expect(backfill({ personId: ada.id, followId: follow.id, source }, parts)).rejects.toThrow();
  await world.store.close();
});
