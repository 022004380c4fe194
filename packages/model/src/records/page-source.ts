/** A page as a person asks for it: a URL plus the way to fetch it. */
import { z } from "zod";

/**
 * `auto` is raw HTTP unless the block cannot be found there with the same confidence; `own-browser` is the browser of the
 * person who follows it, with whatever they are logged in to.
 */
export const FetcherChoice = z.enum(["auto", "http", "browser", "own-browser"]);
export type FetcherChoice = z.infer<typeof FetcherChoice>;

/** An http or https URL, normalised by the one URL parser of the code base. */
export const WebUrl = z
  .string()
  .max(8_192)
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url && (url.protocol === "http:" || url.protocol === "https:")) return url.href;
    context.addIssue({ code: "custom", message: "not an http or https URL" });
    return z.NEVER;
  })
  .brand("WebUrl");
export type WebUrl = z.infer<typeof WebUrl>;

/** What a link of a foreign page may open: another page, or a letter. Anything else could run or read something. */
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The address that a link leads to, or null where it does anything but open a page or a letter. */
export function safeLink(href: string | null): string | null {
  const url = href === null ? null : URL.parse(href);
  return url && LINK_PROTOCOLS.has(url.protocol) ? url.href : null;
}

/** What to do in the browser before the capture: data, never code. */
export const BrowserStep = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("click"), selector: z.string().min(1).max(1_000) }),
  z.strictObject({ kind: z.literal("type"), selector: z.string().min(1).max(1_000), text: z.string().max(4_000) }),
  z.strictObject({ kind: z.literal("wait"), ms: z.number().int().min(0).max(30_000) }),
  z.strictObject({ kind: z.literal("waitFor"), selector: z.string().min(1).max(1_000) }),
  z.strictObject({ kind: z.literal("scroll"), to: z.enum(["bottom", "top"]) }),
]);
export type BrowserStep = z.infer<typeof BrowserStep>;

export const PageSource = z
  .strictObject({
    url: WebUrl,
    fetcher: FetcherChoice.default("auto"),
    steps: z.array(BrowserStep).max(50).default([]),
    /** Keep this page's cookies from one capture to the next. */
    keepCookies: z.boolean().default(false),
    /** robots.txt is respected unless the owner of the instance says otherwise for this page. */
    respectRobots: z.boolean().default(true),
    /** Leave out requests for ads, media and fonts when the page is rendered. */
    lean: z.boolean().default(true),
  })
  .meta({ id: "PageSource" });
export type PageSource = z.infer<typeof PageSource>;
