/** Web push (RFC 8030, 8291, 8292): encrypted by the library, sent through the one way out. */
import webPush from "web-push";
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

/** A new pair of keys for an instance; the public one goes to the browsers. */
export function makePushKeys(): PushKeys {
  return webPush.generateVAPIDKeys();
}

/** Any answer of the push service is a result; throws a CaptureFailure when there is none. */
export async function sendPush(httpClient: HttpClient, push: Push): Promise<FetchedResponse> {
  const { endpoint, headers, body } = requestOf(push);
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
function requestOf(push: Push): webPush.RequestDetails {
  const { endpoint, p256dh, auth } = push.subscription;
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, push.payload, {
      vapidDetails: { subject: push.subject, ...push.keys },
      TTL: push.ttlSeconds,
      contentEncoding: "aes128gcm",
    });
  } catch (cause) {
    throw new CaptureFailure("protocol", { message: "the push subscription is not valid", retry: "never", cause });
  }
}
