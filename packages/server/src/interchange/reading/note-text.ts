/** The HTML of a notebook becomes the Markdown of a note: headings, lists, emphasis and links stay, everything else is text. */
import { MAX_NOTE } from "@tessera/model";
import { titleOf } from "./own-content.ts";
import { attributeOf, decoded, type Tag, tagsIn } from "./tags.ts";

export interface NoteText {
  readonly title: string;
  readonly body: string;
  /** It was longer than a note may be. */
  readonly isCut: boolean;
}

const USUAL_TITLE = "Notebook";
const MAX_HTML = 200_000;

export function noteText(html: string): NoteText {
  const all = markdownOf(html.slice(0, MAX_HTML))
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  const [, heading = ""] = /^#{1,6} ([^\n]+)/.exec(all) ?? [];
  const isCut = all.length > MAX_NOTE || html.length > MAX_HTML;
  return { title: titleOf(heading) || USUAL_TITLE, body: all.slice(0, MAX_NOTE), isCut };
}

const BEFORE: Readonly<Record<string, string>> = {
  ...{ p: "\n\n", br: "\n", li: "\n- ", hr: "\n\n---\n\n", blockquote: "\n\n> " },
  ...{ h1: "\n\n# ", h2: "\n\n## ", h3: "\n\n### ", h4: "\n\n#### ", h5: "\n\n##### ", h6: "\n\n###### " },
  ...{ strong: "**", b: "**", "/strong": "**", "/b": "**", em: "*", i: "*", "/em": "*", "/i": "*" },
  ...{ "/ul": "\n\n", "/ol": "\n\n", "/h1": "\n\n", "/h2": "\n\n", "/h3": "\n\n", tr: "\n", td: " ", th: " " },
};

/** Whatever is said by their text is for programs. */
const UNSEEN = new Set(["script", "style"]);

function markdownOf(html: string): string {
  const first = html.indexOf("<");
  const pieces = [decoded(first === -1 ? html : html.slice(0, first))];
  let href: string | null = null;
  let isAtEntry = false;
  for (const { tag, after } of tagsIn(html)) {
    const { name } = tag;
    if (name === "a") href = webAddress(tag);
    // the paragraph that an editor puts into each entry of a list is no line of its own
    if (!(name === "p" && isAtEntry)) pieces.push(name === "" ? "<" : (BEFORE[name] ?? ""));
    if (name === "a" && href) pieces.push("[");
    if (name === "/a" && href) pieces.push(`](${href})`);
    if (name === "/a") href = null;
    const text = UNSEEN.has(name) ? "" : decoded(after).replaceAll(/\s+/g, " ");
    pieces.push(text);
    isAtEntry = name === "li" && text.trim() === "";
  }
  return pieces.join("");
}

function webAddress(tag: Tag): string | null {
  const href = attributeOf(tag, "href")?.trim() ?? "";
  return /^https?:\/\/[^\s()]+$/i.test(href) ? href : null;
}
