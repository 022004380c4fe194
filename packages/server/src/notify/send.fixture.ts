/** Services of every kind behind one server, and letters to send to them. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { numbersIn } from "@tessera/engine";
import {
  BodyHash,
  ChannelId,
  ChannelTarget,
  type Content,
  type Delivery,
  FollowId,
  newId,
  ObservationId,
  PersonId,
} from "@tessera/model";
import { createGuard, HttpClient, makePushKeys } from "@tessera/network";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { compareContents } from "../changes/compare.ts";
import { deliveriesOf } from "./compose.ts";
import { languageOf } from "./message/language.ts";
import { type OutgoingMessage, outgoingOf } from "./message/outgoing-message.ts";
import { type Sender, send } from "./send.ts";

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const NOW = 1_800_000_000_500;
export const received: Received[] = [];
/** What the services answer. */
export const answer: { current: { status: number; headers: Record<string, string> } } = {
  current: { status: 200, headers: {} },
};
const service = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    received.push({ method: request.method, path: request.url, headers: request.headers, body });
    response.writeHead(answer.current.status, answer.current.headers).end("what the service says");
  });
});
// a connection that the server ends while a test keeps the thread busy would look like a failure of the service
service.keepAliveTimeout = 0;
const httpClient = new HttpClient({
  guard: createGuard({
    resolver: async (name) => [name === "service.test" ? "127.9.9.9" : "127.0.0.1"],
    publicNetworks: ["127.9.9.9/32"],
  }),
});
export const sender: Sender = {
  opened: ({ target }) => target,
  httpClient,
  grantFor: async () => null,
  mailOut: null,
  pushKeys: makePushKeys(),
  baseUrl: "https://tessera.example/",
  picturePath: (hash) => `/pictures/${hash}/signed`,
  pictureOf: async () => null,
};
export let origin = "";

beforeAll(async () => {
  service.listen(0, "127.9.9.9");
  await new Promise((ready) => service.once("listening", ready));
  const address = service.address();
  origin = `http://service.test:${typeof address === "object" && address ? address.port : 0}`;
});
beforeEach(() => {
  received.length = 0;
  answer.current = { status: 200, headers: {} };
});
afterAll(async () => {
  await httpClient.close();
  service.close();
});

/** The letter about a change, on the way that every change takes. */
export function messageAbout(
  before: Content,
  after: Content,
  title = "Price <!channel>",
  language = languageOf("en"),
): OutgoingMessage {
  return outgoingOf([deliveryAbout(before, after, title)], sender, { language });
}

export function deliveryAbout(before: Content, after: Content, title: string): Delivery {
  const change = compareContents(before, after);
  const ids = { id: newId(FollowId, 0), personId: newId(PersonId, 0), channels: [newId(ChannelId, 0)] };
  const [delivery] = deliveriesOf(
    {
      ...{ follow: { ...ids, title }, condition: { kind: "any-change" }, observationId: newId(ObservationId, 0) },
      ...{
        change,
        numbers: numbersIn(after.text),
        last: null,
        now: null,
        movedTo: null,
        sourceUrl: "https://shop.example/",
      },
      picture: BodyHash.parse("a".repeat(64)),
    },
    NOW,
  );
  return delivery!;
}

export const text = (value: string): Content => ({ text: value, html: "", items: null, pictures: [] });
export const outgoing = messageAbout(text("10 € @everyone"), text("9 € @everyone"));

export const sendTo = (target: ChannelTarget, by: Sender = sender, told: OutgoingMessage = outgoing) =>
  send({ target, personId: newId(PersonId, NOW) }, told, by, NOW);

/** Every kind of channel that talks HTTP, with its addresses below `base`. */
export const targets = (base: string): ChannelTarget[] =>
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
