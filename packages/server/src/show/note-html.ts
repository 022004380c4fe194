/** A note as markup, for pages that have no app: of the same tree that the app shows, every element written here and none by the text. */
import { type Block, type Inline, parseMarkdown } from "@tessera/model/markdown";
import { escaped } from "./gadget-documents.ts";

export function noteHtml(text: string): string {
  return blocksHtml(parseMarkdown(text));
}

function blocksHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join("");
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `<p dir="auto">${wordsHtml(block.inline)}</p>`;
    case "heading": {
      // the title of the tile is of the second level
      const tag = `h${Math.min(6, block.level + 2)}`;
      return `<${tag} dir="auto">${wordsHtml(block.inline)}</${tag}>`;
    }
    case "code":
      return `<pre><code>${escaped(block.text)}</code></pre>`;
    case "quote":
      return `<blockquote>${blocksHtml(block.blocks)}</blockquote>`;
    case "rule":
      return "<hr>";
    case "list":
      return listHtml(block);
    case "table":
      return tableHtml(block);
  }
}

function listHtml({ start, items }: Extract<Block, { kind: "list" }>): string {
  const written = items.map(({ isDone, blocks }) => {
    const box = isDone === null ? "" : `<span aria-hidden="true">${isDone ? "☑" : "☐"}</span>`;
    return `<li${isDone === null ? "" : ' class="task"'}>${box}<div>${blocksHtml(blocks)}</div></li>`;
  });
  return start === null ? `<ul>${written.join("")}</ul>` : `<ol start="${start}">${written.join("")}</ol>`;
}

function tableHtml({ align, rows: [head = [], ...rows] }: Extract<Block, { kind: "table" }>): string {
  const cells = (row: readonly (readonly Inline[])[], tag: "th" | "td"): string =>
    row.map((cell, at) => `<${tag} style="text-align:${align[at] ?? "start"}">${wordsHtml(cell)}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  return `<table><thead><tr>${cells(head, "th")}</tr></thead><tbody>${body}</tbody></table>`;
}

const TAGS = { em: "em", strong: "strong", strike: "s" } as const;

function wordsHtml(inline: readonly Inline[]): string {
  return inline
    .map((part): string => {
      if (part.kind === "text") return escaped(part.text);
      if (part.kind === "code") return `<code>${escaped(part.text)}</code>`;
      if (part.kind === "break") return "<br>";
      const words = wordsHtml(part.inline);
      if (part.kind !== "link") return `<${TAGS[part.kind]}>${words}</${TAGS[part.kind]}>`;
      return `<a href="${escaped(part.href)}" target="_blank" rel="noopener noreferrer">${words}</a>`;
    })
    .join("");
}
