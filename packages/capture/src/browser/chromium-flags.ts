/** How Chromium is started: what it may not do, and what it need not do. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Names on the search path, and where macOS keeps applications. The headless shell is Chromium without the windows that
 * nobody would see here: a page takes a fifth of the processor time and half of the memory.
 */
const NAMES = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "microsoft-edge",
];

const APPLICATIONS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** A proxy address where nothing listens: the browser itself, outside of a capture's context, has no network at all. */
const NOWHERE = "http://127.0.0.1:9";

/** What a page may allocate in JavaScript before its renderer gives up; memory outside the heap is watched from outside. */
const HEAP_MEGABYTES = 768;

/** `--disable-features` is one list, and the last one given counts: the first lines repeat what Playwright leaves out. */
const DISABLED_FEATURES: readonly string[] = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // A capture is one visitor without secrets of other sites: one renderer for all its frames takes a third of the memory.
  "IsolateOrigins",
  "site-per-process",
  "SpareRendererForSitePerProcess",
  // What fetches or connects before anybody asked.
  "Prerender2",
  "SpeculationRulesPrefetchFuture",
  "LoadingPredictorPrefetch",
  "NavigationPredictor",
  "DnsOverHttps",
  "WebRtcHideLocalIpsWithMdns",
  "BackForwardCache",
  "Translate",
  "InterestFeedContentSuggestions",
  // Each context of a whole Chromium has a window, and each window a renderer for the suggestions of its address bar.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** Playwright gives these for the sake of tests of well-meaning pages. */
export const UNWANTED_DEFAULTS: readonly string[] = [
  "--disable-popup-blocking",
  "--disable-ipc-flooding-protection",
  "--enable-unsafe-swiftshader",
];

/** Chromium makes its sandbox for every user but root, for whom it would not start: there alone it goes without. */
export function canSandbox(uid: number | null = process.getuid?.() ?? null): boolean {
  return uid !== 0;
}

const CHROMIUM_FLAGS: readonly string[] = [
  // One way out: loopback is not an exception, names are never resolved by the browser, no protocol but TCP through a proxy.
  `--proxy-server=${NOWHERE}`,
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--disable-quic",
  // The first is the name for Chromium, the second that for its headless shell.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--dns-prefetch-disable",
  "--no-pings",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
  "--disable-site-isolation-trials",
  // Nothing on its own account.
  "--disable-client-side-phishing-detection",
  "--disable-domain-reliability",
  "--disable-crash-reporter",
  "--disable-notifications",
  "--disable-speech-api",
  "--disable-print-preview",
  "--deny-permission-prompts",
  "--block-new-web-contents",
  // Nothing that a tree, text, boxes and a screenshot do not need.
  "--disable-gpu",
  "--autoplay-policy=user-gesture-required",
  `--js-flags=--max-old-space-size=${HEAP_MEGABYTES}`,
];

/** WebGL is drawn by code that is made as a page wants it, in a process that the sandbox alone holds. */
const NO_WEBGL = "--disable-3d-apis";

/** All that Chromium is started with. */
export function chromiumFlags({ webgl }: { readonly webgl: boolean }): readonly string[] {
  return webgl ? CHROMIUM_FLAGS : [...CHROMIUM_FLAGS, NO_WEBGL];
}

/** True where TESSERA_BROWSER names no program but the address of a browser that runs elsewhere. */
export function isEndpoint(named: string | undefined): boolean {
  return named !== undefined && /^(?:wss?|https?):\/\//i.test(named) && URL.canParse(named);
}

/** The one that TESSERA_BROWSER names, or else the first that is installed; null where there is none or it says `off`. */
export function findChromium(environment: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const named = environment.TESSERA_BROWSER;
  if (named === "off" || isEndpoint(named)) return null;
  if (named && named !== "auto") return named;
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPLICATIONS];
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
