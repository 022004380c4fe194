/** The first way to a page: a plain request with the person's cookies. No tab is opened, no script of the page runs. */
import { extension, hasDocument } from "../platform/web-extension.ts";
import { type ParsedPage, parsePage } from "./parse-page.ts";

export type Fetched =
  | { readonly kind: "page"; readonly page: ParsedPage; readonly status: number }
  /** A tab may see more: a script builds the page, or the site wants a real visit. */
  | { readonly kind: "not-plain"; readonly status: number }
  | { readonly kind: "unreachable"; readonly message: string };

const TIMEOUT_MS = 30_000;
const MAX_CHARACTERS = 12_000_000;

export async function fetchPage(url: string): Promise<Fetched> {
  try {
    const response = await fetch(url, {
      credentials: "include",
      headers: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5" },
      cache: "no-cache",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status } = response;
    const isHtml = /html/i.test(response.headers.get("content-type") ?? "");
    if (!isHtml || (!response.ok && status !== 401)) return { kind: "not-plain", status };
    const html = await response.text();
    if (html.length > MAX_CHARACTERS) return { kind: "not-plain", status };
    const page = await parseHere({ html, url: response.url || url });
    return page ? { kind: "page", page, status } : { kind: "not-plain", status };
  } catch (failure) {
    return { kind: "unreachable", message: String(failure).slice(0, 300) };
  }
}

/** Chromium's worker has no parser: a document beside it has one. */
async function parseHere(order: { readonly html: string; readonly url: string }): Promise<ParsedPage | null> {
  if (hasDocument) return parsePage(order);
  await beside();
  return (await extension.runtime.sendMessage({ kind: "parse", ...order })) as ParsedPage | null;
}

/** What only a document can tell, and the worker cannot. */
export async function onBattery(): Promise<boolean> {
  if (hasDocument) return false;
  await beside();
  return Boolean(await extension.runtime.sendMessage({ kind: "battery" }));
}

let opening: Promise<void> | null = null;

async function beside(): Promise<void> {
  if (await extension.offscreen.hasDocument()) return;
  opening ??= extension.offscreen
    .createDocument({
      url: "pages/offscreen.html",
      reasons: ["DOM_PARSER", "BATTERY_STATUS"] as chrome.offscreen.Reason[],
      justification: "reads the HTML of followed pages, and whether the machine runs on battery",
    })
    .finally(() => {
      opening = null;
    });
  await opening;
}

/** It costs memory, and is there only while there is work. */
export async function closeBeside(): Promise<void> {
  if (!hasDocument && (await extension.offscreen.hasDocument())) await extension.offscreen.closeDocument();
}
