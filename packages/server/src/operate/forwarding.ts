/** What proxies say about whom they ask for: believed from those that the operator named, noticed from all others. */

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whoever sends one of these asks for somebody else, or pretends to. */
const FORWARDING_HEADERS = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
];

export function isForwarded(headers: Headers): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}

export interface Sender {
  /** Who asks, as far as trusted proxies say so. */
  readonly ip: string;
  /** Who holds the other end of the connection. */
  readonly peer: string;
  readonly headers: Headers;
}

/** Forwarding headers came, and nobody had said that this peer may be believed. */
function isUntrustedProxy({ ip, peer, headers }: Sender): boolean {
  return ip === peer && isForwarded(headers);
}

/** Loopback, private and link-local addresses: where a proxy of the operator's is, and nobody from outside. */
const NEARBY =
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd][0-9a-f]{2}:|^fe80:/i;
const MAX_ADDRESS = 64;

/**
 * What wrong passwords are counted under. Behind a proxy that nobody named, everybody would share its address and one
 * could shut out all. The last address of the list is the one that the proxy itself has added, so it is good enough to
 * tell people apart; a neighbour who makes it up gains no more than the tries that the limit by name still allows.
 */
export function countedAs(sender: Sender): string {
  const { ip, peer, headers } = sender;
  if (!isUntrustedProxy(sender) || !NEARBY.test(peer)) return ip;
  const named = String(headers["x-forwarded-for"] ?? headers["x-real-ip"] ?? "");
  return `${ip} for ${named
    .slice(named.lastIndexOf(",") + 1)
    .trim()
    .slice(0, MAX_ADDRESS)}`;
}

/** Peers that are told about at most: anybody may send such headers, from any number of addresses. */
const MAX_PEERS = 20;

/** Calls back once for each untrusted proxy. */
export class UntrustedProxies {
  readonly #known = new Set<string>();
  readonly #onNew: (peer: string) => void;

  constructor(onNew: (peer: string) => void) {
    this.#onNew = onNew;
  }

  notice(sender: Sender): void {
    const { peer } = sender;
    if (this.#known.size >= MAX_PEERS || this.#known.has(peer) || !isUntrustedProxy(sender)) return;
    this.#known.add(peer);
    this.#onNew(peer);
  }
}
