/** What Lighthouse calls best practices, asked of one view: each with the reason where it fails. */
import type { Page, Response } from "playwright-core";

export interface Practice {
  readonly name: string;
  /** Null where it is kept. */
  readonly fault: string | null;
}

/** Loads the view and asks; complaints of the console are those from the first request on. */
export async function bestPractices(
  page: Page,
  url: string,
  isReady: (page: Page) => Promise<unknown>,
): Promise<readonly Practice[]> {
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || /deprecat/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(url).origin)
      strangers.push(request.url());
  });
  const response = await page.goto(url, { waitUntil: "load" });
  await isReady(page);
  const inPage = (await page.evaluate(ASK_PAGE)) as Readonly<Record<string, string | null>>;
  return [
    { name: "no errors or deprecations in the console", fault: complaints[0] ?? null },
    { name: "nothing from third parties", fault: strangers[0] ?? null },
    ...headerPractices(response),
    ...Object.entries(inPage).map(([name, fault]) => ({ name, fault })),
  ];
}

function headerPractices(response: Response | null): readonly Practice[] {
  const headers = response?.headers() ?? {};
  const policy = headers["content-security-policy"] ?? "";
  const script = /script-src([^;]*)/.exec(policy)?.[1] ?? "";
  return [
    { name: "the policy lets no foreign or inline script in", fault: faultOfScripts(script) },
    {
      name: "no plugins and no other base",
      fault: /object-src 'none'|default-src 'none'/.test(policy) ? null : policy,
    },
    {
      name: "not to be framed",
      fault: /frame-ancestors/.test(policy) || headers["x-frame-options"] ? null : "no rule",
    },
    { name: "types are not guessed", fault: headers["x-content-type-options"] === "nosniff" ? null : "no nosniff" },
    { name: "the character set is told", fault: /utf-8/i.test(headers["content-type"] ?? "") ? null : "none" },
    { name: "text is compressed", fault: headers["content-encoding"] ? null : "not compressed" },
  ];
}

function faultOfScripts(sources: string): string | null {
  return sources !== "" && !/unsafe-(inline|eval)|\*|https?:/.test(sources) ? null : `script-src${sources}`;
}

const ASK_PAGE = `(() => {
  const tooSmall = [...document.images].filter((image) => image.naturalWidth > 0 && image.clientWidth > 0
    && (image.naturalWidth > image.clientWidth * devicePixelRatio * 4 + 64));
  const tiny = [...document.querySelectorAll("main *, header *")].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    && parseFloat(getComputedStyle(element).fontSize) < 12);
  return {
    "the page has a doctype": document.doctype?.name === "html" ? null : "none",
    "the page has a viewport": document.querySelector("meta[name=viewport]") ? null : "none",
    "the page has a title and a language": document.title && document.documentElement.lang ? null : "none",
    "the page has a description": document.querySelector("meta[name=description]") ? null : "none",
    "images are not much larger than shown": tooSmall[0]?.src ?? null,
    "text can be read": tiny[0]?.outerHTML.slice(0, 120) ?? null,
    "nothing is wider than the window": document.documentElement.scrollWidth > innerWidth ? String(document.documentElement.scrollWidth) : null,
    "nobody is asked for permissions": "Notification" in globalThis && Notification.permission === "granted" ? "granted" : null,
    "the app can be installed": document.querySelector("link[rel=manifest]") ? null : "no manifest",
  };
})()`;
