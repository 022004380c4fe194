/** Web push (RFC 8030, 8291, 8292): encrypted by the library, sent through the one way out. */
import { createECDH } from "node:crypto";
import type webPush from "web-push";
import type { PrivateGrant } from "../guard/allow-list.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import type { HttpClient } from "./http-client.ts";
import type { FetchedResponse } from "./response.ts";

export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Push {
  readonly subscription: PushSubscription;
  readonly payload: string;
  readonly keys: PushKeys;
  /** Who sends, as a URL or mailto: push services ask for it. */
  readonly subject: string;
  /** How long the service keeps it for a browser that is away. */
  readonly ttlSeconds: number;
  /** The push service itself, where it is a private host that may be sent messages. */
  readonly grant?: PrivateGrant | null;
}

const KEY_BYTES = 32;

/** A new pair of keys for an instance, on the curve of RFC 8292; the public one goes to the browsers. */
export function makePushKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // a number that begins with zeros is given in fewer bytes
  const privateKey = Buffer.concat([Buffer.alloc(KEY_BYTES), pair.getPrivateKey()]).subarray(-KEY_BYTES);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}

/** Any answer of the push service is a result; throws a CaptureFailure when there is none. */
export async function sendPush(httpClient: HttpClient, push: Push): Promise<FetchedResponse> {
  const { endpoint, headers, body } = await requestOf(push);
  const { "Content-Length": _, ...others } = headers;
  return httpClient.fetch(new URL(endpoint), {
    method: "POST",
    headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
    body: body ?? "",
    maxRedirects: 0,
    grant: push.grant,
  });
}

/** The keys come from a browser, or from whoever pretends to be one. */
async function requestOf(push: Push): Promise<webPush.RequestDetails> {
  const { default: library } = await import("web-push");
  const { endpoint, p256dh, auth } = push.subscription;
  try {
    return library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, push.payload, {
      vapidDetails: { subject: push.subject, ...push.keys },
      TTL: push.ttlSeconds,
      contentEncoding: "aes128gcm",
    });
  } catch (cause) {
    throw new CaptureFailure("protocol", { message: "the push subscription is not valid", retry: "never", cause });
  }
}
