/** Scripts and what is said where there are none: both are no part of a tree, so they are read from the markup. */

/** Types that a browser runs; all others are data. */
const RUNNABLE = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.\d)?)$/i;
const TYPE = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;
const SOURCE = /\ssrc\s*=\s*["']?([^\s"'>]+)/i;

/** Where an element begins outside comments, and where it ends. */
const BOUNDS = {
  script: { start: /<!--|<(script)(?=[\s/>])/gi, end: /<\/script(?=[\s/>])/gi },
  noscript: { start: /<!--|<(noscript)(?=[\s/>])/gi, end: /<\/noscript(?=[\s/>])/gi },
};

interface RawElement {
  readonly attributes: string;
  readonly content: string;
}

/** A script that a browser would run: its text, or where it comes from. */
export interface RunnableScript {
  /** Null where it stands in the page. */
  readonly source: string | null;
  readonly text: string;
}

/** True where the page has a script that a browser would run. */
export function hasRunnableScript(html: string): boolean {
  return !runnableScripts(html).next().done;
}

export function* runnableScripts(html: string): Generator<RunnableScript, undefined> {
  for (const { attributes, content } of rawElements(html, "script")) {
    const [, double, single, bare] = TYPE.exec(attributes) ?? [];
    const type = (double ?? single ?? bare ?? "").trim();
    if (type !== "" && !RUNNABLE.test(type)) continue;
    const source = SOURCE.exec(attributes)?.[1] ?? null;
    if (source !== null || content.trim() !== "") yield { source, text: source === null ? content : "" };
  }
}

/** The words of each `noscript`, without its tags. */
export function noscriptTexts(html: string): readonly string[] {
  return [...rawElements(html, "noscript")].map(({ content }) => content.replace(/<[^<>]*>/g, " "));
}

/** Elements of this name outside comments, in order. Each character is looked at a fixed number of times. */
function* rawElements(html: string, name: "script" | "noscript"): Generator<RawElement> {
  const { start, end } = BOUNDS[name];
  // whoever read last may have stopped early
  start.lastIndex = 0;
  for (let opening = start.exec(html); opening; opening = start.exec(html)) {
    if (!opening[1]) {
      const closed = html.indexOf("-->", start.lastIndex);
      if (closed < 0) return;
      start.lastIndex = closed + 3;
      continue;
    }
    const tagEnd = html.indexOf(">", start.lastIndex);
    if (tagEnd < 0) return;
    end.lastIndex = tagEnd + 1;
    const closing = end.exec(html);
    yield { attributes: html.slice(start.lastIndex, tagEnd), content: html.slice(tagEnd + 1, closing?.index) };
    if (!closing) return;
    start.lastIndex = end.lastIndex;
  }
}
