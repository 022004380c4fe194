import fc from "fast-check";
import { expect, test } from "vitest";
import type { Inline } from "./inline.ts";
import { type Block, parseMarkdown, toggleTask } from "./markdown.ts";

/** A short way to write what was understood: `h1(…)`, `p(…)`, `*em*`. */
function written(blocks: readonly Block[]): string {
  return blocks.map(blockOf).join(" ");
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `h${block.level}(${wordsOf(block.inline)})`;
    case "paragraph":
      return `p(${wordsOf(block.inline)})`;
    case "quote":
      return `quote(${written(block.blocks)})`;
    case "code":
      return `code(${block.text})`;
    case "rule":
      return "rule";
    case "table":
      return `table(${block.align.join()}: ${block.rows.map((row) => row.map(wordsOf).join("|")).join(" / ")})`;
    case "list": {
      const box = (isDone: boolean | null): string => (isDone === null ? "" : isDone ? "[x]" : "[ ]");
      const items = block.items.map((item) => `${box(item.isDone)}${written(item.blocks)}`);
      return `${block.start === null ? "ul" : `ol${block.start}`}(${items.join(", ")})`;
    }
  }
}

function wordsOf(inline: readonly Inline[]): string {
  return inline
    .map((part): string => {
      if (part.kind === "text") return part.text;
      if (part.kind === "break") return "⏎";
      if (part.kind === "code") return `code(${part.text})`;
      if (part.kind === "link") return `${part.href}(${wordsOf(part.inline)})`;
      return `${part.kind}(${wordsOf(part.inline)})`;
    })
    .join("");
}

const READ: readonly (readonly [string, string])[] = [
  ["# One\ntwo\n\nthree", "h1(One) p(two) p(three)"],
  ["###### Six ##\n####### seven", "h6(Six) p(####### seven)"],
  ["one\ntwo", "p(one⏎two)"],
  ["**bold** and *soft* and __bold__ and _soft_", "p(strong(bold) and em(soft) and strong(bold) and em(soft))"],
  ["***both*** ~~gone~~ snake_case_name 2 * 3 * 4", "p(strong(em(both)) strike(gone) snake_case_name 2 * 3 * 4)"],
  ["**never closed *nor this", "p(**never closed *nor this)"],
  ["`a * b` ``c ` d`` `open", "p(code(a * b) code(c ` d) `open)"],
  ["\\*no\\* \\x", "p(*no* \\x)"],
  ['[Herald](https://herald.example/a_(b) "t")', "p(https://herald.example/a_(b)(Herald))"],
  ["[**x** y](mailto:ada@example.com)", "p(mailto:ada@example.com(strong(x) y))"],
  ["see https://a.example/b?c=d_e_f. Then", "p(see https://a.example/b?c=d_e_f(https://a.example/b?c=d_e_f). Then)"],
  ["<https://a.example>", "p(https://a.example/(https://a.example))"],
  ["![alt](https://a.example/x.png)", "p(https://a.example/x.png(alt))"],
  ["- one\n- two\n  more\n  - deep\n- three", "ul(p(one), p(two⏎more) ul(p(deep)), p(three))"],
  ["3. three\n4. four\n\ntext", "ol3(p(three), p(four)) p(text)"],
  ["- [ ] open\n- [x] done\n- [y] none", "ul([ ]p(open), [x]p(done), p([y] none))"],
  ["> quoted\n> # head\n\nafter", "quote(p(quoted) h1(head)) p(after)"],
  ["```js\n<b>*x*</b>\n\n# y\n```\nz", "code(<b>*x*</b>\n\n# y) p(z)"],
  ["```\nnever closed", "code(never closed)"],
  ["---\n* * *\n- - x", "rule rule ul(ul(p(x)))"],
  ["a | b\n--|:-:\n1 | **2**\n3", "table(start,center: a|b / 1|strong(2)) p(3)"],
  ["<script>alert(1)</script>", "p(<script>alert(1)</script>)"],
  ["", ""],
];

test.each(READ)("%j is read", (source, read) => {
  expect(written(parseMarkdown(source))).toBe(read);
});

const HOSTILE = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  " javascript:x",
  "java\nscript:x",
  "//evil.example",
];

test.each(HOSTILE)("a link to %j is text", (href) => {
  for (const source of [`[x](${href})`, `[x](<${href}>)`, `<${href}>`, `![x](${href})`]) {
    expect(hrefsIn(parseMarkdown(source))).toEqual([]);
  }
});

function hrefsIn(blocks: readonly Block[]): readonly string[] {
  const ofInline = (inline: readonly Inline[]): string[] =>
    inline.flatMap((part) => ("inline" in part ? ["href" in part ? part.href : "", ...ofInline(part.inline)] : []));
  const all = blocks.flatMap((block) => {
    if ("inline" in block) return ofInline(block.inline);
    if (block.kind === "quote") return hrefsIn(block.blocks);
    if (block.kind === "list") return block.items.flatMap((item) => hrefsIn(item.blocks));
    return block.kind === "table" ? block.rows.flatMap((row) => row.flatMap(ofInline)) : [];
  });
  return all.filter(Boolean);
}

const piece = fc.constantFrom(
  ..."# - * _ ~ ` [ ] ( ) ! < > | : \\ \n x 1. \t https://a.example javascript:x [x](javascript:y) **".split(" "),
  "\n\n",
  "    ",
  "- [ ] ",
);
const hostile = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 60 })
  .map((parts) => parts.join(""));

test("whatever is written, links lead to the web or a mailbox, and no word is lost", () => {
  fc.assert(
    fc.property(hostile, (source) => {
      const blocks = parseMarkdown(source);
      for (const href of hrefsIn(blocks)) expect(href).toMatch(/^(https?|mailto):/);
      const said = written(blocks);
      for (const [word] of source.matchAll(/[a-z]{4,}/g))
        if (!/^(https?|mailto)$/.test(word)) expect(said).toContain(word);
    }),
  );
});

test.each([
  ["stars", "*a **b ".repeat(3_000)],
  ["brackets", "[".repeat(20_000)],
  ["links that never end", "[a](".repeat(5_000)],
  ["quotes", ">".repeat(20_000)],
  ["lists", Array.from({ length: 200 }, (_, at) => `${" ".repeat(at)}- x`).join("\n")],
  ["ticks", "`a ``b ```c ".repeat(1_600)],
  ["cells", `${"|".repeat(10_000)}\n${"|-".repeat(5_000)}`],
])("%s without end are read, and no deeper than a few levels", (_, source) => {
  const depth = (blocks: readonly Block[]): number =>
    1 +
    Math.max(
      0,
      ...blocks.map((block) =>
        block.kind === "quote"
          ? depth(block.blocks)
          : block.kind === "list"
            ? Math.max(...block.items.map((item) => depth(item.blocks)))
            : 0,
      ),
    );
  expect(depth(parseMarkdown(source.slice(0, 20_000)))).toBeLessThanOrEqual(10);
});

test("a task is ticked in its own line, and nothing else changes", () => {
  const source = "- [ ] one\r\n  - [x] two\n\n1. [ ] three";
  expect(toggleTask(source, 0)).toBe("- [x] one\r\n  - [x] two\n\n1. [ ] three");
  expect(toggleTask(source, 1)).toBe("- [ ] one\r\n  - [ ] two\n\n1. [ ] three");
  expect(toggleTask(source, 2)).toBe(source);
  expect(toggleTask(source, 99)).toBe(source);
  const [list] = parseMarkdown(source);
  expect(list?.kind === "list" && list.items.map(({ line }) => line)).toEqual([0]);
});
