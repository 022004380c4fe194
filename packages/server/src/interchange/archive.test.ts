import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { ChannelId, type ChannelTarget, type FollowId, newId, type Person, SheetId, TileId } from "@tessera/model";
import { type Body, packBody, type Store } from "@tessera/store";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { type CheckWorld, MINUTE, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { LOADED } from "../check/fake-web.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { repickFollow } from "../follow/repick-follow.ts";
import { teachFollow } from "../follow/teach-follow.ts";
import { SMALL_JPEG } from "../people/plain-jpeg.fixture.ts";
import type { Principal } from "../people/principal.ts";
import type { Archive } from "./reading/archive.ts";
import { ImportRefused } from "./reading/import-plan.ts";
import { readImport } from "./reading/read-import.ts";
import { restoreArchive } from "./restore-archive.ts";
import { writeArchive } from "./write-archive.ts";

const worlds: CheckWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.store.close();
});

async function openWorld(): Promise<CheckWorld> {
  const world = await openCheckWorld();
  worlds.push(world);
  return world;
}

/** What happens in a life, as data. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("page" as const), text: fc.string({ unit: "grapheme", maxLength: 30 }) }),
  fc.record({ kind: fc.constant("gone" as const) }),
  fc.record({ kind: fc.constant("teach" as const) }),
  fc.record({ kind: fc.constant("sheet" as const), title: fc.string({ minLength: 1, maxLength: 20 }) }),
  fc.record({ kind: fc.constant("channel" as const), isSecret: fc.boolean() }),
  fc.record({ kind: fc.constant("pause" as const) }),
  fc.record({ kind: fc.constant("follow" as const), selector: fc.constantFrom("p", "h1", "body") }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const html = (text: string): string => `<title>t</title><body><h1>Head</h1><p>${text.replace(/[<&]/g, "")}</p></body>`;

async function live(world: CheckWorld, person: Person, steps: readonly Step[]): Promise<void> {
  const { store, web, parts } = world;
  web.set(URL_OF_PAGE, html("first"));
  const first = await world.follow(person, { kind: "css", selector: "p" });
  let view = first;
  for (const [at, one] of steps.entries()) {
    const now = world.now();
    if (one.kind === "page" || one.kind === "gone") {
      web.set(URL_OF_PAGE, one.kind === "page" ? html(one.text) : "<body><div>away</div>");
      await world.check(view);
    } else if (one.kind === "teach") {
      const captureId = view.block.firstCaptureId;
      const path = view.block.pick.path;
      const given = {
        personId: person.id,
        followId: view.follow.id,
        captureId,
        answer: { kind: "this" as const, path },
      };
      await teachFollow(given, parts);
    } else if (one.kind === "sheet") {
      await addSheet(store, person, { title: one.title, follows: [view.follow.id, first.follow.id], at: now + at });
    } else if (one.kind === "channel") {
      const target: ChannelTarget = one.isSecret
        ? { kind: "gotify", url: "https://push.example/" as never, token: "secret" }
        : { kind: "email", to: "someone@example.org" };
      await addChannel(store, person, { target, follow: view.follow.id, now });
    } else if (one.kind === "pause") {
      await store.follows.change(person.id, view.follow.id, { pausedAt: now }, { now });
    } else {
      view = await world.follow(person, { kind: "css", selector: one.selector });
    }
  }
}

async function addSheet(
  store: Store,
  person: Person,
  { title, follows, at }: { readonly title: string; readonly follows: readonly string[]; readonly at: number },
): Promise<void> {
  const id = newId(SheetId, at);
  const style = { theme: "system", density: "cosy", reader: false, accent: null } as const;
  const made = { feedKey: `feed-key-of-sheet-${id}`, createdAt: at, updatedAt: at, deletedAt: null, version: 1 };
  const position = (await store.sheets.list(person.id)).length;
  await store.sheets.add({ id, personId: person.id, title, position, style, ...made });
  const tileStyle = {
    title: null,
    background: null,
    foreground: null,
    density: null,
    reader: null,
    way: null,
    height: null,
    overflow: null,
    showTitle: true,
  };
  await store.sheets.setPicture(person.id, id, packBody(SMALL_JPEG), at);
  const place = { x: 0, y: 0, width: 4, height: 4 };
  // several in one tile where there are several
  const followIds = [...new Set(follows)] as FollowId[];
  await store.tiles.add(person.id, {
    id: newId(TileId, at),
    sheetId: id,
    followId: followIds[0]!,
    content: followIds.length > 1 ? { kind: "joined", followIds } : { kind: "board", title: "Prices", followIds },
    place,
    style: tileStyle,
    version: 1,
  });
  await store.tiles.add(person.id, {
    id: newId(TileId, at),
    sheetId: id,
    followId: null,
    content: { kind: "note", title: "To do", text: `# ${title}` },
    place: { ...place, y: 4 },
    screens: { phone: { ...place, x: 0, width: 2, isFixed: true } },
    style: tileStyle,
    version: 1,
  });
  await store.tiles.add(person.id, {
    id: newId(TileId, at),
    sheetId: id,
    followId: null,
    content: { kind: "heading", title: "More", isClosed: true },
    place: { x: 0, y: 8, width: 12, height: 1 },
    style: tileStyle,
    version: 1,
  });
}

async function addChannel(
  store: Store,
  person: Person,
  { target, follow, now }: { readonly target: ChannelTarget; readonly follow: string; readonly now: number },
): Promise<void> {
  const [id, name] = [newId(ChannelId, now), `channel ${target.kind}`];
  const gathering = { kind: "digest", pattern: "08:00, 18:30 mon-fri", timeZone: "Europe/Berlin" } as const;
  const rest = { quietHours: null, form: null, isDefault: false, pausedAt: null, createdAt: now, updatedAt: now };
  await store.channels.add({ id, personId: person.id, name, target, gathering, ...rest, version: 1 });
  await store.follows.change(person.id, follow as never, { channels: [id] }, { now });
}

async function exported(world: CheckWorld, person: Person, captures: "needed" | "all" = "all"): Promise<string> {
  const options = { owner: person.id, captures, now: Date.UTC(2026, 5, 1), workers: world.parts.workers };
  return text(writeArchive(world.store, options));
}

async function take(world: CheckWorld, person: Person, text: string | Buffer): Promise<void> {
  const read = await readImport(Buffer.from(text), { now: world.now() });
  if (read.kind !== "archive") throw new Error("not an archive");
  const who: Principal = { person, by: { kind: "operator" } };
  await restoreArchive(world.store, read.checked, { who, now: world.now() });
}

test("a block in doubt brings the page and the candidates of its repair card; without a page there are none", async () => {
  const [from, to] = [await openWorld(), await openWorld()];
  const [ada, bob] = [await from.addPerson(), await to.addPerson()];
  const story = "The old bridge opens to traffic on Sunday at noon";
  const twice = (road: string): string =>
    `<section><h2>${road}</h2><p>${story}</p></section><section><h2>River</h2><p>${story}</p></section>`;
  from.web.set(URL_OF_PAGE, heraldPage({ lead: story }));
  const view = await from.follow(ada, LEAD);
  const [asBefore, first, second] = [
    heraldPage({ lead: story }),
    ...["Mill Street", "Weir Row"].map((road) => heraldPage({ hasLead: false, extra: twice(road) })),
  ];
  for (const page of [first!, asBefore, second!]) {
    from.web.set(URL_OF_PAGE, page);
    await from.check(view);
  }
  await take(to, bob, await exported(from, ada, "needed"));
  const [imported] = (await to.store.follows.list(bob.id, { limit: 9 })).items;
  const { items } = await to.store.observations.of(bob.id, imported!.follow.id, { limit: 9 });
  const [latest, earlier] = items.filter(({ verdict }) => verdict.kind === "unsure");
  expect(latest).toMatchObject({
    id: imported?.latest?.id,
    verdict: { candidates: expect.arrayContaining([expect.objectContaining({ excerpt: story })]) },
  });
  const capture = await to.store.captures.find(bob.id, latest!.captureId!);
  expect(await to.store.bodies.readText(capture!.html)).toContain("Weir Row");
  expect(earlier).toMatchObject({ captureId: null, verdict: { candidates: [] } });
});

test("export, import and export again is the same, whatever happened in between", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 6 }),
      fc.constantFrom("needed" as const, "all" as const),
      async (steps, captures) => {
        const [from, to] = [await openWorld(), await openWorld()];
        const ada = await from.addPerson();
        await live(from, ada, steps);
        const first = await exported(from, ada, captures);
        const bob = await to.addPerson();
        await take(to, bob, first);
        expect(asImported(await exported(to, bob, captures))).toEqual(asImported(first));
        const { findings } = await to.store.upkeep.examine({ now: to.now(), repair: false });
        expect(findings).toEqual([]);
        await Promise.all([from.store.close(), to.store.close()]);
      },
    ),
    { numRuns: 25 },
  );
});

/** The second archive cannot know of channels that the first left out, and those that came are off. */
function asImported(text: string): unknown {
  const archive = JSON.parse(text) as Archive;
  const channels = archive.channels.map((channel) => ({ ...channel, isDefault: false, pausedAt: null }));
  return { ...archive, channels, channelsLeftOut: [] };
}

test("bodies are unpacked and written in worker threads, and one that is damaged is told", async () => {
  const world = await openWorld();
  const ada = await world.addPerson();
  await live(world, ada, [{ kind: "page", text: "one" }]);
  const written: string[] = [];
  const writeBody = async (body: Body): Promise<string | null> => {
    written.push(body.hash);
    return world.parts.workers.writeBody(body);
  };
  const notHere = async (): Promise<never> => expect.unreachable("a body was unpacked on the main thread");
  const store = { ...world.store, bodies: { ...world.store.bodies, read: notHere, readText: notHere } };
  const options = { owner: ada.id, captures: "all", now: world.now() } as const;
  const archive = JSON.parse(await text(writeArchive(store, { ...options, workers: { writeBody } }))) as Archive;
  expect(archive.bodies.map(({ hash }) => hash)).toEqual(written);
  expect(written.length).toBeGreaterThan(2);
  const damaged = writeArchive(store, { ...options, workers: { writeBody: async () => null } });
  await expect(text(damaged)).rejects.toMatchObject({ name: "StoreFailure", code: "damaged" });
});

test("an archive taken twice is there twice, behind what was there before, which is as it was", async () => {
  const world = await openWorld();
  const ada = await world.addPerson();
  await live(world, ada, [
    { kind: "page", text: "one" },
    { kind: "sheet", title: "Mine" },
  ]);
  const archive = await exported(world, ada);
  const before = await world.store.follows.list(ada.id, { limit: 10 });
  await take(world, ada, archive);
  await take(world, ada, gzipSync(archive));
  const after = await world.store.follows.list(ada.id, { limit: 10 });
  expect(after.items).toHaveLength(3);
  expect(after.items.find(({ follow }) => follow.id === before.items[0]?.follow.id)).toEqual(before.items[0]);
  expect((await world.store.sheets.list(ada.id)).map(({ position }) => position)).toEqual([0, 1, 2]);
  expect((await world.store.upkeep.examine({ now: world.now(), repair: false })).findings).toEqual([]);
});

test("how a block is found again, what other tracers knew of it, and what its page loads come along", async () => {
  const [from, to] = [await openWorld(), await openWorld()];
  const [ada, bob] = [await from.addPerson(), await to.addPerson()];
  from.web.set(URL_OF_PAGE, heraldPage());
  const { follow } = await from.follow(ada, LEAD, {}, { url: URL_OF_PAGE, fetcher: "browser" });
  const request = { personId: ada.id, followId: follow.id, captureId: null };
  await repickFollow({ ...request, tracer: "by-path" }, from.parts);
  await take(to, bob, await exported(from, ada));
  const [view] = (await to.store.follows.list(bob.id, { limit: 9 })).items;
  const block = await to.store.checks.block(view!.block.id);
  expect(block).toMatchObject({ pick: { tracer: "by-path" }, memory: { tracer: "by-path" } });
  expect(block?.shelved).toMatchObject({ fused: { memory: { tracer: "fused" } } });
  expect((await to.store.captures.find(bob.id, block!.firstCaptureId))?.loaded).toEqual(LOADED);
});

test("what an archive says of a page is shown to nobody else", async () => {
  const world = await openWorld();
  const [ada, eve] = [await world.addPerson(), await world.addPerson()];
  await live(world, ada, []);
  await take(world, eve, await exported(world, ada));
  const [own] = (await world.store.follows.list(eve.id, { limit: 10 })).items;
  expect(own?.page.privateTo).toBe(eve.id);
  expect(await world.store.pages.find(ada.id, own!.page.id)).toBeNull();
  const [hers] = (await world.store.follows.list(ada.id, { limit: 10 })).items;
  expect(hers?.page.id).not.toBe(own?.page.id);
});

test("an imported follow is checked, changes and can be replayed", async () => {
  const [from, to] = [await openWorld(), await openWorld()];
  const ada = await from.addPerson();
  await live(from, ada, [{ kind: "page", text: "one" }]);
  const bob = await to.addPerson();
  await take(to, bob, await exported(from, ada));
  to.web.set(URL_OF_PAGE, html("two"));
  const [view] = (await to.store.follows.list(bob.id, { limit: 10 })).items;
  await to.check(view!, 60 * MINUTE);
  const history = await to.store.observations.of(bob.id, view!.follow.id, { limit: 10 });
  expect(history.items.map(({ excerpt }) => excerpt)).toEqual(["two", "one", "first"]);
});

/** One thing made wrong in a good archive. */
const WRONGS: readonly (readonly [name: string, code: string, change: (archive: Archive) => unknown])[] = [
  ["a future version", "unknown-version", (archive) => ({ ...archive, version: 2 })],
  ["no version", "unknown-version", ({ version: _, ...archive }) => archive],
  ["a wrong type", "invalid", (archive) => ({ ...archive, follows: "many" })],
  ["an unknown field", "invalid", (archive) => ({ ...archive, extra: 1 })],
  ["a duplicate id", "duplicate-id", (archive) => ({ ...archive, follows: [...archive.follows, ...archive.follows] })],
  ["a duplicate body", "duplicate-id", (archive) => ({ ...archive, bodies: [...archive.bodies, ...archive.bodies] })],
  ["a missing page", "invalid", (archive) => ({ ...archive, pages: [] })],
  ["a missing capture", "invalid", (archive) => ({ ...archive, captures: [] })],
  ["a missing block", "invalid", (archive) => ({ ...archive, blocks: [] })],
  ["a missing body", "invalid", (archive) => ({ ...archive, bodies: archive.bodies.slice(1) })],
  [
    "a body that nothing names",
    "invalid",
    (archive) => ({
      ...archive,
      captures: archive.captures.slice(0, 1),
      observations: [],
      follows: [],
      blocks: [],
      tiles: [],
      corrections: [],
    }),
  ],
  [
    "a forged body",
    "invalid",
    (archive) => ({ ...archive, bodies: archive.bodies.map((body) => ({ hash: body.hash, text: "forged" })) }),
  ],
  ["a path as a hash", "invalid", (archive) => ({ ...archive, bodies: [{ hash: "../../etc/passwd", text: "" }] })],
  [
    "a path as an id",
    "invalid",
    (archive) => ({ ...archive, pages: archive.pages.map((page) => ({ ...page, id: "../../x" })) }),
  ],
  [
    "a forbidden address",
    "invalid",
    (archive) => ({
      ...archive,
      pages: archive.pages.map((page) => ({ ...page, source: { ...page.source, url: "file:///etc/passwd" } })),
    }),
  ],
  [
    "a block without its follow",
    "invalid",
    (archive) => ({
      ...archive,
      tiles: archive.tiles.map((tile) => ({ ...tile, followId: null, content: undefined })),
    }),
  ],
  [
    "a note with a follow",
    "invalid",
    (archive) => ({
      ...archive,
      tiles: archive.tiles.map((tile) => ({ ...tile, content: { kind: "note", title: "x", text: "" } })),
    }),
  ],
  [
    "times to come",
    "invalid",
    (archive) => ({ ...archive, captures: archive.captures.map((capture) => ({ ...capture, at: 9e14 })) }),
  ],
  [
    "an end before the beginning",
    "invalid",
    (archive) => ({ ...archive, observations: archive.observations.map((one) => ({ ...one, lastAt: 0 })) }),
  ],
  [
    "a pattern that is none",
    "invalid",
    (archive) => ({
      ...archive,
      follows: archive.follows.map((follow) => ({
        ...follow,
        conditions: [{ kind: "contains", words: { as: "pattern", text: "(" } }],
      })),
    }),
  ],
  [
    "a cron that is none",
    "invalid",
    (archive) => ({
      ...archive,
      follows: archive.follows.map((follow) => ({
        ...follow,
        schedule: { kind: "cron", pattern: "never", timeZone: "UTC" },
      })),
    }),
  ],
];

test.each(WRONGS)("%s is refused with one message, and nothing is imported", async (_, code, change) => {
  const world = await openWorld();
  const ada = await world.addPerson();
  await live(world, ada, [
    { kind: "page", text: "one" },
    { kind: "sheet", title: "Mine" },
  ]);
  const good = JSON.parse(await exported(world, ada)) as Archive;
  const facts = await world.store.upkeep.facts();
  expect(await refusal(world, ada, JSON.stringify(change(good)))).toBe(code);
  expect(await world.store.upkeep.facts()).toEqual(facts);
});

test("an archive cut off anywhere, nested without end or grown by gzip is refused", async () => {
  const world = await openWorld();
  const ada = await world.addPerson();
  await live(world, ada, []);
  const good = await exported(world, ada);
  for (let length = 2; length < good.length - 2; length += Math.ceil(good.length / 40)) {
    expect(await refusal(world, ada, good.slice(0, length))).toMatch(/damaged|unknown-format/);
  }
  const packed = gzipSync(good);
  expect(await refusal(world, ada, packed.subarray(0, packed.length - 9))).toBe("damaged");
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const archive = JSON.parse(good) as Archive;
  const nested = good.replace(JSON.stringify(archive.blocks[0]?.dynamics), deep);
  expect(nested).not.toBe(good);
  expect(await refusal(world, ada, nested)).toBe("invalid");
  expect(await refusal(world, ada, Buffer.alloc(100 * 1024 * 1024, "["))).toBe("too-large");
});

async function refusal(world: CheckWorld, person: Person, file: string | Buffer): Promise<string> {
  const error = await take(world, person, file as string).then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ImportRefused ? error.code : `not refused: ${String(error)}`;
}
