/** Regular expressions that the checker calls slow or cannot tell about: why each may stay, and what bounds it. */

export interface Exemption {
  readonly file: string;
  /** What the expression begins with, as it is written there. */
  readonly starts: string;
  readonly reason: string;
}

export const EXEMPTIONS: readonly Exemption[] = [
  {
    file: "packages/capture/src/feed/feed-date.ts",
    starts: "new RegExp(String.raw`^\\s*(\\d{4})",
    reason: "meets at most 100 characters: longer texts are no date",
  },
  {
    file: "packages/capture/src/feed/feed-date.ts",
    starts: "new RegExp(DAY_THEN_MONTH",
    reason: "meets at most 100 characters: longer texts are no date",
  },
  {
    file: "packages/capture/src/feed/feed-date.ts",
    starts: "new RegExp(MONTH_THEN_DAY",
    reason: "meets at most 100 characters: longer texts are no date",
  },
  {
    file: "packages/capture/src/feed/feed-date.ts",
    starts: "new RegExp(String.raw`^\\s*(\\d{1,2})",
    reason: "meets at most 100 characters: longer texts are no date",
  },
  {
    file: "packages/model/src/search/words.ts",
    starts: "new RegExp(\n  `(?<unspaced>",
    reason: "runs of character classes that exclude each other: each character is looked at twice at most",
  },
  {
    file: "packages/engine/src/visible/script-work.ts",
    starts: "/\\.(?:value|valueAsNumber",
    reason: "at each full stop a word of ours and at most twenty characters behind it",
  },
  {
    file: "packages/web/src/i18n/said-words.ts",
    starts: "new RegExp(patternOf(template))",
    reason: "meets keys of our own sentences, when the app is built",
  },
  {
    file: "packages/show/src/html/definitions.ts",
    starts: "new RegExp(` $",
    reason: "a name of ours and digits between quotes: linear, whatever the name is",
  },
  {
    file: "packages/engine/src/segment/name-words.ts",
    starts: 'new RegExp(NUMBER, "gu")',
    reason: "meets at most the first 400 characters of a text",
  },
  {
    file: "packages/engine/src/segment/name-words.ts",
    starts: "new RegExp(\n  `[-",
    reason: "meets at most the first 400 characters of a text",
  },
  {
    file: "packages/engine/src/segment/name-words.ts",
    starts: "new RegExp(`\\\\s*(?:",
    reason: "meets at most the first 400 characters of a text",
  },
  {
    file: "packages/engine/src/segment/name-words.ts",
    starts: "new RegExp(`^[([]?",
    reason: "meets at most the first 400 characters of a text",
  },
  {
    file: "packages/engine/src/segment/name-words.ts",
    starts: "/\\p{Nd}{4}-",
    reason: "meets at most the first 400 characters of a text",
  },
  {
    file: "packages/engine/src/segment/name-words.ts",
    starts: "/^[\\s\\p{P}",
    reason: "meets at most the first 400 characters of a text",
  },
  {
    file: "packages/engine/src/segment/name-words.ts",
    starts: "/[\\s→»",
    reason: "meets at most the first 400 characters of a text",
  },
  {
    file: "packages/engine/src/segment/text-pieces.ts",
    starts: "/font-family",
    reason: "meets at most the first 300 characters of a style",
  },
  {
    file: "packages/capture/src/browser/process-group.ts",
    starts: "new RegExp(`^",
    reason: "reads /proc of our own processes, for names that are written in the same file",
  },
  {
    file: "packages/network/src/client/proxy.ts",
    starts: "/\\/\\/.*@/",
    reason:
      "meets only the address of a proxy that the operator has set and that is no URL, once, before the program ends",
  },
  {
    file: "packages/engine/src/diff/numbers.ts",
    starts: "/\\p{Nd}+(?::\\p{Nd}+)+|",
    reason:
      "no run of digits has more than 30 when it is applied: longer ones are blank by then, so each start is 30 steps",
  },
  {
    file: "packages/engine/src/diff/numbers.ts",
    starts: "new RegExp(\n    `(?:(?<unitBefore>",
    reason:
      "what comes before the digits is a few characters, and behind them everything is optional: it never fails late",
  },
  {
    file: "packages/engine/src/tracer/fused/blocked-reason.ts",
    starts: "/captcha|are you",
    reason: "too many words for the checker; meets the first 1,000 characters of the headings of a page",
  },
  {
    file: "packages/server/src/notify/message/summarize.ts",
    starts: "new RegExp(`^",
    reason: "begins at the beginning and takes at most 40 characters",
  },
  {
    file: "packages/server/src/notify/message/summarize.ts",
    starts: "new RegExp(`$",
    reason: "is one character at each place, whatever the text",
  },
  {
    file: "packages/server/src/changes/words-of.ts",
    starts: "new RegExp(\n  `\\\\p{N}+",
    reason: "splits a text into words: each alternative takes all it can and then matches, none can fail late",
  },
];
