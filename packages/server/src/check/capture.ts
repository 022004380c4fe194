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
  type OpenCapture,
  type PageCapture,
  type PageReaderFor,
  type Previous,
} from "@tessera/capture";
import { type DomTree, nodeAt } from "@tessera/engine";
import type { BlockPath, CaptureFailureRecord, Fetcher, PageSource, PersonId } from "@tessera/model";
import { CaptureFailure, type HttpClient, type Politeness, type PrivateGrant } from "@tessera/network";
import type { Body } from "@tessera/store";
import type { Resources } from "../config/resources.ts";
import type { Config } from "../config/settings.ts";
import type { PrivateAccess } from "../people/private-access.ts";

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
}

/** A page that was rendered is open in its tab until it is disposed of. */
export type Captured = AsyncDisposable &
  (
    | CapturedPage
    | { readonly kind: "unchanged"; readonly cookies: string | undefined }
    | { readonly kind: "failed"; readonly failure: CaptureFailureRecord }
  );

export type CapturePage = (order: CaptureOrder) => Promise<Captured>;

/** One way to a page, with the private host that it may reach. Throws nothing but a CaptureFailure. */
export type PageFetcher = (order: CaptureOrder, grant: PrivateGrant | null) => Promise<Captured>;

/** Every way there is. */
export type PageFetchers = Readonly<Record<Fetcher, PageFetcher>>;

export interface CapturePageParts {
  readonly httpClient: HttpClient;
  readonly politeness: Politeness;
  readonly access: Pick<PrivateAccess, "ofPage">;
  readonly readerFor: PageReaderFor;
  /** Null where there is none. */
  readonly browser: CaptureBrowser | null;
}

const NO_BROWSER: CaptureFailureRecord = {
  code: "crashed",
  retry: "later",
  message: "this page needs a browser, and none was found on this machine",
};

const MIB = 1024 * 1024;
/** As many times as much as the limit above which a browser is replaced, and pages are ended at once. */
const HARD_LIMIT = 5 / 3;

/** Null where the browser is switched off or none is found. It is started with the first page that needs it. */
export function browserWith(
  parts: Pick<CapturePageParts, "httpClient" | "readerFor">,
  how: Pick<Config, "browser" | "browserProxyHost"> & Pick<Resources, "browserPages" | "browserMebibytes">,
): CaptureBrowser | null {
  if (isEndpoint(how.browser)) {
    const remote = { endpoint: how.browser, proxyHost: how.browserProxyHost };
    return new CaptureBrowser({ ...parts, remote, tabs: how.browserPages });
  }
  const executablePath = findChromium({ ...process.env, TESSERA_BROWSER: how.browser });
  if (executablePath === null) return null;
  const softMemoryBytes = how.browserMebibytes * MIB;
  const hardMemoryBytes = softMemoryBytes * HARD_LIMIT;
  return new CaptureBrowser({ ...parts, executablePath, tabs: how.browserPages, softMemoryBytes, hardMemoryBytes });
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
  const { browser } = parts;
  return captureBy(parts.access, {
    http: (order, grant) => fetchPage(order, grant, parts),
    browser: async (order, grant) =>
      browser ? renderPage(order, grant, { ...parts, browser }) : closed({ kind: "failed", failure: NO_BROWSER }),
    "own-browser": notSeenYet,
  });
}

function captureBy(access: CapturePageParts["access"], fetchers: PageFetchers): CapturePage {
  return async (order) => {
    try {
      const own = order.isLed ? null : await access.ofPage(new URL(order.source.url), order.privateTo);
      return await fetchers[order.fetcher](order, own?.grant ?? null);
    } catch (failure) {
      if (failure instanceof CaptureFailure) return closed({ kind: "failed", failure: failure.toRecord() });
      throw failure;
    }
  };
}

async function fetchPage(
  { source, holder, inBackground, previous, cookies }: CaptureOrder,
  grant: PrivateGrant | null,
  { httpClient, politeness, readerFor }: CapturePageParts,
): Promise<Captured> {
  const url = new URL(source.url);
  const { respectRobots } = source;
  const capture = await politeness.visit(url, { respectRobots, grant, holder, inBackground }, (goTo) =>
    captureByHttp(httpClient, url, {
      grant,
      // the lane of people who wait is for them
      reader: readerFor(inBackground ? undefined : holder),
      previous: previous ?? undefined,
      cookies: cookies ?? undefined,
      beforeRequest: goTo,
    }),
  );
  if (capture.kind === "unchanged") return closed({ kind: "unchanged", cookies: capture.cookies });
  return closed({ kind: "page", capture, tree: null, ...NO_PICTURES });
}

/** The visit of the host lasts as long as the page is open. */
async function renderPage(
  { source, holder, inBackground, cookies }: CaptureOrder,
  grant: PrivateGrant | null,
  { politeness, browser }: CapturePageParts & { readonly browser: CaptureBrowser },
): Promise<Captured> {
  const url = new URL(source.url);
  const { respectRobots, steps, lean } = source;
  await using ending = new Ending();
  const visit = ending.use(await politeness.enter(url, { respectRobots, grant, holder, inBackground }));
  try {
    const options = { grant, steps, lean, holder, inBackground, cookies: cookies ?? undefined };
    const open = ending.use(await browser.open(url, options));
    const owned = ending.move();
    return { ...renderedPage(open), [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
  } catch (failure) {
    visit.failed(failure);
    throw failure;
  }
}

function renderedPage(open: OpenCapture): CapturedPage {
  const { tree, isSettled: _, consentWall: __, ...capture } = open.capture;
  return {
    kind: "page",
    capture,
    tree,
    picture: () => open.picture(),
    picturesOf: async (paths) => {
      const nodes = new Map(paths.map((path) => [nodeAt(tree, path) ?? -1, path]));
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
