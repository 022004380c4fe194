/** Everything that messages and feeds say, in English: the keys that every other language must have. */
import type { Sentence } from "@tessera/model/sentence";

export const words = {
  // what happened, after the title of a block, by the condition that held
  "event.any-change": "has changed",
  "event.contains": "contains what you are looking for",
  "event.lacks": "no longer contains what you are looking for",
  "event.adds": "has new text that you are looking for",
  "event.removes": "has lost text that you were looking for",
  "event.number-above": "has risen above your limit",
  "event.number-below": "has fallen below your limit",
  "event.number-changed-by": "has changed by the amount you set",
  "event.new-item": "has new items",
  "event.looks-different": "looks very different now: please have a look",
  "event.gone": "is gone from its page",
  "event.unsure": "may have moved: please have a look",
  "event.back": "is back",
  "event.unreachable": "cannot be reached",
  "event.test": "is a test: this channel works",

  // a number and the limit that it passed, after its name
  "reached.number-above": "{number}, above your limit {limit}",
  "reached.number-below": "{number}, below your limit {limit}",

  "message.several": { one: "{count} block to look at", other: "{count} blocks to look at" },
  "message.source": "Source",
  "message.picture": "The block",
  "test.before": "what a block said before",
  "test.after": "what it says now",

  // what a block said, what stands there, why nothing does
  "quote.before": "Before: {text}",
  "quote.after": "After: {text}",
  "quote.last": "It last said: {text}",
  "quote.now": "Now: {text}",
  "quote.nearest": "Closest match now: {text}",
  "quote.back": "It now says: {text}",
  "quote.reason": "Reason: {text}",
  "moved.found": "It seems to have moved to {page}",
  "moved.link": "There is a link with its name: {page}",
  "wall.captcha": "the page shows a captcha",
  "wall.consent": "the page asks for consent first",
  "wall.login": "the page asks for a login",
  "wall.error": "the page shows an error",
  "wall.incomplete": "only part of the page arrived",

  // what changed: items of a list, lines, and parts of a line
  "items.added": "{count} new",
  "items.removed": "{count} gone",
  "items.reworded": "{count} reworded",
  "items.moved": "{count} moved",
  "line.added": "New: {text}",
  "line.removed": "Gone: {text}",
  "part.added": "(new: {text})",
  "part.removed": "(gone: {text})",
  "part.replaced": "{was} → {is}",
  "part.quoted": "“{text}”",
  "part.difference": "({amount})",
  "list.more": "and {count} more",
  "list.comma": ", ",
  "list.semicolon": "; ",

  "feed.follow": "{title}, a block of {url}",
  "feed.sheet": "Everything on the sheet {title}",
  "feed.found": "found again",
  "feed.different": "looks very different now",
  "feed.unsure": "may have moved, please have a look",
  "feed.gone": "gone from its page",
  "feed.blocked": "the page shows something else instead of its content",
  "feed.unreachable": "the page cannot be reached",
} as const;

export type Key = keyof typeof words;
export type Words = Readonly<Record<Key, Sentence>>;
