/** A webhook of one's own: JSON, signed by the Standard Webhooks scheme (https://www.standardwebhooks.com). */
import { createHmac } from "node:crypto";
import type { ChannelTarget } from "@tessera/model";
import type { OutgoingMessage } from "../message/outgoing-message.ts";
import { type HttpRequest, jsonText } from "./http-request.ts";

/** What the scheme calls a secret: bytes as base64 after this prefix, or any other text as it is. */
const SECRET_PREFIX = "whsec_";

/**
 * `webhook-id` is the same on every attempt, `webhook-timestamp` is that of this attempt: a receiver drops ids that it
 * has seen and times that are too old, and so nobody can replay a request.
 */
export function webhookRequest(
  target: Extract<ChannelTarget, { kind: "webhook" }>,
  outgoing: OutgoingMessage,
  now: number,
): HttpRequest {
  const body = jsonText({ type: "tessera.told", timestamp: new Date(now).toISOString(), data: outgoing });
  const timestamp = String(Math.floor(now / 1_000));
  return {
    url: new URL(target.url),
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": outgoing.id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature(target.signingSecret, `${outgoing.id}.${timestamp}.${body}`)}`,
    },
    body,
  };
}

function signature(secret: string, content: string): string {
  const key = secret.startsWith(SECRET_PREFIX) ? Buffer.from(secret.slice(SECRET_PREFIX.length), "base64") : secret;
  return createHmac("sha256", key).update(content).digest("base64");
}
