/** Web push: this browser as a channel. */
import { ask } from "../api/ask.ts";
import { addChannel } from "../api/channels.ts";
import type { ChannelReply } from "../api/replies.ts";

export type PushOutcome =
  | { readonly kind: "added"; readonly channel: ChannelReply }
  /** The person said no, now or earlier. */
  | { readonly kind: "denied" }
  | { readonly kind: "unable" };

/** False where the browser cannot, or the page did not come over a secure connection. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Asks the person, subscribes at the browser's push service and adds the channel. */
export async function subscribe(name: string): Promise<PushOutcome> {
  if (!canPush()) return { kind: "unable" };
  if ((await Notification.requestPermission()) !== "granted") return { kind: "denied" };
  const { publicKey } = await ask<{ readonly publicKey: string }>("GET", "/push-key");
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => null);
  if (!subscription) return { kind: "unable" };
  const { endpoint, keys } = subscription.toJSON();
  const target = { kind: "web-push", endpoint, p256dh: keys?.p256dh, auth: keys?.auth };
  const channel = await addChannel({
    name,
    target,
    isDefault: true,
    quietHours: null,
    gathering: { kind: "each" },
  });
  return { kind: "added", channel };
}
