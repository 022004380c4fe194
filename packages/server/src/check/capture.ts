/**
 * A page is captured: by HTTP, by a browser of the server's, or by the browser of the person whose page it is. Each way is
 * a `PageFetcher`: politely, and with failures as outcomes.
 */
import {
  CaptureBrowser,
  captureByHttp,
  Ending,
  findChromium,
  isEndpoint,
  type LivePage,
  type LoadedFile,
  type OpenCapture,
  type PageCapture,
  type PageReaderFor,
  type Previous,
  type Visitor,
} from "@tessera/capture";
import { type DomTree, nodeAt } from "@tessera/engine";
import {
  type BlockPath,
  type CaptureFailureRecord,
  type Fetcher,
  isVisitedAsSomebody,
  type PageSource,
  type PersonId,
} from "@tessera/model";
import { CaptureFailure, type HttpClient, type Politeness, type PrivateGrant } from "@tessera/network";
import type { Body } from "@tessera/store";
import type { Resources } from "../config/resources.ts";
import type { Config } from "../config/settings.ts";
import { type NewSecret, type PageSecrets, withTried } from "../people/page-secrets.ts";
import type { PrivateAccess } from "../people/private-access.ts";
import { Sealing } from "../people/sealing.ts";
import { windowOf } from "../trace/stored-layout.ts";
import type { LiveOrder } from "./live-pages.ts";
import { visitorOf } from "./visitor.ts";

export interface CaptureOrder {
  /** Who waits for it; those who wait take turns. */
  readonly holder?: string | undefined;
  /** Nobody looks at it: it goes behind what else its holder waits for. */
  readonly inBackground?: boolean | undefined;
  readonly source: PageSource;
  /** Whose page it is, where it is one person's. */
  readonly privateTo: PersonId | null;
  /** The address was read on a page of another host: no private host may be reached by it. */
  readonly isLed?: boolean | undefined;
  readonly fetcher: Fetcher;
  /** What is known of the capture before by the same fetcher. */
  readonly previous: Previous | null;
  /** Null where the page keeps no cookies. */
  readonly cookies: string | null;
  /** What is typed but not stored, in place of what is. */
  readonly triedSecrets?: readonly NewSecret[] | undefined;
  /** Gets a picture of the upper part of a rendered page once it is open, and after each step. */
  readonly onPicture?: ((picture: Uint8Array) => void) | undefined;
}

export interface CapturedPage {
  readonly kind: "page";
  readonly capture: PageCapture;
  /** With boxes, where the page was rendered: the tree that a parser makes of its HTML. */
  readonly tree: DomTree | null;
  /** Pictures of the whole page and of blocks of it; there are none of a page that was not rendered. */
  readonly picture: () => Promise<Uint8Array | null>;
  readonly picturesOf: (paths: readonly BlockPath[]) => Promise<ReadonlyMap<BlockPath, Uint8Array>>;
  /** The pictures in it that nobody else can fetch, as one body. */
  readonly images?: Body | null;
  /** What it has loaded, of a page that knows its visitor: for these blocks, and for all others where `isWhole`. */
  readonly filesOf?: (paths: readonly BlockPath[], isWhole: boolean) => Promise<readonly LoadedFile[]>;
  /** Its visit was granted a private host. */
  readonly isOfPrivateHost?: boolean;
}

/** A page that was rendered is open in its tab until it is disposed of. */
export type Captured = AsyncDisposable &
  (
    | CapturedPage
    | { readonly kind: "unchanged"; readonly cookies: string | undefined }
    | { readonly kind: "failed"; readonly failure: CaptureFailureRecord }
  );

export type CapturePage = (order: CaptureOrder) => Promise<Captured>;

/** One way to a page. Throws nothing but a CaptureFailure. */
export type PageFetcher = (visit: Visit) => Promise<Captured>;

/** Every way there is. */
export type PageFetchers = Readonly<Record<Fetcher, PageFetcher>>;

export interface CapturePageParts {
  readonly httpClient: HttpClient;
  readonly politeness: Politeness;
  readonly access: Pick<PrivateAccess, "ofPage">;
  readonly readerFor: PageReaderFor;
  readonly secrets: Pick<PageSecrets, "of">;
  /** What a page keeps is sealed as it comes out, and opened as it goes in. */
  readonly sealing: Sealing;
  /** Ways out that the operator has given names. */
  readonly proxies: ReadonlyMap<string, HttpClient>;
  /** Null where there is none. */
  readonly browser: CaptureBrowser | null;
  /** Workers check pages, with browsers of their own. */
  readonly hasWorkers?: boolean;
}

const NO_BROWSER: CaptureFailureRecord = {
  code: "crashed",
  retry: "later",
  message: "this page needs a browser, and none was found on this machine",
};

/** Of a server whose workers have the browsers. */
const NO_BROWSER_HERE: CaptureFailureRecord = {
  ...NO_BROWSER,
  message: "this server has no browser to try the page in; its workers do, and use one from the first check on",
};

const MIB = 1024 * 1024;
/** As many times as much as the limit above which a browser is replaced, and pages are ended at once. */
const HARD_LIMIT = 5 / 3;

/** A person shows one step after the other in it; how long at most, whatever they do. */
const LIVE_MS = 15 * 60_000;

/** Null where the browser is switched off or none is found. It is started with the first page that needs it. */
export function browserWith(
  parts: Pick<CapturePageParts, "httpClient" | "readerFor">,
  how: Pick<Config, "browser" | "browserProxyHost" | "webgl"> & Pick<Resources, "browserPages" | "browserMebibytes">,
): CaptureBrowser | null {
  if (isEndpoint(how.browser)) {
    const remote = { endpoint: how.browser, proxyHost: how.browserProxyHost };
    return new CaptureBrowser({ ...parts, remote, tabs: how.browserPages });
  }
  const executablePath = findChromium({ ...process.env, TESSERA_BROWSER: how.browser });
  if (executablePath === null) return null;
  const softMemoryBytes = how.browserMebibytes * MIB;
  const hardMemoryBytes = softMemoryBytes * HARD_LIMIT;
  const limits = { tabs: how.browserPages, softMemoryBytes, hardMemoryBytes };
  const webgl = how.webgl === "auto" ? {} : { webgl: how.webgl === "on" };
  return new CaptureBrowser({ ...parts, executablePath, ...limits, ...webgl });
}

/** Not a failure of the page, and never recorded as one. */
export const NOT_SEEN: CaptureFailureRecord = {
  code: "timeout",
  retry: "later",
  message: "this page is seen by your own browser, which has not looked at it yet",
};

/** A person's own browser is not asked but asks: what it has seen comes by `capturedByOwnBrowser`. */
const notSeenYet: PageFetcher = async () => closed({ kind: "failed", failure: NOT_SEEN });

/** The real ways to a page. */
export function capturePageWith(parts: CapturePageParts): CapturePage {
  const { browser, hasWorkers = false } = parts;
  const failure = hasWorkers ? NO_BROWSER_HERE : NO_BROWSER;
  const fetchers: PageFetchers = {
    http: (visit) => fetchPage(visit, parts),
    browser: async (visit) =>
      browser ? renderPage(visit, { ...parts, browser }) : closed({ kind: "failed", failure }),
    "own-browser": notSeenYet,
  };
  return async (order) => {
    try {
      return await fetchers[order.fetcher](await visitFor(order, parts));
    } catch (failure) {
      if (failure instanceof CaptureFailure) return closed({ kind: "failed", failure: failure.toRecord() });
      throw failure;
    }
  };
}

/** A page open in the browser for one person, with its steps taken. Throws a CaptureFailure. */
export function openLiveWith(parts: CapturePageParts & { readonly browser: CaptureBrowser }) {
  const { access, browser, politeness } = parts;
  return async ({ source, person, secrets }: LiveOrder): Promise<LivePage> => {
    const url = new URL(source.url);
    const grant = (await access.ofPage(url, person))?.grant ?? null;
    const visitor = await visitorOf(source, person, withTried(parts.secrets, secrets));
    const { respectRobots, steps, lean } = source;
    const httpClient = wayOut(source, parts);
    const { dial } = httpClient;
    await using visit = await politeness.enter(url, { respectRobots, grant, holder: person, httpClient });
    try {
      return await browser.openLive(url, { grant, steps, lean, visitor, dial, holder: person, timeoutMs: LIVE_MS });
    } catch (failure) {
      visit.failed(failure);
      throw failure;
    }
  };
}

/** One capture, with everything that has to be looked up for it. */
export interface Visit {
  readonly order: CaptureOrder;
  readonly grant: PrivateGrant | null;
  readonly visitor: Visitor | undefined;
  readonly httpClient: HttpClient;
  readonly cookies: KeptCookies;
}

async function visitFor(order: CaptureOrder, parts: CapturePageParts): Promise<Visit> {
  const { source, privateTo, triedSecrets = [] } = order;
  const own = order.isLed ? null : await parts.access.ofPage(new URL(source.url), privateTo);
  return {
    order,
    grant: own?.grant ?? null,
    visitor: await visitorOf(source, privateTo, withTried(parts.secrets, triedSecrets)),
    httpClient: wayOut(source, parts),
    cookies: keptCookies(order, parts.sealing),
  };
}

function wayOut({ proxy }: PageSource, { httpClient, proxies }: CapturePageParts): HttpClient {
  const way = proxy === undefined ? httpClient : proxies.get(proxy);
  if (way) return way;
  throw new CaptureFailure("refused", {
    message: `this instance has no proxy that is called “${proxy}”`,
    retry: "later",
  });
}

interface KeptCookies {
  readonly before: string | undefined;
  readonly after: (cookies: string | undefined) => string | undefined;
}

/** Cookies of a login are as good as its password: what cannot be opened is as good as none, what cannot be sealed stays. */
function keptCookies({ source, privateTo, cookies }: CaptureOrder, sealing: Sealing): KeptCookies {
  const bound = JSON.stringify([privateTo, new URL(source.url).origin, "cookies"]);
  const opened = cookies !== null && Sealing.isSealed(cookies) ? (sealing.open(cookies, bound) ?? "") : cookies;
  return {
    before: opened ?? undefined,
    after: (kept) => (kept === undefined ? undefined : (sealing.seal(kept, bound) ?? kept)),
  };
}

async function fetchPage(
  { order, grant, visitor, httpClient, cookies }: Visit,
  { politeness, readerFor }: CapturePageParts,
): Promise<Captured> {
  const { source, holder, inBackground, previous } = order;
  const url = new URL(source.url);
  const { respectRobots } = source;
  const capture = await politeness.visit(url, { respectRobots, grant, holder, inBackground, httpClient }, (goTo) =>
    captureByHttp(httpClient, url, {
      grant,
      // the lane of people who wait is for them
      reader: readerFor(inBackground ? undefined : holder),
      previous: previous ?? undefined,
      cookies: cookies.before,
      visitor,
      beforeRequest: goTo,
    }),
  );
  const kept = cookies.after(capture.cookies);
  if (capture.kind === "unchanged") return closed({ kind: "unchanged", cookies: kept });
  const page = { capture: { ...told(capture, visitor), ...keeping(kept) }, isOfPrivateHost: grant !== null };
  return closed({ kind: "page", ...page, tree: null, ...NO_PICTURES });
}

/** Without what the page repeats of a secret: one pass over it for each form of one, and none where there is none. */
function told(capture: PageCapture, visitor: Visitor | undefined): PageCapture {
  const { hiding } = visitor ?? {};
  if (!hiding?.isNeeded) return capture;
  return { ...capture, html: hiding.text(capture.html), finalUrl: hiding.address(capture.finalUrl) };
}

function keeping(cookies: string | undefined): { readonly cookies?: string } {
  return cookies === undefined ? {} : { cookies };
}

/** The visit of the host lasts as long as the page is open. */
async function renderPage(
  { order, grant, visitor, httpClient, cookies }: Visit,
  { politeness, browser }: CapturePageParts & { readonly browser: CaptureBrowser },
): Promise<Captured> {
  const { source, privateTo, holder, inBackground, onPicture } = order;
  const url = new URL(source.url);
  const { respectRobots, steps, lean, proxy } = source;
  // whoever comes for a picture later is a stranger there
  const keepsFiles = privateTo !== null && isVisitedAsSomebody(source);
  const dial = proxy === undefined ? undefined : httpClient.dial;
  await using ending = new Ending();
  const visit = ending.use(await politeness.enter(url, { respectRobots, grant, holder, inBackground, httpClient }));
  try {
    const visiting = { grant, steps, lean, visitor, dial, holder, inBackground, onPicture, keepsFiles };
    const open = ending.use(await browser.open(url, { ...visiting, cookies: cookies.before }));
    const owned = ending.move();
    const page = renderedPage(open, { source, keepsFiles });
    const capture = { ...page.capture, ...keeping(cookies.after(page.capture.cookies)) };
    const isOfPrivateHost = grant !== null;
    return { ...page, capture, isOfPrivateHost, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
  } catch (failure) {
    visit.failed(failure);
    throw failure;
  }
}

function renderedPage(
  open: OpenCapture,
  { source, keepsFiles }: { readonly source: PageSource; readonly keepsFiles: boolean },
): CapturedPage {
  const { tree: laidOut, isSettled: _, consentWall: __, ...capture } = open.capture;
  const tree = { ...laidOut, viewport: windowOf(source, laidOut) };
  const numberOf = (path: BlockPath): number => nodeAt(tree, path) ?? -1;
  return {
    kind: "page",
    capture,
    tree,
    ...(keepsFiles && { filesOf: (paths, isWhole) => open.filesOf(paths.map(numberOf), isWhole) }),
    picture: () => open.picture(),
    picturesOf: async (paths) => {
      const nodes = new Map(paths.map((path) => [numberOf(path), path]));
      const pictures = await open.picturesOf([...nodes.keys()]);
      return new Map([...pictures].map(([node, picture]) => [nodes.get(node)!, picture]));
    },
  };
}

export const NO_PICTURES: Pick<CapturedPage, "picture" | "picturesOf"> = {
  picture: async () => null,
  picturesOf: async () => new Map(),
};

/** What holds nothing open. */
export function closed<T extends object>(captured: T): T & AsyncDisposable {
  return { ...captured, [Symbol.asyncDispose]: async () => undefined };
}
