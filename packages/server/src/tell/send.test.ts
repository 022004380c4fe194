import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createGuard, makePushKeys, WayOut } from "@tessera/capture";
import { ChannelTarget } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Letter } from "./letter.ts";
import { type Sender, send } from "./send.ts";

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const NOW = 1_800_000_000_500;
const received: Received[] = [];
let answer: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
const service = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    received.push({ method: request.method, path: request.url, headers: request.headers, body });
    response.writeHead(answer.status, answer.headers).end("what the service says");
  });
});
const wayOut = new WayOut({
  guard: createGuard({ resolver: async () => ["127.0.0.1"], allowHosts: ["service.test"] }),
});
const sender: Sender = {
  wayOut,
  mailOut: null,
  pushKeys: makePushKeys(),
  baseUrl: "https://tessera.example/",
  picturePath: (hash) => `/pictures/${hash}/signed`,
  pictureOf: async () => null,
};
let origin = "";

beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await new Promise((ready) => service.once("listening", ready));
  const address = service.address();
  origin = `http://service.test:${typeof address === "object" && address ? address.port : 0}`;
});
beforeEach(() => {
  received.length = 0;
  answer = { status: 200, headers: {} };
});
afterAll(async () => {
  await wayOut.close();
  service.close();
});

const letter: Letter = {
  id: "019a0000-0000-7000-8000-000000000001",
  title: "Price <!channel> has changed",
  entries: [
    {
      title: "Price <!channel>",
      event: "has changed",
      before: "10 € @everyone",
      after: "9 €",
      link: "https://tessera.example/follows/1",
      sourceUrl: "https://shop.example/",
      pictureUrl: "https://tessera.example/pictures/1",
      at: NOW,
    },
  ],
};

/** Every kind of channel that talks HTTP, with its addresses below `base`. */
const targets = (base: string): ChannelTarget[] =>
  [
    { kind: "webhook", url: `${base}/hook`, signingSecret: "correct horse battery" },
    { kind: "ntfy", url: `${base}/my-topic`, token: "t" },
    { kind: "gotify", url: `${base}/gotify/`, token: "t" },
    { kind: "discord", webhookUrl: `${base}/discord` },
    { kind: "slack", webhookUrl: `${base}/slack` },
    { kind: "telegram", apiUrl: base, botToken: "1:abc", chatId: "5" },
    { kind: "matrix", homeserver: base, accessToken: "t", roomId: "!room:example.org" },
    { kind: "apprise", url: `${base}/notify`, targets: "mailto://x" },
    {
      kind: "web-push",
      endpoint: `${base}/push`,
      p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
      auth: "tBHItJI5svbpez7KI4CCXg",
    },
  ].map((target) => ChannelTarget.parse(target));

test("every service gets its own form of the letter, with before, after and link", async () => {
  for (const target of targets(origin)) expect(await send(target, letter, sender, NOW)).toEqual({ kind: "sent" });
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /hook",
    "POST /",
    "POST /gotify/message",
    "POST /discord",
    "POST /slack",
    "POST /bot1:abc/sendMessage",
    `PUT /_matrix/client/v3/rooms/!room:example.org/send/m.room.message/${letter.id}`,
    "POST /notify",
    "POST /push",
  ]);
  for (const { path, body } of received.filter((request) => request.path !== "/push")) {
    expect(body, path).toContain("https://tessera.example/follows/1");
    expect(body, path).toMatch(/10 € \\*@everyone/);
    expect(body, path).toContain("9 €");
  }
});

test("what a page says calls nobody", async () => {
  for (const target of targets(origin)) await send(target, letter, sender, NOW);
  const body = (path: string) => JSON.parse(received.find((request) => request.path === path)?.body ?? "null");
  expect(body("/slack").blocks[0].text.text).toContain("&lt;!channel&gt;");
  expect(body("/discord").allowed_mentions).toEqual({ parse: [] });
});

test("a receiver can check who sent a webhook, and drop repeats", async () => {
  const [webhook] = targets(origin) as [ChannelTarget];
  await send(webhook, letter, sender, NOW);
  const { headers, body } = received[0]!;
  expect(headers["webhook-id"]).toBe(letter.id);
  expect(headers["webhook-timestamp"]).toBe("1800000000");
  const expected = createHmac("sha256", "correct horse battery")
    .update(`${letter.id}.1800000000.${body}`)
    .digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
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
  answer = { status, headers: { "retry-after": "120", location: "http://127.0.0.1/" } };
  const outcome = await send(targets(origin)[0]!, letter, sender, NOW);
  expect(outcome.kind).toBe(kind);
  if (outcome.kind === "again") expect(outcome.retryAfterMs).toBe(120_000);
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
      const outcome = await send(target, letter, sender, NOW);
      expect(outcome.kind, `${target.kind} to ${host}`).toBe("refused");
    }
  }
  expect(received).toEqual([]);
});

test("a service that cannot be reached is tried again; mail without a mail server is not", async () => {
  expect((await send(targets("http://service.test:9")[0]!, letter, sender, NOW)).kind).toMatch(/again|refused/);
  const refused = await send(ChannelTarget.parse({ kind: "email", to: "a@example.org" }), letter, sender, NOW);
  expect(refused).toMatchObject({ kind: "refused", error: expect.stringContaining("TESSERA_SMTP_HOST") });
});
