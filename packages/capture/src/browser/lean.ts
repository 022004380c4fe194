/** What a lean capture leaves out: media and fonts by their kind, advertisers by a maintained list of who is one. */
import type { CDPSession } from "playwright-core";
import thirdParties from "third-party-web/nostats-subset.js";

const LEFT_OUT = ["Media", "Font"] as const;

/** Requests of these kinds fail before they reach the network; all others are not even looked at. */
export async function leaveOutMedia(session: CDPSession): Promise<void> {
  session.on("Fetch.requestPaused", ({ requestId }) => {
    session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: LEFT_OUT.map((resourceType) => ({ resourceType })) });
}

export async function letMediaIn(session: CDPSession): Promise<void> {
  await session.send("Fetch.disable");
}

/** True where a host belongs to an advertiser that is not the page's own company. */
export function isAdvertiser(hostname: string, pageUrl: URL): boolean {
  const entity = thirdParties.getEntity(`https://${hostname}/`);
  return entity?.category === "ad" && entity.name !== thirdParties.getEntity(pageUrl.href)?.name;
}
