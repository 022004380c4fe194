/** How a check gets at pages: by HTTP or by the browser, politely, and with failures as outcomes. */

import { captureByHttp, type PageCapture, type PageReaderFor, type Previous } from "@tessera/capture";
import type { BlockPath, CaptureFailureRecord, Fetcher, PageSource, PersonId } from "@tessera/model";
import { CaptureFailure, type HttpClient, type Politeness, type PrivateGrant } from "@tessera/network";
import type { PrivateAccess } from "../people/private-access.ts";

/** A page that was captured and is still there. */
export interface OpenPage {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
}

export interface CaptureOrder {
  /** Who waits for it; those who wait take turns. */
  readonly holder?: string | undefined;
  /** Nobody looks at it: it goes behind what else its holder waits for. */
  readonly inBackground?: boolean | undefined;
  readonly source: PageSource;
  /** Whose page it is, where it is one person's. */
  readonly privateTo: PersonId | null;
  readonly fetcher: Fetcher;
  /** What is known of the capture before by the same fetcher. */
  readonly previous: Previous | null;
  /** Null where the page keeps no cookies. */
  readonly cookies: string | null;
  /** Whether a picture of the whole page is wanted, where it is rendered. */
  readonly wantsPicture: boolean;
  /** Asked while the page is still open in the browser: blocks to take pictures of. Null where none are wanted. */
  readonly pictured: ((page: OpenPage) => Promise<readonly BlockPath[]>) | null;
}

export type Captured =
  | {
      readonly kind: "page";
      readonly capture: PageCapture;
      /** Boxes of all nodes where the page was rendered. */
      readonly layout: Uint8Array | null;
      readonly picture: Uint8Array | null;
      readonly pictures: ReadonlyMap<BlockPath, Uint8Array>;
    }
  | { readonly kind: "unchanged"; readonly cookies: string | undefined }
  | { readonly kind: "failed"; readonly failure: CaptureFailureRecord };

export type CapturePage = (order: CaptureOrder) => Promise<Captured>;
/** `grant` is the private host that the page is on, where it may be captured. */
export type RenderPage = (order: CaptureOrder, grant: PrivateGrant | null) => Promise<Captured>;

export interface CapturePageParts {
  readonly httpClient: HttpClient;
  readonly politeness: Politeness;
  readonly access: Pick<PrivateAccess, "ofPage">;
  readonly readerFor: PageReaderFor;
  /** Null where there is no browser to be had. */
  readonly render: RenderPage | null;
}

const NO_BROWSER: CaptureFailureRecord = {
  code: "crashed",
  retry: "later",
  message: "this page needs a browser, and none was found on this machine",
};

/** The real way to a page. */
export function capturePageWith(parts: CapturePageParts): CapturePage {
  const { access, render } = parts;
  return async (order) => {
    try {
      const own = await access.ofPage(new URL(order.source.url), order.privateTo);
      const grant = own?.grant ?? null;
      if (order.fetcher === "http") return await fetchPage(order, grant, parts);
      return render ? await render(order, grant) : { kind: "failed", failure: NO_BROWSER };
    } catch (failure) {
      if (failure instanceof CaptureFailure) return { kind: "failed", failure: failure.toRecord() };
      throw failure;
    }
  };
}

async function fetchPage(
  order: CaptureOrder,
  grant: PrivateGrant | null,
  { httpClient, politeness, readerFor }: CapturePageParts,
): Promise<Captured> {
  const url = new URL(order.source.url);
  const { source, holder, inBackground } = order;
  const { respectRobots } = source;
  const capture = await politeness.visit(url, { respectRobots, grant, holder, inBackground }, (goTo) =>
    captureByHttp(httpClient, url, {
      grant,
      reader: readerFor(order.holder),
      previous: order.previous ?? undefined,
      cookies: order.cookies ?? undefined,
      beforeRequest: goTo,
    }),
  );
  if (capture.kind === "unchanged") return { kind: "unchanged", cookies: capture.cookies };
  return { kind: "page", capture, layout: null, picture: null, pictures: new Map() };
}
