/** Headers that a person has given a page, on requests to its origin and on no other, redirects included. */
import type { Tab } from "./tab.ts";

/**
 * Every request of the tab is asked about before it is sent: a redirect is a request of its own, and the browser would
 * send along what the one before was given.
 */
export async function sendOwnHeaders(
  { context, page }: Tab,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(headers).length === 0) return;
  // Its own, because a session has one list of what it stops, and a lean capture stops other things.
  const session = await context.newCDPSession(page);
  const isOurs = (name: string): boolean => headers[name.toLowerCase()] !== undefined;
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const isOwn = URL.canParse(request.url) && new URL(request.url).origin === origin;
    const sent = Object.entries({ ...withoutThose(request.headers, isOurs), ...(isOwn ? headers : {}) });
    session
      .send("Fetch.continueRequest", { requestId, headers: sent.map(([name, value]) => ({ name, value })) })
      // The request or the whole tab may be gone by now.
      .catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
}

function withoutThose(
  headers: Readonly<Record<string, string>>,
  isLeftOut: (name: string) => boolean,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isLeftOut(name)));
}
