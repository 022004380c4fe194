/** What readers of feeds put before an address, so that it opens in them. No schema, so that the web app loads none for it. */

/** `feed://a.example/f`, `feed:https://a.example/f`. */
const FEED_SCHEME = /^feed:(?:(?:\/\/)?(https?:\/\/)|\/\/)/i;

/** The web address in it; what has none of it is as it was. */
export function withoutFeedScheme(address: string): string {
  return address.replace(FEED_SCHEME, (_, scheme = "http://") => scheme);
}
