import { createServer } from "node:http";
import {
  type Channel,
  ChannelId,
  type Delivery,
  DeliveryId,
  FollowId,
  newId,
  type Person,
  PersonId,
} from "@tessera/model";
import { createGuard, HttpClient, makePushKeys } from "@tessera/network";
import { openSqlite, type Store } from "@tessera/store";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { digestHtml, digestLines, digestPlain } from "./message/digest.ts";
import { outgoingOf } from "./message/outgoing-message.ts";
import { PLAIN } from "./message/summary-words.ts";
import { Notifier } from "./notifier.ts";
import { MAX_ATTEMPTS, planNextDigest } from "./turn.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const bodies: { data: { id: string; title: string; entries: { title: string; after: string }[] } }[] = [];
let status = 200;
/** Requests to `/slow` wait until the test lets them go. */
const slow: (() => void)[] = [];
let isSlow = true;
function letGo(): void {
  isSlow = false;
  for (const answer of slow.splice(0)) answer();
}
const service = createServer((request, response) => {
  if (request.url === "/slow" && isSlow) return void slow.push(() => response.writeHead(200).end());
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    bodies.push(JSON.parse(body));
    response.writeHead(status).end();
  });
});
// a connection that the server ends while the machine is busy would look like a failure of the service
service.keepAliveTimeout = 0;
let store: Store;
let person: Person;
let now = NOON;
let notifier: Notifier;
let errors: unknown[];
let url = "";
const httpClient = new HttpClient({
  guard: createGuard({ resolver: async () => ["127.9.9.9"], publicNetworks: ["127.9.9.9/32"] }),
});

beforeAll(async () => {
  service.listen(0, "127.9.9.9");
  await new Promise((ready) => service.once("listening", ready));
  const address = service.address();
  url = `http://service.test:${typeof address === "object" && address ? address.port : 0}/`;
});
afterAll(async () => {
  await httpClient.close();
  service.close();
});
beforeEach(async () => {
  [bodies.length, status, now, isSlow] = [0, 200, NOON, true];
  store = await openSqlite({ directory: null, now });
  person = {
    id: newId(PersonId, now),
    name: "ada",
    displayName: "Ada",
    role: "owner",
    locale: "en",
    timeZone: "UTC",
    createdAt: now,
    disabledAt: null,
    version: 1,
  };
  await store.people.add(person, "hash");
  const sender = {
    httpClient,
    opened: ({ target }: Pick<Channel, "target">) => target,
    grantFor: async () => null,
    mailOut: null,
    pushKeys: makePushKeys(),
    baseUrl: "https://tessera.example/",
    picturePath: (hash: string) => `/pictures/${hash}/signed`,
    pictureOf: async () => null,
  };
  errors = [];
  const onError = (error: unknown) => void errors.push(error);
  notifier = new Notifier({ store, sender, clock: () => now, random: () => 0, holder: "test", onError });
});
afterEach(async () => {
  const stopped = notifier.stop();
  letGo();
  await stopped;
  await store.close();
});

const UNUSABLE = /cannot be used as it is set up/;

async function addPerson(name: string): Promise<Person> {
  const added = { ...person, id: newId(PersonId, now), name };
  await store.people.add(added, "hash");
  return added;
}

async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { interval: 5, timeout: 30_000 }).toBe(true);
}

async function addChannel(change: Partial<Channel> = {}): Promise<Channel> {
  const channel: Channel = {
    id: newId(ChannelId, now),
    personId: person.id,
    name: "hook",
    target: { kind: "webhook", url: url as never, signingSecret: "correct horse battery" },
    quietHours: null,
    gathering: { kind: "each" },
    form: null,
    isDefault: false,
    pausedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    ...change,
  };
  await store.channels.add(channel);
  return channel;
}

async function write(channel: Channel, ...titles: string[]): Promise<readonly Delivery[]> {
  const deliveries = titles.map((title): Delivery => {
    const message = {
      title,
      reason: "any-change",
      before: "a",
      after: "b",
      link: "/",
      sourceUrl: "https://a.example/",
      picture: null,
      at: now,
    };
    return {
      id: newId(DeliveryId, now),
      channelId: channel.id,
      personId: channel.personId,
      followId: null,
      observationId: null,
      message,
      state: "waiting",
      attempts: 0,
      dueAt: now,
      lastError: null,
      createdAt: now,
      sentAt: null,
    };
  });
  await store.deliveries.add(deliveries);
  return deliveries;
}

const listed = async (state: "waiting" | "sent" | "dead") =>
  (await store.deliveries.list(person.id, state, { limit: 99 })).items;

test("what waits is sent once, each with its own id", async () => {
  const deliveries = await write(await addChannel(), "one", "two");
  await notifier.sendDue();
  await notifier.sendDue();
  expect(bodies.map(({ data }) => data.id).sort()).toEqual(deliveries.map(({ id }) => id).sort());
  expect(await listed("sent")).toHaveLength(2);
});

test("a service that is down is tried again later and later, with the same id, until it is a dead letter", async () => {
  status = 503;
  const [delivery] = await write(await addChannel(), "one");
  const times: number[] = [];
  for (let at = 0; at < 30 && (await listed("waiting")).length > 0; at++) {
    const before = bodies.length;
    await notifier.sendDue();
    if (bodies.length > before) times.push(now);
    now = (await store.deliveries.nextDueAt([])) ?? now;
  }
  expect(bodies).toHaveLength(MAX_ATTEMPTS);
  expect(new Set(bodies.map(({ data }) => data.id))).toEqual(new Set([delivery?.id]));
  expect(times[2]! - times[1]!).toBe(2 * (times[1]! - times[0]!));
  expect(await listed("dead")).toMatchObject([{ lastError: expect.stringContaining("503"), attempts: MAX_ATTEMPTS }]);
  status = 200;
  await store.deliveries.revive(person.id, delivery!.id, now);
  await notifier.sendDue();
  expect(await listed("sent")).toHaveLength(1);
});

test("a refusal is a dead letter at once, and a receiver that left pauses its channel", async () => {
  const channel = await addChannel();
  status = 404;
  await write(channel, "one");
  await notifier.sendDue();
  expect(await listed("dead")).toHaveLength(1);
  status = 410;
  await write(channel, "two");
  await notifier.sendDue();
  expect((await store.channels.find(person.id, channel.id))?.pausedAt).toBe(now);
});

test("a digest gathers what was written and tells it in one letter", async () => {
  const channel = await addChannel({ gathering: { kind: "digest", pattern: "0 18 * * *", timeZone: "UTC" } });
  await write(channel, "one");
  await notifier.sendDue();
  now += HOUR;
  await write(channel, "two");
  now += HOUR;
  await write(channel, "three");
  await notifier.sendDue();
  expect(bodies).toEqual([]);
  now = NOON + 6 * HOUR;
  await notifier.sendDue();
  expect(bodies.map(({ data }) => data.entries.map(({ title }) => title))).toEqual([["one", "two", "three"]]);
  expect(await listed("sent")).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { attempts: 1 }]);
});

test("a digest is by sheet and by follow, whatever order things came in, and each follow once", async () => {
  const gathering = { kind: "digest", pattern: "18:00", timeZone: "UTC" } as const;
  const channel = await addChannel({ gathering });
  const message = (title: string) => ({
    ...{ title, reason: "any-change", before: null, after: null, link: "/", sourceUrl: "https://a.example/" },
    ...{ picture: null, at: now },
  });
  const [lamp, jobs, rain] = [newId(FollowId, now), newId(FollowId, now), newId(FollowId, now)];
  const told = [
    { followId: lamp, title: "Lamp" },
    { followId: rain, title: "Rain" },
    { followId: jobs, title: "Jobs" },
    { followId: lamp, title: "Lamp" },
  ].map(({ followId, title }) => ({ id: newId(DeliveryId, now), followId, message: message(title) }));
  const [first, ...others] = told as [(typeof told)[0], ...typeof told];
  const sheets = new Map([
    [jobs as string, { id: "w", title: "Work" }],
    [lamp as string, { id: "h", title: "Home" }],
  ]);
  const addresses = { baseUrl: "https://tessera.example/", picturePath: () => "/" };
  const outgoing = outgoingOf([first, ...others], addresses, { isDigest: true, sheets });
  expect(outgoing.title).toBe("4 changes: Lamp, Rain, Jobs");
  expect(outgoing.entries.map(({ sheet, title }) => [sheet?.title ?? null, title])).toEqual([
    ["Work", "Jobs"],
    ["Home", "Lamp"],
    ["Home", "Lamp"],
    [null, "Rain"],
  ]);
  expect(digestLines(outgoing, PLAIN, 1_000)).toBe(
    "Work\n• Jobs has changed\n\nHome\n• Lamp has changed\n• Lamp has changed\n\nOn no sheet\n• Rain has changed\n\nhttps://tessera.example/changes",
  );
  const html = digestHtml(outgoing, { picture: () => null });
  expect(html.match(/<h2>.*?<\/h2>/g)).toEqual(["<h2>Work</h2>", "<h2>Home</h2>", "<h2>On no sheet</h2>"]);
  // the links of a follow once
  expect(digestPlain(outgoing).match(/Source: /g)).toHaveLength(3);
  expect(html.match(/>Source</g)).toHaveLength(3);
  expect(digestLines(outgoing, PLAIN, 70)).toMatch(/^Work\n.*\n… and 3 more\n\nhttps:\/\/tessera.example\/changes$/s);
  // two sheets that are called the same stay two
  const alike = outgoingOf([first, ...others], addresses, {
    isDigest: true,
    sheets: new Map([...sheets].map(([id, sheet]) => [id, { ...sheet, title: "Same" }])),
  });
  expect(digestLines(alike, PLAIN, 1_000)).toMatch(/^Same\n• Jobs has changed\n\nSame\n• Lamp has changed\n/);
  const heads = ["<h2>Same</h2>", "<h2>Same</h2>", "<h2>On no sheet</h2>"];
  expect(digestHtml(alike, { picture: () => null }).match(/<h2>.*?<\/h2>/g)).toEqual(heads);
  await write(channel, "one");
  now = NOON + 6 * HOUR;
  await notifier.sendDue();
  expect(bodies).toHaveLength(1);
});

test("where nothing changed a digest is sent only by choice, at each of its times, and says so", async () => {
  const gathering = { kind: "digest", pattern: "18:00", timeZone: "UTC" } as const;
  const channel = await addChannel({ gathering: { ...gathering, isSentEmpty: true } });
  const silent = await addChannel({ gathering });
  for (const each of [channel, silent]) await planNextDigest(each, { store, clock: () => now });
  now = NOON + 6 * HOUR;
  await notifier.sendDue();
  expect(bodies.map(({ data }) => data.title)).toEqual(["Nothing has changed"]);
  // once, and with news there is no word of nothing
  await notifier.sendDue();
  expect(bodies).toHaveLength(1);
  await write(channel, "one");
  now += 24 * HOUR;
  await notifier.sendDue();
  expect(bodies.slice(1).map(({ data }) => data.entries.map(({ title }) => title))).toEqual([["one"]]);
  now += 24 * HOUR;
  await notifier.sendDue();
  expect(bodies.at(-1)?.data).toMatchObject({ title: "Nothing has changed", entries: [] });
  expect(bodies).toHaveLength(3);
  // no longer wanted
  await store.channels.change(person.id, channel.id, { gathering }, { now });
  now += 24 * HOUR;
  await notifier.sendDue();
  expect(bodies).toHaveLength(3);
  expect(await listed("waiting")).toEqual([]);
});

test("in quiet hours everything waits, retries too", async () => {
  const channel = await addChannel({ quietHours: { from: "12:30", to: "14:00", timeZone: "UTC" } });
  status = 503;
  await write(channel, "one");
  now += 29 * 60_000;
  await notifier.sendDue();
  expect(bodies).toHaveLength(1);
  status = 200;
  now += 5 * 60_000;
  await notifier.sendDue();
  expect(bodies).toHaveLength(1);
  now = NOON + 2 * HOUR;
  await notifier.sendDue();
  expect(bodies).toHaveLength(2);
});

test("the loop sends what was written before it started, and stops when told", async () => {
  await write(await addChannel(), "one");
  notifier.start();
  notifier.start();
  await until(() => bodies.length > 0);
  await notifier.stop();
  await notifier.stop();
  expect(await listed("sent")).toHaveLength(1);
});

test("a channel that cannot be sent on gives up its own message, with the reason, and nobody else's", async () => {
  const bob = await addPerson("bob");
  const room = {
    kind: "matrix",
    homeserver: url as never,
    accessToken: "t",
    roomId: "!half\ud800:example.org",
  } as const;
  // as it was stored before such input was refused
  const poisoned = await addChannel({ target: room });
  const zone = await addChannel({ quietHours: { from: "1:00", to: "2:00", timeZone: "Europe/Atlantis" } });
  await write(poisoned, "one", "two");
  await write(zone, "three");
  await write(await addChannel(), "mine");
  await write(await addChannel({ personId: bob.id }), "theirs");
  await notifier.sendDue();
  const dead = (await listed("dead")).map(({ message, lastError }) => [message.title, UNUSABLE.test(lastError ?? "")]);
  expect(dead.sort()).toEqual([
    ["one", true],
    ["three", true],
    ["two", true],
  ]);
  expect(bodies.map(({ data }) => data.entries[0]?.title).sort()).toEqual(["mine", "theirs"]);
  expect(await listed("waiting")).toEqual([]);
  expect(errors).toHaveLength(3);
  expect(await notifier.sendTest(poisoned, now)).toMatchObject({
    kind: "refused",
    error: expect.stringMatching(UNUSABLE),
  });
});

test("nobody waits for the slow channels of another, however many and with however much to say", async () => {
  const bob = await addPerson("bob");
  const target = { kind: "webhook", url: `${url}slow` as never, signingSecret: "correct horse battery" } as const;
  for (let at = 0; at < 12; at++)
    await write(await addChannel({ target }), ...Array.from({ length: 10 }, () => "slow"));
  notifier.start();
  await until(() => slow.length > 0);
  await write(await addChannel({ personId: bob.id }), "theirs");
  notifier.wake();
  await until(() => bodies.length > 0);
  expect(bodies.map(({ data }) => data.entries[0]?.title)).toEqual(["theirs"]);
  // of the one with the slow channels some are on their way, and none of them has been answered
  expect(await listed("sent")).toEqual([]);
});

test("what is due when the loop stops or a turn is over stays due, and has not been tried", async () => {
  const target = { kind: "webhook", url: `${url}slow` as never, signingSecret: "correct horse battery" } as const;
  await write(await addChannel({ target }), "one", "two");
  notifier.start();
  await until(() => slow.length > 0);
  const stopped = notifier.stop();
  letGo();
  await stopped;
  const [sent, waiting] = [await listed("sent"), await listed("waiting")];
  // of two that are due at the same moment either may be first
  expect([...sent, ...waiting].map(({ message }) => message.title).sort()).toEqual(["one", "two"]);
  expect(waiting).toMatchObject([{ attempts: 0, dueAt: now }]);
});

test("a test message says whether the channel works, and leaves nothing behind", async () => {
  const channel = await addChannel();
  expect(await notifier.sendTest(channel, now)).toEqual({ kind: "sent" });
  status = 401;
  expect(await notifier.sendTest(channel, now)).toMatchObject({ kind: "refused", reason: "refused" });
  status = 503;
  expect(await notifier.sendTest(channel, now)).toMatchObject({ kind: "again", reason: "busy" });
  status = 410;
  expect(await notifier.sendTest(channel, now)).toMatchObject({ kind: "left", reason: "left" });
  expect(await listed("waiting")).toEqual([]);
});

test("people are told in their own language, one by one, in a digest and by a test", async () => {
  await store.people.change(person.id, { locale: "de-AT" }, { now });
  const bob = { ...person, id: newId(PersonId, now), name: "bob", locale: "tlh" };
  await store.people.add(bob, "hash");
  await write(await addChannel(), "one");
  await write(await addChannel({ personId: bob.id }), "theirs");
  const digest = await addChannel({ gathering: { kind: "digest", pattern: "0 12 * * *", timeZone: "UTC" } });
  await write(digest, "two", "three");
  now += 24 * HOUR;
  await notifier.sendDue();
  await notifier.sendTest(digest, now);
  expect(bodies.map(({ data }) => data.title).sort()).toEqual([
    expect.stringMatching(/^2 Änderungen: (two, three|three, two)$/),
    "Tessera: Das ist ein Test, und der Kanal funktioniert",
    "one hat sich geändert",
    "theirs has changed",
  ]);
  expect(bodies.at(-1)?.data.entries).toMatchObject([{ after: "was jetzt darin steht" }]);
});
