import { type Channel, ChannelId, ChannelTarget, newId, type Person, PersonId, StoredChannel } from "@tessera/model";
import { openSqlite, type Store } from "@tessera/store";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ChannelSecrets } from "./channel-secrets.ts";
import { Sealing } from "./sealing.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const secrets = new ChannelSecrets(new Sealing(() => Buffer.alloc(32, 7)));
const strangers = new ChannelSecrets(new Sealing(() => Buffer.alloc(32, 8)));
const keyless = new ChannelSecrets(new Sealing(() => null));

const token = fc.stringMatching(/^[\x21-\x7e]{12,60}$/);
/** One of every kind, with its secrets. */
const targets: fc.Arbitrary<{ target: unknown; hidden: string[] }> = fc
  .tuple(token, fc.nat(9))
  .map(([secret, kind]) => {
    const url = "https://a.example/topic";
    const address = `https://hooks.example/${encodeURIComponent(secret)}`;
    const all: { target: unknown; hidden: string[] }[] = [
      { target: { kind: "web-push", endpoint: url, p256dh: "key", auth: secret }, hidden: [secret] },
      { target: { kind: "email", to: "a@example.org" }, hidden: [] },
      { target: { kind: "webhook", url, signingSecret: secret }, hidden: [secret] },
      { target: { kind: "ntfy", url, token: null }, hidden: [] },
      { target: { kind: "ntfy", url, token: secret }, hidden: [secret] },
      { target: { kind: "discord", webhookUrl: address }, hidden: [address] },
      { target: { kind: "slack", webhookUrl: address }, hidden: [address] },
      { target: { kind: "telegram", apiUrl: url, botToken: secret, chatId: "7" }, hidden: [secret] },
      { target: { kind: "matrix", homeserver: url, accessToken: secret, roomId: "!a:b" }, hidden: [secret] },
      { target: { kind: "apprise", url, targets: secret }, hidden: [secret] },
    ];
    return all[kind]!;
  });

function channelTo(target: unknown, personId = newId(PersonId, NOW)): Channel {
  return {
    ...{
      id: newId(ChannelId, NOW),
      personId,
      name: "x",
      target: ChannelTarget.parse(target),
      quietHours: null,
      gathering: { kind: "each" },
      form: null,
    },
    ...{ isDefault: false, pausedAt: null, createdAt: NOW, updatedAt: NOW, version: 1 },
  };
}

test("what is stored of any channel holds none of its secrets, and opens to what was given for this channel alone", () => {
  fc.assert(
    fc.property(targets, ({ target, hidden }) => {
      const channel = channelTo(target);
      const stored = { ...channel, target: secrets.sealed(channel) };
      const written = JSON.stringify(stored);
      for (const secret of hidden) expect(written).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(StoredChannel.parse(JSON.parse(written))).toEqual(stored);
      expect(secrets.opened(stored)).toEqual(target);
      const elsewhere = hidden.length > 0 ? null : target;
      expect(strangers.opened(stored)).toEqual(elsewhere);
      expect(secrets.opened({ ...stored, id: newId(ChannelId, NOW) })).toEqual(elsewhere);
      expect(secrets.opened({ ...stored, personId: newId(PersonId, NOW) })).toEqual(elsewhere);
    }),
  );
});

test("without a key a channel works as it always did", () => {
  const channel = channelTo({ kind: "gotify", url: "https://a.example/", token: "abc" });
  expect(keyless.sealed(channel)).toEqual(channel.target);
  expect(keyless.opened(channel)).toEqual(channel.target);
});

let store: Store;
let ada: Person;
beforeEach(async () => {
  store = await openSqlite({ directory: null, now: NOW });
  ada = {
    ...{ id: newId(PersonId, NOW), name: "ada", displayName: "Ada", role: "owner", locale: "en", timeZone: "UTC" },
    ...{ createdAt: NOW, disabledAt: null, version: 1 },
  };
  await store.people.add(ada, "hash");
});
afterEach(() => store.close());

test("channels from before there was sealing are sealed once, and lose nothing", async () => {
  const given = [
    { kind: "webhook", url: "https://a.example/", signingSecret: "in the clear" },
    { kind: "ntfy", url: "https://ntfy.example/topic", token: null },
    { kind: "email", to: "a@example.org" },
    { kind: "slack", webhookUrl: "https://hooks.example/in-the-clear" },
  ];
  const channels = given.map((target) => channelTo(target, ada.id));
  for (const channel of channels) await store.channels.add(channel);
  expect(await keyless.sealStored(store, NOW)).toBe(0);
  expect(await secrets.sealStored(store, NOW)).toBe(2);
  const stored = await store.channels.list(ada.id);
  expect(JSON.stringify(stored)).not.toMatch(/in.the.clear/);
  const opened = (id: ChannelId) => secrets.opened(stored.find((channel) => channel.id === id)!);
  expect(channels.map(({ id }) => opened(id))).toEqual(given);
  expect(await secrets.sealStored(store, NOW)).toBe(0);
  expect((await store.upkeep.examine({ now: NOW, repair: false })).findings).toEqual([]);
});
