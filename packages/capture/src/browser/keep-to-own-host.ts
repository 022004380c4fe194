/** A private host is open to the documents on it and to no other: what a tab opens elsewhere begins without the grant. */
import { destinationOf } from "@tessera/network";
import { isGranted, type PrivateGrant } from "@tessera/network/allow-list";
import type { Tab } from "./tab.ts";

/**
 * Gives the tab the grant, and asks before every document of any frame, redirects included. A foreign document in a
 * frame would act beside the page and is left out; one in place of the page is let in once the grant is withdrawn and
 * no connection to the host is left. The page's own scripts, and those it loads from elsewhere, are the page.
 */
export async function keepToOwnHost({ context, page, browserProxy }: Tab, grant: PrivateGrant): Promise<void> {
  // Its own, because a session has one list of what it stops, and a lean capture stops other things.
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  let isGivenUp = false;
  session.on("Fetch.requestPaused", ({ requestId, request, frameId }) => {
    const isPage = frameId === frameTree.frame.id;
    const isLeftOut = !isGivenUp && !isPage && !isOwn(request.url, grant);
    if (isPage && !isOwn(request.url, grant)) {
      isGivenUp = true;
      browserProxy.withdrawGrant();
    }
    const answered = isLeftOut
      ? session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" })
      : session.send("Fetch.continueRequest", { requestId });
    // The request or the whole tab may be gone by now.
    answered.catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document" }] });
  browserProxy.grant(grant);
}

/** `blob:`, `data:` and the like have no server: the page has made them. */
function isOwn(address: string, grant: PrivateGrant): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return !url || !/^https?:$/.test(url.protocol) || isGranted(grant, destinationOf(url));
}

/** Tells hosts that belong to an advertiser which is not the page's own company. The list is large: loaded when needed. */
export async function advertisersBeside(pageUrl: URL): Promise<(hostname: string) => boolean> {
  const { default: thirdParties } = await import("third-party-web/nostats-subset.js");
  const own = thirdParties.getEntity(pageUrl.href)?.name;
  return (hostname) => {
    const entity = thirdParties.getEntity(`https://${hostname}/`);
    return entity?.category === "ad" && entity.name !== own;
  };
}
