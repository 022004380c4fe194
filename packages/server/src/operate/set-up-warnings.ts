/** What of the set-up takes protection away: said loudly in the log at the start, and by `tessera doctor`. */
import { readFileSync, statSync } from "node:fs";
import { canSandbox, findChromium, isEndpoint } from "@tessera/capture";
import type { Store } from "@tessera/store";
import type { Config } from "../config/settings.ts";

export interface SetUpWarning {
  readonly code:
    | "no-sandbox"
    | "no-user-namespaces"
    | "browser-elsewhere"
    | "browser-cannot-come"
    | "no-secrets-key"
    | "unnamed-proxy"
    | "untrusted-proxy";
  readonly text: string;
}

/** What decides, besides the settings. */
export interface Machine {
  /** Of the user that the server runs as; null where the system has none. */
  readonly uid: number | null;
  readonly hasBrowser: boolean;
  readonly hasUserNamespaces: boolean;
}

/** The machine as it is. Whoever runs the doctor need not be who runs the server: that one owns the data. */
export function thisMachine(config: Pick<Config, "browser" | "data" | "database">, who: "server" | "doctor"): Machine {
  return {
    uid: (who === "doctor" && !config.database ? ownerOf(config.data) : process.getuid?.()) ?? null,
    hasBrowser: findChromium({ ...process.env, TESSERA_BROWSER: config.browser }) !== null,
    hasUserNamespaces: !NAMESPACE_SWITCHES.some(isSwitchedOff),
  };
}

function ownerOf(directory: string): number | undefined {
  return statSync(directory, { throwIfNoEntry: false })?.uid;
}

/** Linux lets these be 0; the second one is Debian's. */
const NAMESPACE_SWITCHES = ["/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/unprivileged_userns_clone"];

function isSwitchedOff(path: string): boolean {
  try {
    return readFileSync(path, "utf8").trim() === "0";
  } catch {
    return false;
  }
}

export function setUpWarnings(
  config: Pick<Config, "baseUrl" | "trustedProxies" | "browser" | "browserProxyHost" | "database" | "secretsKey">,
  machine: Machine,
): readonly SetUpWarning[] {
  const warnings: SetUpWarning[] = [...browserElsewhere(config)];
  if (machine.hasBrowser && !canSandbox(machine.uid)) {
    warnings.push({
      code: "no-sandbox",
      text:
        "The server runs as root, and Chromium has no sandbox there: a page that breaks out of it has the whole machine. " +
        "Run it as a user of its own, as the container and the unit in deploy/ do, or set TESSERA_BROWSER=off.",
    });
  } else if (machine.hasBrowser && !machine.hasUserNamespaces) {
    warnings.push({
      code: "no-user-namespaces",
      text:
        "The kernel gives no user namespaces, so that Chromium cannot make its sandbox and will not start: " +
        "set the sysctl user.max_user_namespaces (or kernel.unprivileged_userns_clone), or TESSERA_BROWSER=off.",
    });
  }
  if (config.database && !config.secretsKey) {
    warnings.push({
      code: "no-secrets-key",
      text:
        "TESSERA_SECRETS_KEY is not set: secrets of channels and cookies that pages keep are readable in the database, and " +
        "secrets for pages cannot be stored. Give all servers and workers the same key (openssl rand -base64 32); what is " +
        "readable is sealed at the next start.",
    });
  }
  if (config.baseUrl?.startsWith("https:") && config.trustedProxies.length === 0) {
    warnings.push({
      code: "unnamed-proxy",
      text:
        "TESSERA_BASE_URL is https, so a proxy stands before this server, and TESSERA_TRUSTED_PROXIES does not name it: " +
        "everybody seems to come from its address, in the log, in the lists of sessions and for the limits of login.",
    });
  }
  return warnings;
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function browserElsewhere({ browser, browserProxyHost }: Pick<Config, "browser" | "browserProxyHost">): SetUpWarning[] {
  if (!isEndpoint(browser)) return [];
  const { hostname, host } = new URL(browser);
  const elsewhere: SetUpWarning = {
    code: "browser-elsewhere",
    text:
      `Pages are rendered by the browser at ${host}, which Tessera has not started: requests of pages go through Tessera's ` +
      "guard, but what that browser does by itself does not, and whoever reaches its port has the pages. Keep it in a " +
      "network of its own, started as docs/operate/security.md says.",
  };
  if (LOOPBACK.test(hostname) || !LOOPBACK.test(browserProxyHost)) return [elsewhere];
  const text = `The browser at ${host} cannot reach ${browserProxyHost}: set TESSERA_BROWSER_PROXY_HOST to the name of this machine there.`;
  return [elsewhere, { code: "browser-cannot-come", text }];
}

/** What is said once for each peer that sends forwarding headers and was not named. */
export function untrustedProxyText(peer: string): string {
  return (
    `Requests from ${peer} say that they are forwarded, and are not believed: if that is your proxy, ` +
    `set TESSERA_TRUSTED_PROXIES=${peer}; if you have none, somebody makes it up, and nothing has to be done.`
  );
}

const RECENT_MS = 7 * 24 * 3_600_000;
const MAX_PROXIES = 20;

/** Proxies that the running server has met in the last week and that nobody has named since. */
export async function untrustedProxies(
  store: Pick<Store, "audit">,
  { trustedProxies, now }: { readonly trustedProxies: readonly string[]; readonly now: number },
): Promise<readonly SetUpWarning[]> {
  const { items } = await store.audit.list({ limit: MAX_PROXIES, action: "untrusted-proxy" });
  const peers = new Set(items.filter(({ at }) => now - at < RECENT_MS).map(({ address }) => address));
  return [...peers]
    .filter((peer) => !trustedProxies.includes(peer))
    .map((peer) => ({ code: "untrusted-proxy", text: untrustedProxyText(peer) }));
}
