/** What a page does that no capture wants: each becomes a typed failure, or is refused without one. */
import type { CaptureFailureCode, LoadedBytes } from "@tessera/model";
import type { BrowserProxy } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import type { Dialog, Download, Page, Request, Response } from "playwright-core";
import type { Hiding } from "../http/visitor.ts";
import { LoadCounter } from "./loaded-bytes.ts";
import { LoadedFiles } from "./loaded-files.ts";
import type { Tab } from "./tab.ts";

/** Chromium's net_error_list.h: families by their beginning, exact names before them. */
const NET_ERRORS: readonly (readonly [start: string, code: CaptureFailureCode])[] = [
  ["ERR_TOO_MANY_REDIRECTS", "too-many-redirects"],
  ["ERR_NAME_", "dns"],
  ["ERR_CONNECTION_REFUSED", "refused"],
  ["ERR_CONNECTION_TIMED_OUT", "timeout"],
  ["ERR_TIMED_OUT", "timeout"],
  ["ERR_CONNECTION_", "reset"],
  ["ERR_EMPTY_RESPONSE", "reset"],
  ["ERR_CERT_", "tls"],
  ["ERR_SSL_", "tls"],
  ["ERR_BAD_SSL_", "tls"],
  // Neither a page nor an error: a redirect to a scheme that is not the web's.
  ["ERR_ABORTED", "bad-url"],
  ["ERR_UNSAFE_PORT", "forbidden-address"],
  ["ERR_UNSAFE_REDIRECT", "bad-url"],
  ["ERR_DISALLOWED_URL_SCHEME", "bad-url"],
  ["ERR_UNKNOWN_URL_SCHEME", "bad-url"],
  ["ERR_INVALID_URL", "bad-url"],
  ["ERR_INVALID_REDIRECT", "bad-url"],
  ["ERR_FILE_NOT_FOUND", "bad-url"],
  ["ERR_CONTENT_DECODING_FAILED", "decompression"],
  ["ERR_RESPONSE_HEADERS_TOO_BIG", "protocol"],
];

/** A page may redirect itself by script a few times, as by HTTP. */
const MAX_NAVIGATIONS = 10;

export interface KeptFiles {
  readonly keepsFiles?: boolean | undefined;
  readonly hiding?: Hiding | undefined;
}

/** Watches one capture, from before its first request until `stop`. */
export class PageWatch {
  readonly #tab: Tab;
  readonly #failure = Promise.withResolvers<never>();
  readonly #pending = new Map<Request, number>();
  #navigations = 0;
  #navigationsBefore = 0;
  #navigationError: string | null = null;
  #navigationUrl: string | null = null;
  #response: Response | null = null;
  #hasDownload = false;
  #isTouched = false;
  #lastActivityAtMs = performance.now();
  /** How long the page has been waited for because something moved on it. */
  movedMs = 0;
  readonly #loads: LoadCounter;
  /** Null where what the page loads is not to be kept. */
  readonly files: LoadedFiles | null;

  constructor(tab: Tab, { keepsFiles = false, hiding }: KeptFiles = {}) {
    this.#tab = tab;
    this.#loads = new LoadCounter(tab.session);
    this.files = keepsFiles ? new LoadedFiles(tab.session, hiding) : null;
    this.#failure.promise.catch(() => {});
    tab.page.on("crash", this.#onCrash);
    tab.page.on("dialog", this.#onDialog);
    tab.page.on("download", this.#onDownload);
    tab.page.on("request", this.#onRequest);
    tab.page.on("response", this.#onResponse);
    tab.page.on("requestfinished", this.#onRequestEnd);
    tab.page.on("requestfailed", this.#onRequestEnd);
    tab.session.on("Page.frameNavigated", this.#onNavigated);
    tab.page.on("close", this.#onCrash);
    tab.context.on("page", this.#onPopup);
    tab.onOverBudget = () => {
      this.fail(new CaptureFailure("too-large", { message: "the page asks for more bytes than a capture may have" }));
    };
  }

  stop(): void {
    const { page, context, session } = this.#tab;
    page.off("crash", this.#onCrash);
    page.off("dialog", this.#onDialog);
    page.off("download", this.#onDownload);
    page.off("request", this.#onRequest);
    page.off("response", this.#onResponse);
    page.off("requestfinished", this.#onRequestEnd);
    page.off("requestfailed", this.#onRequestEnd);
    session.off("Page.frameNavigated", this.#onNavigated);
    page.off("close", this.#onCrash);
    context.off("page", this.#onPopup);
    this.#loads.stop();
    this.files?.stop();
    this.#tab.onOverBudget = () => {};
  }

  /** The result, or the failure of the page if that comes first. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#failure.promise]);
  }

  fail(failure: CaptureFailure): void {
    this.#failure.reject(failure);
  }

  /** Documents that the main frame has shown. */
  get navigations(): number {
    return this.#navigations;
  }

  /** A person leads on from here: what the page did before does not count as its own sending about. */
  allowNavigation(): void {
    this.movedMs = 0;
    this.#navigationsBefore = this.#navigations;
  }

  /** What the main frame asked for last: the page, a redirect's target, or where a script sent it. */
  get navigationUrl(): string | null {
    return this.#navigationUrl;
  }

  /** The browser's name for what went wrong with the page's last own request, such as `net::ERR_CERT_DATE_INVALID`. */
  get navigationError(): string | null {
    return this.#navigationError;
  }

  /** The answer that the document now in the main frame came with. */
  get response(): Response | null {
    return this.#response;
  }

  /** What the page has loaded so far besides itself. */
  get loaded(): LoadedBytes {
    return this.#loads.sum;
  }

  get hasDownload(): boolean {
    return this.#hasDownload;
  }

  /** It opened dialogs, windows or downloads: the tab is not given to another page. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  /** How long nothing was requested or answered. Requests older than `patienceMs` are waiting for an event, not for an answer. */
  networkQuietMs(patienceMs: number): number {
    const now = performance.now();
    for (const startedAtMs of this.#pending.values()) if (now - startedAtMs < patienceMs) return 0;
    return now - this.#lastActivityAtMs;
  }

  readonly #onCrash = () => {
    this.fail(new CaptureFailure("crashed", { message: "the page took its renderer down" }));
  };

  readonly #onDialog = (dialog: Dialog) => {
    this.#isTouched = true;
    dialog.dismiss().catch(() => {});
  };

  readonly #onDownload = (download: Download) => {
    this.#isTouched = true;
    this.#hasDownload = true;
    download.cancel().catch(() => {});
  };

  readonly #onPopup = (popup: Page) => {
    this.#isTouched = true;
    popup.close().catch(() => {});
  };

  readonly #onRequest = (request: Request) => {
    if (isFilm(request)) return;
    this.#lastActivityAtMs = performance.now();
    this.#pending.set(request, this.#lastActivityAtMs);
    if (this.#isForMainFrame(request)) this.#navigationUrl = request.url();
  };

  readonly #onResponse = (response: Response) => {
    if (this.#isForMainFrame(response.request())) this.#response = response;
  };

  readonly #onRequestEnd = (request: Request) => {
    if (isFilm(request)) return;
    this.#lastActivityAtMs = performance.now();
    this.#pending.delete(request);
    if (this.#isForMainFrame(request)) {
      this.#navigationError = request.failure()?.errorText ?? null;
    }
  };

  readonly #onNavigated = ({ frame }: { readonly frame: { readonly parentId?: string } }) => {
    if (frame.parentId !== undefined) return;
    this.#navigations++;
    this.#lastActivityAtMs = performance.now();
    if (this.#navigations - this.#navigationsBefore > MAX_NAVIGATIONS) {
      this.fail(new CaptureFailure("too-many-redirects", { message: "the page keeps sending itself elsewhere" }));
    }
  };

  #isForMainFrame(request: Request): boolean {
    return request.isNavigationRequest() && request.frame() === this.#tab.page.mainFrame();
  }
}

/** A film is waited for by what it shows: a browser leaves its requests open as long as it may be played. */
function isFilm(request: Request): boolean {
  return request.resourceType() === "media";
}

export interface FailedNavigation {
  /** Where the browser was going when it stopped: the URL asked for, or a redirect's. */
  readonly url: URL;
  /** The browser's name for the error, such as `net::ERR_TIMED_OUT`. */
  readonly netError: string | null;
  readonly cause: unknown;
}

export function navigationFailure(
  browserProxy: BrowserProxy,
  { url, netError, cause }: FailedNavigation,
): CaptureFailure {
  const refusal = browserProxy.refusals.findLast(({ destination }) => destination === url.host);
  if (refusal) return refusal.failure;
  if (browserProxy.isOverBudget) {
    return new CaptureFailure("too-large", { message: `${url.host} sends more than a capture may have`, cause });
  }
  const name = netError?.replace(/^net::/, "") ?? "";
  if (name === "" && isTimeout(cause)) {
    return new CaptureFailure("timeout", { message: `${url.host} took too long in the browser`, cause });
  }
  const code = NET_ERRORS.find(([start]) => name.startsWith(start))?.[1] ?? "protocol";
  return new CaptureFailure(code, {
    message: `${url.host} did not open in the browser: ${name || "no reason"}`,
    cause,
  });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
