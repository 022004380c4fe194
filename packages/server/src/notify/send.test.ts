import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { ChannelTarget, type Content } from "@tessera/model";
import { grantOf, type MailOut } from "@tessera/network";
import fc from "fast-check";
import { expect, test } from "vitest";
import { languageOf } from "./message/language.ts";
import type { OutgoingMessage } from "./message/outgoing-message.ts";
import {
  answer,
  messageAbout,
  NOW,
  origin,
  outgoing,
  received,
  sender,
  sendTo,
  targets,
  text,
} from "./send.fixture.ts";
import type { Sender } from "./send.ts";
import { type HttpTarget, requestOf } from "./services.ts";

test("every service gets its own form of the letter, with the change and the link", async () => {
  for (const target of targets(origin)) expect(await sendTo(target)).toEqual({ kind: "sent" });
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /hook",
    "POST /",
    "POST /gotify/message",
    "POST /discord",
    "POST /slack",
    "POST /bot1:abc/sendMessage",
    `PUT /_matrix/client/v3/rooms/!room:example.org/send/m.room.message/${outgoing.id}`,
    "POST /notify",
    "POST /push",
  ]);
  for (const { path, body } of received.filter((request) => request.path !== "/push")) {
    expect(body, path).toContain(outgoing.entries[0]!.link);
    expect(body, path).toMatch(/10\W.*→.*\W9\W.*@\u2060?everyone/);
  }
});

/** What a person reads first, on each service. */
async function readOn(told: OutgoingMessage): Promise<Record<string, string>> {
  received.length = 0;
  for (const target of targets(origin)) await sendTo(target, sender, told);
  const body = (path: string) => JSON.parse(received.find((request) => request.path?.endsWith(path))?.body ?? "null");
  const withoutLinks = (lines: string): string => lines.split("\n").slice(0, -2).join("\n");
  return {
    webhook: body("/hook").data.entries[0].headline,
    ntfy: withoutLinks(body("/").message),
    gotify: withoutLinks(body("/gotify/message").message),
    telegram: withoutLinks(body("/sendMessage").text),
    apprise: withoutLinks(body("/notify").body),
    matrix: withoutLinks(body(told.id).body),
    slack: body("/slack").blocks[0].text.text,
    discord: body("/discord").embeds[0].description,
  };
}

test("a number reads as old and new on every service", async () => {
  const told = messageAbout(text("38 visitors"), text("44 visitors"), "Visits");
  const plain = "Visits: 38 → 44 visitors (+6)";
  expect(await readOn(told)).toEqual({
    ...{ webhook: plain, ntfy: plain, gotify: plain, telegram: plain, apprise: plain, matrix: plain },
    slack: `*<${told.entries[0]?.link}|Visits>*: 38 → 44 visitors (+6)\n<https://shop.example/|Source>`,
    discord: "~~38~~ → **44** visitors \\(+6\\)\n[Source](<https://shop.example/>)",
  });
});

const list = (...titles: string[]): Content => ({
  ...text(titles.join("\n")),
  items: titles.map((title) => ({ key: title, title, text: title, href: `https://shop.example/${title}` })),
});

test("new items are named and linked on every service", async () => {
  const told = messageAbout(list("old", "older"), list("new", "newer", "old"), "In town");
  const [a, b, c] = ["new", "newer", "older"].map((name) => `https://shop.example/${name}`);
  const plain = `2 new in In town:\n• new ${a}\n• newer ${b}\n1 gone:\n• older ${c}`;
  expect(await readOn(told)).toEqual({
    ...{ ntfy: plain, gotify: plain, telegram: plain, apprise: plain, matrix: plain },
    webhook: "2 new in In town: new, newer",
    slack: `2 new in *<${told.entries[0]?.link}|In town>*:\n• <${a}|new>\n• <${b}|newer>\n1 gone:\n• <${c}|older>\n<https://shop.example/|Source>`,
    discord: `2 new:\n• [new](<${a}>)\n• [newer](<${b}>)\n1 gone:\n• [older](<${c}>)\n[Source](<https://shop.example/>)`,
  });
});

test("every service says it in the language of the person", async () => {
  const told = messageAbout(list("old", "older"), list("new", "old"), "In town", languageOf("de"));
  const [a, b] = ["new", "older"].map((name) => `https://shop.example/${name}`);
  const plain = `1 neu in In town:\n• new ${a}\n1 weg:\n• older ${b}`;
  expect(await readOn(told)).toEqual({
    ...{ ntfy: plain, gotify: plain, telegram: plain, apprise: plain, matrix: plain },
    webhook: "1 neu in In town: new",
    slack: `1 neu in *<${told.entries[0]?.link}|In town>*:\n• <${a}|new>\n1 weg:\n• <${b}|older>\n<https://shop.example/|Quelle>`,
    discord: `1 neu:\n• [new](<${a}>)\n1 weg:\n• [older](<${b}>)\n[Quelle](<https://shop.example/>)`,
  });
  const body = (path: string) => JSON.parse(received.find((request) => request.path === path)?.body ?? "null");
  expect(body("/slack").blocks[0].accessory.alt_text).toBe("Der Block");
  // fields and codes are the same in every language, and nothing of the language itself is sent
  expect(Object.keys(body("/hook").data)).toEqual(["id", "title", "text", "entries"]);
  expect(body("/hook").data.entries[0]).toMatchObject({ reason: "any-change", summary: { kind: "items" } });
});

test.each([
  ["en", "ltr", "Visits: 38 → 44", "Source"],
  ["de", "ltr", "Visits: 38 → 44", "Quelle"],
  ["ar", "rtl", "⁨Visits⁩: ⁨⁧⁨38⁩ ← ⁨44⁩⁩", "المصدر"],
])("a mail in %s says so, with its direction %s", async (code, direction, subject, source) => {
  const mails: Parameters<MailOut["send"]>[0][] = [];
  const mailOut = { send: async (mail: (typeof mails)[0]) => void mails.push(mail) } as unknown as MailOut;
  const told = messageAbout(text("38"), text("44"), "Visits", languageOf(code));
  const to = ChannelTarget.parse({ kind: "email", to: "a@example.org" });
  expect(await sendTo(to, { ...sender, mailOut }, told)).toEqual({ kind: "sent" });
  const [mail] = mails;
  expect(mail?.html).toMatch(new RegExp(`^<div lang="${code}" dir="${direction}"><p>.*</p></div>$`, "s"));
  expect(mail?.html).toContain(`>${source}</a>`);
  expect(mail?.text).toContain(`\n${source}: https://shop.example/`);
  expect(mail?.subject).toContain(subject);
});

test("what a page says calls nobody", async () => {
  for (const target of targets(origin)) await sendTo(target);
  const body = (path: string) => JSON.parse(received.find((request) => request.path === path)?.body ?? "null");
  expect(body("/slack").blocks[0].text.text).toContain("&lt;!channel&gt;");
  expect(body("/discord").allowed_mentions).toEqual({ parse: [] });
});

const HOSTILE = [
  "@everyone @here <@1234> <!channel> <#99> @room /kick",
  "[click](https://evil.example) ![x](https://evil.example/x.png) **bold** `code` ||spoiler|| # head > quote",
  "<https://evil.example|your bank> <a href='https://evil.example'>x</a> <script>alert(1)</script> &lt;b&gt;",
  "\r\nBcc: everyone@evil.example\r\nX-Priority: 1\u0000\u001b[31mred\u0007 \u202eevil\u202c",
  "{title} {said} {{ trigger }} $&$1 %s",
];

test.each(HOSTILE)("text of a page stays text on every service: %j", async (nasty) => {
  const mails: Parameters<MailOut["send"]>[0][] = [];
  const mailOut = { send: async (mail: (typeof mails)[0]) => void mails.push(mail) } as unknown as MailOut;
  const linked = { key: "a", title: nasty, text: nasty, href: "https://a.example/)>|x" };
  const after = { ...list("old"), items: [linked, ...list("old").items!] };
  for (const told of [
    messageAbout(text("calm"), text(nasty), nasty),
    messageAbout(list("old"), after, nasty),
    messageAbout(text(nasty), text("calm"), nasty, languageOf("ar")),
  ]) {
    received.length = 0;
    for (const target of targets(origin)) expect(await sendTo(target, sender, told)).toEqual({ kind: "sent" });
    expect(
      await sendTo(ChannelTarget.parse({ kind: "email", to: "a@example.org" }), { ...sender, mailOut }, told),
    ).toEqual({
      kind: "sent",
    });
    const body = (path: string) => JSON.parse(received.find((request) => request.path === path)?.body ?? "null");
    // nobody is called
    expect(body("/discord").allowed_mentions).toEqual({ parse: [] });
    const discord = JSON.stringify(body("/discord"));
    expect(discord).not.toMatch(/(?<!\\\\)(?:@everyone|@here|<@|<#)/);
    expect(discord).not.toMatch(/(?<!\\\\)\]\(https:\/\/evil/);
    expect(JSON.stringify(body("/slack"))).not.toMatch(/<(?:!|@|#|https:\/\/evil)/);
    expect(body("/bot1:abc/sendMessage").text).not.toMatch(/(?:^|\s)[@/]\w/);
    // nothing that ends a line of a header, moves a cursor or turns the text around
    for (const { headers, body: sent } of received) {
      expect(Object.values(headers).join("")).not.toMatch(/evil/);
      expect(sent).not.toMatch(/\\u00(?:0[0-8bcef]|1)|\u202e/);
    }
    expect(body("/").title).not.toMatch(/\p{Cc}/u);
    // and in a mail no markup but ours
    const { subject, html, text: plain } = mails.at(-1)!;
    expect(subject).not.toMatch(/\p{Cc}/u);
    expect(plain.replace(/\n/g, "")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(html.replace(/<\/?(?:div|p|b|a|br|del|ins|img|hr)\b[^<>]*>/g, "")).not.toMatch(/[<>]/);
    expect(html.match(/href="[^"]*"/g)?.filter((href) => /^href="https:\/\/evil/.test(href)) ?? []).toEqual([]);
  }
});

test("a receiver can check who sent a webhook, and drop repeats", async () => {
  const [webhook] = targets(origin) as [ChannelTarget];
  await sendTo(webhook);
  const { headers, body } = received[0]!;
  expect(headers["webhook-id"]).toBe(outgoing.id);
  expect(headers["webhook-timestamp"]).toBe("1800000000");
  const expected = createHmac("sha256", "correct horse battery")
    .update(`${outgoing.id}.1800000000.${body}`)
    .digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
});

test("without a secret a webhook is the same but for the signature", async () => {
  const [webhook] = targets(origin) as [Extract<ChannelTarget, { kind: "webhook" }>];
  await sendTo(webhook);
  await sendTo({ ...webhook, signingSecret: null });
  const [signed, unsigned] = received;
  expect(unsigned?.body).toBe(signed?.body);
  expect(unsigned?.headers["webhook-id"]).toBe(outgoing.id);
  expect(unsigned?.headers).not.toHaveProperty("webhook-signature");
});

test.each([
  [200, "sent"],
  [204, "sent"],
  [302, "refused"],
  [400, "refused"],
  [401, "refused"],
  [404, "refused"],
  [410, "left"],
  [429, "again"],
  [500, "again"],
  [503, "again"],
])("an answer of %i means %s", async (status, kind) => {
  answer.current = { status, headers: { "retry-after": "120", location: "http://127.0.0.1/" } };
  const outcome = await sendTo(targets(origin)[0]!);
  expect(outcome.kind).toBe(kind);
  if (outcome.kind === "again") expect(outcome.retryAfterMs).toBe(120_000);
});

test("a target that is accepted can be written to, whatever its fields contain", () => {
  const unit = fc.constantFrom(
    "a",
    "%E0%A4%A",
    "%",
    "\ud800",
    "\udc00",
    "\n",
    "\r\n",
    "\u0000",
    "\u007f",
    " ",
    "é",
    "/",
    ":",
  );
  const value = fc.oneof(
    fc.string({ unit, maxLength: 8 }),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom("t", "!room:example.org"),
  );
  const httpTargets = targets("https://service.test").filter((one): one is HttpTarget => one.kind !== "web-push");
  let accepted = 0;
  fc.assert(
    fc.property(fc.constantFrom(...httpTargets), fc.dictionary(fc.nat(4).map(String), value), (target, changes) => {
      const fields = Object.keys(target).filter((field) => field !== "kind");
      const changed = Object.entries(changes).flatMap(([at, text]) => {
        const field = fields[Number(at)];
        const isAddress = /url|homeserver/i.test(field ?? "");
        return field ? [[field, isAddress ? `https://service.test/${text}` : text]] : [];
      });
      const parsed = ChannelTarget.safeParse({ ...target, ...Object.fromEntries(changed) });
      if (!parsed.success) return;
      accepted += 1;
      const request = requestOf(parsed.data as HttpTarget, outgoing, NOW);
      expect(() => new Headers(request.headers)).not.toThrow();
      expect(request.url.origin).toBe("https://service.test");
      if (parsed.data.kind === "ntfy") expect(JSON.parse(request.body).topic).toMatch(/./s);
    }),
    { numRuns: 200 },
  );
  expect(accepted).toBeGreaterThan(20);
});

test.each([
  { kind: "ntfy", url: "https://ntfy.test/%E0%A4%A", token: null },
  { kind: "ntfy", url: "https://ntfy.test/", token: null },
  { kind: "ntfy", url: "https://ntfy.test/topic", token: "a\r\nx-evil: 1" },
  { kind: "gotify", url: "https://gotify.test/", token: "ü" },
  { kind: "telegram", apiUrl: "https://telegram.test/", botToken: "1:\ud800", chatId: "5" },
  { kind: "telegram", apiUrl: "https://telegram.test/", botToken: "1:a", chatId: "" },
  { kind: "matrix", homeserver: "https://matrix.test/", accessToken: "t", roomId: "!\ud800:example.org" },
  { kind: "matrix", homeserver: "https://matrix.test/", accessToken: "t\u0000", roomId: "!r:example.org" },
])("a channel that could not be sent on is refused when it is saved: %j", (target) => {
  expect(ChannelTarget.safeParse(target).success).toBe(false);
});

test("halves of characters in what a page says reach no service", async () => {
  const told = messageAbout(text("half \ud800"), text("other half \udc00"), "Title \ud800");
  for (const target of targets(origin)) expect(await sendTo(target, sender, told)).toEqual({ kind: "sent" });
  for (const { path, body } of received.filter((request) => request.path !== "/push")) {
    expect(body, path).not.toMatch(/\\ud[89a-f]/i);
  }
});

test("no channel reaches what the guard forbids", async () => {
  const { port } = new URL(origin);
  for (const host of [
    "127.0.0.1",
    "localhost",
    "[::1]",
    "0x7f.1",
    "169.254.169.254",
    "10.0.0.1",
    "[::ffff:127.0.0.1]",
  ]) {
    for (const target of targets(`http://${host}:${port}`)) {
      const outcome = await sendTo(target);
      expect(outcome.kind, `${target.kind} to ${host}`).toBe("refused");
    }
  }
  expect(received).toEqual([]);
});

test("a service that cannot be reached is tried again; mail without a mail server is not", async () => {
  expect((await sendTo(targets("http://service.test:9")[0]!)).kind).toMatch(/again|refused/);
  const refused = await sendTo(ChannelTarget.parse({ kind: "email", to: "a@example.org" }));
  expect(refused).toMatchObject({
    kind: "refused",
    reason: "no-mail-server",
    error: expect.stringContaining("TESSERA_SMTP_HOST"),
  });
});

test("a private host is told of changes where it is allowed for that, and what it answers is not quoted", async () => {
  const inside = createServer((_request, response) => response.writeHead(500).end("the secret of the host"));
  inside.listen(0, "127.0.0.1");
  await new Promise((ready) => inside.once("listening", ready));
  const address = inside.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const allowed: Sender = { ...sender, grantFor: async (url) => (Number(url.port) === port ? grantOf(url) : null) };
  for (const target of targets(`http://127.0.0.1:${port}`)) {
    expect(await sendTo(target)).toMatchObject({ kind: "refused" });
    const outcome = await sendTo(target, allowed);
    expect(outcome).toMatchObject({ kind: "again", error: `127.0.0.1:${port} answered 500` });
  }
  const elsewhere = targets(`http://127.0.0.1:${port === 1 ? 2 : port - 1}`)[0]!;
  expect(await sendTo(elsewhere, allowed)).toMatchObject({ kind: "refused" });
  inside.close();
});
