import { createECDH, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createGuard } from "../guard/guard.ts";
import { loopbackGuard } from "../loopback/loopback-site.fixture.ts";
import { HttpClient } from "./http-client.ts";
import { makePushKeys, sendPush } from "./push-out.ts";

const subscriber = createECDH("prime256v1");
subscriber.generateKeys();
const keys = makePushKeys();

function push(endpoint: string, p256dh = subscriber.getPublicKey("base64url")) {
  const subscription = { endpoint, p256dh, auth: randomBytes(16).toString("base64url") };
  return { subscription, payload: "the secret text", keys, subject: "https://tessera.example/", ttlSeconds: 60 };
}

test("a push is encrypted, signed and sent through the guard", async () => {
  const received: { request: IncomingMessage; body: Buffer }[] = [];
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ request, body: Buffer.concat(chunks) });
      response.writeHead(201).end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => service.once("listening", ready));
  const address = service.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const httpClient = new HttpClient({ guard: loopbackGuard(["push.test"]) });
  const { status } = await sendPush(httpClient, push(`http://push.test:${port}/subscription/1`));
  expect(status).toBe(201);
  expect(received[0]?.request.headers).toMatchObject({
    ttl: "60",
    "content-encoding": "aes128gcm",
    authorization: expect.stringMatching(/^vapid t=/),
  });
  expect(received[0]?.body.toString("latin1")).not.toContain("secret");
  await expect(sendPush(httpClient, push(`http://127.0.0.1:${port}/x`))).rejects.toMatchObject({
    code: "forbidden-address",
  });
  await httpClient.close();
  service.close();
});

test("a subscription with keys that are none is refused for good", async () => {
  const httpClient = new HttpClient({ guard: createGuard() });
  await expect(sendPush(httpClient, push("https://push.example/1", "AAAA"))).rejects.toMatchObject({ retry: "never" });
  await httpClient.close();
});
