/** Everything that messages and feeds say, in English: the keys that every other language must have. */
import type { Sentence } from "@tessera/model/sentence";

export const words = {
  // what happened, after the title of a block, by the condition that held
  "event.any-change": "{title} has changed",
  "event.contains": "{title} now says “{wanted}”",
  "event.lacks": "{title} no longer says “{wanted}”",
  "event.adds": "New in {title} with “{wanted}”",
  "event.removes": "Gone from {title} with “{wanted}”",
  "event.number-above": "{title} has risen above your limit",
  "event.number-below": "{title} has fallen below your limit",
  "event.number-changed-by": "{title} has changed by {wanted} or more",
  "event.new-item": "{title} has new items",
  "event.looks-different": "{title} looks very different now: please have a look",
  "event.gone": "{title} is gone from its page",
  "event.unsure": "{title} may have moved: please have a look",
  "event.back": "{title} is back",
  "event.unreachable": "{title} cannot be reached",
  "event.test": "{title}: this is a test, and the channel works",

  // a name and what is said of it
  "said.named": "{title}: {said}",
  "said.changed-by": "{said}, a change of {amount} or more",

  // a number and the limit that it passed, after its name
  "reached.number-above": "{number}, above your limit {limit}",
  "reached.number-below": "{number}, below your limit {limit}",

  "message.source": "Source",
  "message.moment": "See what changed",
  "message.picture": "The block",

  "digest.title": { one: "{count} change: {titles}", other: "{count} changes: {titles}" },
  "digest.nothing": "Nothing has changed",
  "digest.noSheet": "On no sheet",
  "digest.all": "Everything that changed",
  "test.before": "what a block said before",
  "test.after": "what it says now",
  "sample.title": "Jobs",
  "sample.item": "Job number {number}",
  "sample.page": "Example Company",
  "sample.other": "Visitors",

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
  "failure.bad-url": "the address does not lead to a page",
  "failure.forbidden-address": "the address is in a private network or on an unusual port",
  "failure.robots": "the site asks programs not to visit this page",
  "failure.dns": "there is no site at this address",
  "failure.refused": "the site does not answer",
  "failure.reset": "the site cut off the connection",
  "failure.tls": "the site could not prove who it is",
  "failure.timeout": "the page took too long",
  "failure.too-large": "the page is too large",
  "failure.too-many-redirects": "the site redirects without end",
  "failure.decompression": "the site sent damaged data",
  "failure.protocol": "the site’s answer cannot be read",
  "failure.not-html": "there is another kind of file in place of the page",
  "failure.not-feed": "there is no readable feed at this address",
  "failure.status": "the site answered with the error {status}",
  "failure.blocked": "the site shows a captcha, consent or login screen instead of the page",
  "failure.crashed": "the browser crashed on the page",
  "failure.step-failed": "a step on the way to the block did not work",

  // what changed: items of a list, lines, and parts of a line
  "items.added": "{count} new",
  "items.removed": "{count} gone",
  "items.reworded": "{count} reworded",
  "items.moved": "{count} moved",
  // the same with the name of the list
  "in.added": "{count} new in {title}",
  "in.removed": "{count} gone from {title}",
  "in.reworded": "{count} reworded in {title}",
  "in.moved": "{count} moved in {title}",
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

  // the page of a secret link
  "shared.hidden": { one: "{count} tile is private to its owner.", other: "{count} tiles are private to their owner." },
  "shared.nothing": "This is no longer shown here.",
  "shared.blank": "There is nothing to see here right now.",
  "shared.empty": "There is nothing on this sheet yet.",
  "shared.lastSeen": "last seen {when}",
  "shared.away": "No connection since {time}. What you see may be out of date.",
  "shared.paused": "Paused: press any key to go on.",

  "feed.follow": "{title}, a block of {url}",
  "feed.sheet": "Everything on the sheet {title}",
  "feed.number": "{title}: {is} (was {was})",
  "feed.different": "looks very different now",
} as const;

export type Key = keyof typeof words;
export type Words = Readonly<Record<Key, Sentence>>;
