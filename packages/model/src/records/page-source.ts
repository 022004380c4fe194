/** A page as a person asks for it: a URL plus the way to fetch it. */
import { z } from "zod";
import { withoutFeedScheme } from "./feed-scheme.ts";
import { isSecretAddress } from "./secret-address.ts";
import { MAX_WAITS_MS, waitsOf } from "./step-waits.ts";

/** No line breaks, no other control characters, no halves of characters. */
const NO_CONTROLS = /^[^\p{Cc}\p{Cs}]*$/u;

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
    const url = URL.parse(withoutFeedScheme(text));
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

/**
 * Finds one element of the page, in CSS or as a role with a name (`role=button[name="More"]`). Never more than a text that
 * a browser is given; one that takes it too long ends with the time of its step.
 */
const Selector = z.string().trim().min(1).max(1_000).regex(NO_CONTROLS, "contains characters that no selector has");

/** What a person calls a stored secret. It is stored apart, for one origin, and no record holds more than its name. */
export const SecretName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}_. -]+$/u, "only letters, digits, spaces and . _ -");
export type SecretName = z.infer<typeof SecretName>;

/** What to do in the browser before the capture: data, never code. */
export const BrowserStep = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("click"), selector: Selector }),
    /** A line feed at the end is the Enter key. */
    z.strictObject({ kind: z.literal("type"), selector: Selector, text: z.string().max(4_000) }),
    z.strictObject({
      kind: z.literal("typeSecret"),
      selector: Selector,
      secret: SecretName,
      enter: z.boolean().default(false),
    }),
    /** By the label of the option, or its value. */
    z.strictObject({ kind: z.literal("choose"), selector: Selector, option: z.string().max(1_000) }),
    z.strictObject({ kind: z.literal("wait"), ms: z.number().int().min(0).max(30_000) }),
    z.strictObject({ kind: z.literal("waitFor"), selector: Selector }),
    z.strictObject({ kind: z.literal("scroll"), to: z.enum(["bottom", "top"]) }),
  ])
  .meta({ id: "BrowserStep" });
export type BrowserStep = z.infer<typeof BrowserStep>;

export const MAX_STEPS = 50;

/** RFC 9110 section 5.6.2. */
const token = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/, "only letters, digits and signs of a token");

/** What frames a request, says who sends it, or has a setting of its own. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "accept-language",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "date",
  "expect",
  "host",
  "http2-settings",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "keep-alive",
  "origin",
  "range",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);

const HeaderName = token.toLowerCase().refine((name) => {
  return !OWN_HEADERS.has(name) && !/^(proxy-|sec-|access-control-|x-forwarded-|forwarded$)/.test(name);
}, "this header is not one that a page can have");

/** Visible ASCII: nothing that ends a line, and so nothing that begins another header. */
const HeaderValue = z
  .string()
  .trim()
  .min(1)
  .max(4_096)
  .regex(/^[\x20-\x7e]+$/, "only letters, digits and signs of ASCII");
/** RFC 6265 section 4.1.1. */
const CookieValue = z
  .string()
  .trim()
  .max(4_096)
  .regex(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/, "no spaces, quotes, commas, semicolons or backslashes");

/** With its value, or with the name of the stored secret that is its value. */
function named<Name extends z.ZodType, Value extends z.ZodType>(name: Name, value: Value) {
  return z.union([z.strictObject({ name, value }), z.strictObject({ name, secret: SecretName })]);
}

/** Sent to the origin of the page only. */
export const PageHeader = named(HeaderName, HeaderValue).meta({ id: "PageHeader" });
export type PageHeader = z.infer<typeof PageHeader>;
/** Set for the host of the page only, before each capture. */
export const PageCookie = named(token, CookieValue).meta({ id: "PageCookie" });
export type PageCookie = z.infer<typeof PageCookie>;

/** A stored secret as it may be used: typed into a field, as a header, or as a cookie. */
export const SecretValue = z.string().min(1).max(4_000).regex(NO_CONTROLS, "contains characters that cannot be typed");

/** In CSS pixels. A phone has touch, a small screen that pages are made to fit, and says so. */
export const Viewport = z
  .strictObject({
    width: z.int().min(240).max(3_840),
    height: z.int().min(240).max(4_320),
    isPhone: z.boolean().default(false),
  })
  .meta({ id: "Viewport" });
export type Viewport = z.infer<typeof Viewport>;

/** What is answered to a dialog that asks for consent; `leave` answers nothing. */
export const ConsentAnswer = z.enum(["reject", "accept", "leave"]);
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

/** A name that the operator gave to one of the proxies of this instance. */
export const ProxyName = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[\w.-]+$/, "only letters, digits, and . _ -");

export const PageSource = z
  .strictObject({
    url: WebUrl,
    fetcher: FetcherChoice.default("auto"),
    steps: z.array(BrowserStep).max(MAX_STEPS).default([]),
    /** Keep this page's cookies from one capture to the next. */
    keepCookies: z.boolean().default(false),
    /** robots.txt is respected unless the owner of the instance says otherwise for this page. */
    respectRobots: z.boolean().default(true),
    /** Leave out requests for ads and media when the page is rendered. */
    lean: z.boolean().default(true),
    cookies: z.array(PageCookie).max(50).optional(),
    headers: z.array(PageHeader).max(20).optional(),
    /** Without it a desktop of 1280 × 900. */
    viewport: Viewport.optional(),
    /** A language tag such as `de` or `pt-BR`, asked for and said by the browser. */
    language: z
      .string()
      .max(35)
      .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z\d]{2,8}){0,4}$/, "not a language tag such as de or pt-BR")
      .optional(),
    /** Without it the way that all pages go. */
    proxy: ProxyName.optional(),
    /** Without it `reject`. */
    consent: ConsentAnswer.optional(),
    /** Without it Tessera says what it is. */
    userAgent: HeaderValue.max(500).optional(),
  })
  .meta({ id: "PageSource" });
export type PageSource = z.infer<typeof PageSource>;

const WAIT_TOO_LONG = `all waits together: at most ${MAX_WAITS_MS / 1_000} s`;

function waitsAreShort(steps: readonly BrowserStep[]): boolean {
  return waitsOf(steps) <= MAX_WAITS_MS;
}

/** As somebody asks for it; what is stored may be from before there were limits. */
export const AskedSource = PageSource.refine(({ steps }) => waitsAreShort(steps), {
  path: ["steps"],
  message: WAIT_TOO_LONG,
});

const { url: _, ...settings } = PageSource.shape;

/** What of a page can be changed without its becoming another address; null takes a setting back. */
export const PagePatch = z
  .strictObject({
    fetcher: FetcherChoice.optional(),
    steps: z.array(BrowserStep).max(MAX_STEPS).refine(waitsAreShort, WAIT_TOO_LONG).optional(),
    keepCookies: z.boolean().optional(),
    respectRobots: z.boolean().optional(),
    lean: z.boolean().optional(),
    cookies: settings.cookies.nullable(),
    headers: settings.headers.nullable(),
    viewport: settings.viewport.nullable(),
    language: settings.language.nullable(),
    proxy: settings.proxy.nullable(),
    consent: settings.consent.nullable(),
    userAgent: settings.userAgent.nullable(),
  })
  .meta({ id: "PagePatch" });
export type PagePatch = z.infer<typeof PagePatch>;

/** The source with what the patch says; settings that say nothing are left out, so that equal ways are one page. */
export function withPatch(source: PageSource, patch: PagePatch): PageSource {
  return PageSource.parse(withoutDefaults({ ...source, ...withoutUndefined(patch) }));
}

function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function withoutDefaults(record: object): object {
  const isSaid = ([name, value]: [string, unknown]): boolean => {
    if (value === null || value === undefined || (name === "consent" && value === "reject")) return false;
    return !((name === "cookies" || name === "headers") && Array.isArray(value) && value.length === 0);
  };
  return Object.fromEntries(Object.entries(record).filter(isSaid));
}

/**
 * Shows what only one person may see, or does what only they have asked for, or has a key in its address: never shared with
 * others.
 */
export function isOnesOwn(source: PageSource): boolean {
  const { steps, cookies = [], headers = [], keepCookies } = source;
  if (source.fetcher === "own-browser" || keepCookies) return true;
  return steps.length + cookies.length + headers.length > 0 || isSecretAddress(new URL(source.url));
}

/** The page knows who visits it, by a cookie, a header or what is typed: it may show what nobody else is given. */
export function isVisitedAsSomebody({ steps, cookies = [], headers = [], keepCookies }: PageSource): boolean {
  const isTyped = steps.some(({ kind }) => kind === "type" || kind === "typeSecret");
  return isTyped || keepCookies || cookies.length + headers.length > 0;
}

/** The stored secrets that a source names. */
export function secretsNamed({ steps, cookies = [], headers = [] }: PageSource): ReadonlySet<SecretName> {
  const inSteps = steps.flatMap((step) => (step.kind === "typeSecret" ? [step.secret] : []));
  return new Set([...inSteps, ...[...cookies, ...headers].flatMap((one) => ("secret" in one ? [one.secret] : []))]);
}
