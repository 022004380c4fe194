import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { numbersIn } from "@tessera/engine";
import { ChannelTarget, type Content, DeliveryId, FollowId, ObservationId, PersonId } from "@tessera/model";
import { createGuard, HttpClient, makePushKeys } from "@tessera/network";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareContents } from "../changes/compare.ts";
import { messageOf } from "./compose.ts";
import { outgoingOf } from "./message/outgoing-message.ts";
import { send } from "./send.ts";

const GUIDE = readFileSync(new URL("../../../../docs/guide/messages.md", import.meta.url), "utf8");
const AT = Date.UTC(2026, 2, 2, 8, 30);
const ID = "019579a2-6ea0-7000-8000-000000000001";

const bodies: unknown[] = [];
const service = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    bodies.push(JSON.parse(body));
    response.writeHead(204).end();
  });
});
const httpClient = new HttpClient({
  guard: createGuard({ resolver: async () => ["127.9.9.9"], publicNetworks: ["127.9.9.9/32"] }),
});
let origin = "";
beforeAll(async () => {
  service.listen(0, "127.9.9.9");
  await new Promise((ready) => service.once("listening", ready));
  const address = service.address();
  origin = `http://service.test:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(async () => {
  await httpClient.close();
  service.close();
});

/** The example below a comment `<!-- example: NAME -->`. */
function exampleOf(name: string): unknown {
  const [, json = ""] = new RegExp(`<!-- example: ${name} -->\\s*\`\`\`json\\n(.*?)\`\`\``, "s").exec(GUIDE) ?? [];
  if (json === "") throw new Error(`the guide has no example of ${name}`);
  return JSON.parse(json);
}

const text = (value: string): Content => ({ text: value, html: "", items: null, pictures: [] });

/** The lamp of the guide. */
function lamp() {
  const message = messageOf(
    {
      ...{ follow: { id: FollowId.parse(ID), title: "Lamp" }, condition: { kind: "any-change" } },
      ...{ observationId: ObservationId.parse(ID), change: compareContents(text("129 €"), text("99 €")) },
      ...{ numbers: numbersIn("99 €", "en"), last: null, now: null, movedTo: null },
      ...{ sourceUrl: "https://shop.example/lamp", pageTitle: "Lamps", picture: null },
    },
    AT,
  );
  const addresses = { baseUrl: "https://tessera.example/", picturePath: () => "/" };
  return outgoingOf([{ id: DeliveryId.parse(ID), followId: FollowId.parse(ID), message }], addresses);
}

test.each([
  ["webhook", { kind: "webhook", url: "/hook", signingSecret: null }],
  ["ntfy", { kind: "ntfy", url: "/my-topic", token: null }],
  ["discord", { kind: "discord", webhookUrl: "/discord" }],
])("what the guide says a %s gets is what it gets", async (name, { kind, ...fields }) => {
  const placed = Object.entries(fields).map(([field, value]) => [
    field,
    value?.startsWith("/") ? origin + value : value,
  ]);
  const target = ChannelTarget.parse({ kind, ...Object.fromEntries(placed) });
  const sender = {
    ...{ httpClient, opened: () => target, grantFor: async () => null, mailOut: null, pushKeys: makePushKeys() },
    ...{ baseUrl: "https://tessera.example/", picturePath: () => "/", pictureOf: async () => null },
  };
  bodies.length = 0;
  expect(await send({ target, personId: PersonId.parse(ID) }, lamp(), sender, AT)).toEqual({ kind: "sent" });
  expect(bodies).toEqual([exampleOf(name)]);
});

test("the fields that the examples for other programs use are there", () => {
  const hook = exampleOf("webhook") as Record<string, never>;
  const paths = [...GUIDE.matchAll(/(?:trigger\.json|\$json\.body)\.([\w.[\]]+)/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    const value = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reduce((at: never, step) => at?.[step], hook as never);
    expect(value, path).toBeDefined();
  }
});
