import { Caps, ChannelId, newId, type Person } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiWorld, ORIGIN, openApiWorld } from "../api/api-world.fixture.ts";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import type { Archive } from "./reading/archive.ts";

let world: ApiWorld;
let owner: Person;
/** Of somebody who follows one block, has a channel and an import that waits. */
let good: Archive;
beforeAll(async () => {
  world = await openApiWorld();
  owner = await world.addPerson();
  await world.store.people.change(owner.id, { role: "owner" }, { now: world.now() });
  world.web.set(URL_OF_PAGE, "<body><h1>Head</h1><p>News</p></body>");
  const channel = { name: "Mail", target: { kind: "email", to: "a@example.org" }, isDefault: true };
  await post(owner, "/api/v1/channels", channel);
  await post(owner, "/api/v1/follows", { source: { url: URL_OF_PAGE }, wish: { kind: "css", selector: "p" } });
  await world.ask(owner, { method: "POST", url: "/api/v1/import", payload: "https://later.example/", headers: TEXT });
  good = (await world.ask(owner, { method: "GET", url: "/api/v1/export.json" })).json();
});
beforeEach(() => world.store.settings.change({ caps: { ...Caps.parse({}), pagesPerMinute: 1_000 } }));
afterAll(() => world.close());

const TEXT = { "content-type": "text/plain" };
const post = (person: Person, url: string, payload: object) => world.ask(person, { method: "POST", url, payload });

function imports(person: Person, archive: unknown) {
  const payload = JSON.stringify(archive);
  return world.ask(person, { method: "POST", url: "/api/v1/import", payload, headers: TEXT });
}

/** The archive with something else in every follow, in every page and in every import that waits. */
const withFollow = (change: object): object => ({
  ...good,
  follows: good.follows.map((each) => ({ ...each, ...change })),
});
const withSource = (change: object): object => ({
  ...good,
  pages: good.pages.map((page) => ({ ...page, source: { ...page.source, ...change } })),
});
const withWish = (change: object): object => ({ ...good, wishes: good.wishes.map((each) => ({ ...each, ...change })) });
const withChannel = (change: object): object => ({
  ...good,
  channels: good.channels.map((channel) => ({ ...channel, ...change })),
});

const cron = (pattern: string) => ({ kind: "cron", pattern, timeZone: "UTC" });
const contains = (text: string) => ({ kind: "contains", words: { as: "pattern", text } });
const huge = "\\pL{0,1000}".repeat(80);

/** What neither the API nor an archive may bring, as a field of a follow. */
const WRONG_FIELDS: readonly (readonly [name: string, field: object])[] = [
  ["an interval below the least", { schedule: { kind: "every", intervalMs: 1_000 } }],
  ["an automatic schedule that is upside down", { schedule: { kind: "auto", leastMs: 60_000, mostMs: 10_000 } }],
  ["a cron pattern that is none", { schedule: cron("often") }],
  ["a cron pattern that never comes round", { schedule: cron("0 0 30 2 *") }],
  ["a pattern that RE2 does not know", { conditions: [contains("(?=x)")] }],
  ["a pattern that is too large", { conditions: [contains(huge)] }],
  ["too many patterns", { conditions: Array.from({ length: 31 }, () => contains("a")) }],
  ["too many conditions", { conditions: Array.from({ length: 51 }, () => ({ kind: "gone" })) }],
];

test.each(WRONG_FIELDS)(
  "%s is refused over the API and in an archive, for follows and for imports that wait",
  async (_, field) => {
    const ada = await world.addPerson();
    const follow = { source: { url: URL_OF_PAGE }, wish: { kind: "css", selector: "p" }, ...field };
    expect((await post(ada, "/api/v1/follows", follow)).statusCode).toBe(422);
    for (const archive of [withFollow(field), withWish(field)]) {
      const refused = await imports(ada, archive);
      expect([refused.statusCode, refused.json().code]).toEqual([422, "import-refused"]);
    }
    expect((await world.store.follows.list(ada.id, { limit: 1 })).items).toEqual([]);
  },
);

const WRONG_SOURCES: readonly (readonly [name: string, source: object])[] = [
  ["an address that is not of the web", { url: "file:///etc/passwd" }],
  ["a fetcher that there is none", { fetcher: "telnet" }],
  ["request headers", { headers: { authorization: "x" } }],
  ["a step that waits for too long", { steps: [{ kind: "wait", ms: 3_600_000 }] }],
  ["a step that is code", { steps: [{ kind: "run", script: "alert(1)" }] }],
  ["too many steps", { steps: Array.from({ length: 51 }, () => ({ kind: "wait", ms: 1 })) }],
];

test.each(WRONG_SOURCES)(
  "%s is refused over the API and in an archive, on pages and on imports that wait",
  async (_, source) => {
    const ada = await world.addPerson();
    expect((await post(ada, "/api/v1/pages", { source: { url: URL_OF_PAGE, ...source } })).statusCode).toBe(422);
    const waiting = { source: { ...good.wishes[0]?.source, ...source } };
    for (const archive of [withSource(source), withWish(waiting)]) {
      expect((await imports(ada, archive)).json().code).toBe("import-refused");
    }
  },
);

test("only the owner leaves robots.txt aside, on a page or on an import that waits", async () => {
  const ada = await world.addPerson();
  const source = { url: URL_OF_PAGE, respectRobots: false };
  expect((await post(ada, "/api/v1/pages", { source })).json().code).toBe("owner-only");
  const archive = {
    ...withSource({ respectRobots: false }),
    wishes: good.wishes.map((wish) => ({ ...wish, source: { ...wish.source, respectRobots: false } })),
  };
  const sources = async (person: Person) => [
    ...(await world.store.pages.list(person.id, { limit: 9 })).items.map((page) => page.source),
    ...(await world.store.wishes.list(person.id, { limit: 9 })).items.map((wish) => wish.source),
  ];
  const taken = await imports(ada, archive);
  expect(taken.statusCode).toBe(202);
  const notes = taken.json().notes.filter(({ code }: { code: string }) => code === "robots-respected");
  expect(notes).toHaveLength(2);
  expect(notes[0]).toMatchObject({ message: expect.stringMatching(/only the owner.*robots/) });
  expect((await sources(ada)).map(({ respectRobots }) => respectRobots)).toEqual([true, true]);
  await imports(owner, archive);
  expect((await sources(owner)).filter(({ respectRobots }) => !respectRobots)).toHaveLength(2);
});

test("a token that may not manage channels makes none by an archive", async () => {
  const ada = await world.addPerson();
  const headers = { ...ORIGIN, authorization: await world.tokenFor(ada, ["read", "write"]) };
  const send = (url: string, payload: string, type: string) =>
    world.app.inject({ method: "POST", url, payload, headers: { ...headers, "content-type": type } });
  const channel = JSON.stringify({ name: "c", target: { kind: "email", to: "eve@example.org" }, isDefault: true });
  expect((await send("/api/v1/channels", channel, "application/json")).json().code).toBe("scope-missing");
  const taken = await send("/api/v1/import", JSON.stringify(good), "text/plain");
  expect(taken.json()).toMatchObject({ imported: { channels: 0, follows: 1 } });
  expect(taken.json().notes).toContainEqual({
    name: "Mail",
    code: "no-scope",
    what: null,
    count: null,
    message: expect.stringMatching(/scope "manage"/),
  });
  expect(await world.store.channels.list(ada.id)).toEqual([]);
  expect((await world.store.follows.list(ada.id, { limit: 9 })).items[0]?.follow.channels).toEqual([]);
});

test("a channel of an archive is off and for nothing new until its person turns it on, and the account says where it leads", async () => {
  const ada = await world.addPerson();
  const spies = [
    { kind: "webhook", url: "https://evil.example/x", signingSecret: null },
    { kind: "email", to: "eve@evil.example" },
    { kind: "discord", webhookUrl: "https://chat.example/hook" },
    { kind: "ntfy", url: "https://ntfy.example:8443/topic", token: null },
  ];
  const [channel] = good.channels;
  const channels = spies.map((target, at) => ({ ...channel, id: newId(ChannelId, at), name: `Spy ${at}`, target }));
  const follows = good.follows.map((follow) => ({ ...follow, channels: channels.map(({ id }) => id) }));
  const { notes } = (await imports(ada, { ...good, channels, follows })).json();
  const off = notes.filter(({ code }: { code: string }) => code === "channel-off");
  expect(off.map(({ name, what }: { name: string; what: string }) => [name, what])).toEqual([
    ["Spy 0", "evil.example"],
    ["Spy 1", "eve@evil.example"],
    ["Spy 2", "chat.example"],
    ["Spy 3", "ntfy.example:8443"],
  ]);
  expect(off[0]).toMatchObject({ message: expect.stringMatching(/paused.*settings/) });
  const stored = await world.store.channels.list(ada.id);
  expect(stored).toHaveLength(4);
  for (const { isDefault, pausedAt } of stored) expect([isDefault, typeof pausedAt]).toEqual([false, "number"]);
  const made = await post(ada, "/api/v1/follows", {
    source: { url: URL_OF_PAGE },
    wish: { kind: "css", selector: "h1" },
  });
  expect(made.json()).toMatchObject({ channels: [] });
});

test("an address that is itself the password of a channel is not exported, and the account says what is missing", async () => {
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  const bare = [
    {
      name: "Home",
      target: { kind: "webhook", url: "https://home.example/api/webhook/swordfish", signingSecret: null },
    },
    { name: "Push", target: { kind: "ntfy", url: "https://ntfy.example/swordfish", token: null } },
  ];
  for (const channel of bare) expect((await post(ada, "/api/v1/channels", channel)).statusCode).toBe(201);
  await post(ada, "/api/v1/channels", { name: "Mail", target: { kind: "email", to: "a@example.org" } });
  const { body } = await world.ask(ada, { method: "GET", url: "/api/v1/export.json" });
  expect(body).not.toContain("swordfish");
  const { imported, notes } = (await imports(bob, JSON.parse(body))).json();
  expect(imported.channels).toBe(1);
  const missing = notes.filter(({ code }: { code: string }) => code === "channel-left-out");
  expect(missing.map(({ name }: { name: string }) => name)).toEqual(["Home", "Push"]);
});

test("channels of kinds that there are none of, or with a digest that never comes, are refused in both", async () => {
  const ada = await world.addPerson();
  const wrong = [
    { target: { kind: "sms", to: "1" } },
    { gathering: { kind: "digest", pattern: "often", timeZone: "UTC" } },
  ];
  for (const field of wrong) {
    const channel = { name: "c", target: { kind: "email", to: "a@example.org" }, ...field };
    expect((await post(ada, "/api/v1/channels", channel)).statusCode).toBe(422);
    expect((await imports(ada, withChannel(field))).json().code).toBe("import-refused");
  }
});

test.each(["08:00", "08:00, 18:30 mon-fri", "0 9 * * 1"])("a digest at %s is taken by both", async (pattern) => {
  const ada = await world.addPerson();
  const gathering = { kind: "digest", pattern, timeZone: "Europe/Berlin" };
  const channel = { name: "c", target: { kind: "email", to: "a@example.org" }, gathering };
  expect((await post(ada, "/api/v1/channels", channel)).statusCode).toBe(201);
  expect((await imports(ada, withChannel({ gathering }))).statusCode).toBe(202);
});

test("what is sent with the next request cannot be made up to fail it", async () => {
  const ada = await world.addPerson();
  const captures = good.captures.map((capture) => ({ ...capture, headers: { etag: "a\r\nx: y" } }));
  expect((await imports(ada, { ...good, captures })).json().code).toBe("import-refused");
});

test("an archive brings no more than there is room for, and says what it left out", async () => {
  const ada = await world.addPerson();
  await world.store.settings.change({ caps: { follows: 0, channels: 0, wishes: 0, sheets: 0 } });
  const dry = await world.ask(ada, {
    method: "POST",
    url: "/api/v1/import?dryRun=true",
    payload: JSON.stringify(good),
    headers: TEXT,
  });
  const taken = await imports(ada, good);
  await world.store.settings.change({ caps: Caps.parse({}) });
  expect(taken.json()).toMatchObject({ waiting: 0, imported: { follows: 0, channels: 0, pages: 0, captures: 0 } });
  // each that did not come is named
  expect(taken.json().notes).toContainEqual({
    name: good.follows[0]?.title,
    code: "no-room",
    what: null,
    count: null,
    message: expect.stringMatching(/left out: there is no room/),
  });
  expect({ ...dry.json(), isDryRun: false }).toEqual(taken.json());
  const bob = await world.addPerson();
  expect((await imports(bob, good)).json()).toMatchObject({
    ...{ waiting: 1, imported: { follows: 1 } },
    notes: [{ name: "Mail", code: "channel-off", what: "a@example.org" }],
  });
});

test("a list brings as many as there is room for, and is refused where there is none", async () => {
  const ada = await world.addPerson();
  await world.store.settings.change({ caps: { wishes: 2 } });
  const list = (dryRun = false) =>
    world.ask(ada, {
      method: "POST",
      url: `/api/v1/import?dryRun=${dryRun}`,
      payload: "https://a.example/\nhttps://b.example/\nhttps://c.example/",
      headers: TEXT,
    });
  const first = await list();
  expect(first.json()).toMatchObject({
    waiting: 2,
    notes: [{ name: "https://c.example/", code: "no-room" }],
  });
  for (const refused of [await list(), await list(true)]) {
    expect(refused.json()).toMatchObject({ code: "cap-reached", cap: "wishes", limit: 2 });
  }
});

test("secrets that its pages name and that are not stored here are listed, each once", async () => {
  const bob = await world.addPerson();
  const { origin } = new URL(URL_OF_PAGE);
  const source = {
    headers: [{ name: "x-key", secret: "key" }],
    cookies: [
      { name: "session", secret: "key" },
      { name: "wall", value: "yes" },
    ],
    steps: [{ kind: "typeSecret", selector: "#pw", secret: "password", enter: true }],
  };
  const missing = async () => {
    const { notes } = (await imports(bob, withSource(source))).json();
    return notes.flatMap((note: { code: string; name: string }) => (note.code === "secret-missing" ? [note.name] : []));
  };
  expect(await missing()).toEqual([`key (${origin})`, `password (${origin})`]);
  const put = (at: string, name: string) =>
    world.ask(bob, {
      method: "PUT",
      url: "/api/v1/secrets",
      payload: { origin: at, name, value: "hunter2-swordfish" },
    });
  // a login on another host has its secret there; a header goes to the page's own origin
  await put("https://login.example", "password");
  await put("https://login.example", "key");
  expect(await missing()).toEqual([`key (${origin})`]);
  await put(origin, "key");
  expect(await missing()).toEqual([]);
});
