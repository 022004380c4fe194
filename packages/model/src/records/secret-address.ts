/**
 * Whether an address is a key by itself: a parameter that is named so, or the private address of a feed. What it leads to is
 * shown to nobody else, so this is narrower than what a snapshot is cleaned of: what any page of the web may have in its address
 * (numbers, names, hashes, cursors of lists) is no secret.
 */

/** A parameter that is called this says that its value is a key. */
const KEY_NAMES: ReadonlySet<string> = new Set(
  (
    "apikey auth authkey authorization bearer credential credentials hmac jsessionid jwt key pass passphrase passwd password " +
    "phpsessid pwd secret session sessionid sessid sig signature token"
  ).split(" "),
);
/** As the last word of a name: `access_token`, `X-Amz-Signature`, `authToken`. */
const LAST_WORDS: ReadonlySet<string> = new Set(
  "credential credentials hmac jwt passwd password pwd secret signature token".split(" "),
);
/** What stands before `key` where that opens something, unlike `sort_key`. */
const OF_A_KEY: ReadonlySet<string> = new Set(
  "access api app auth client feed license private rss secret subscription user".split(" "),
);
/** Tokens that say where in a list one is, or guard a form. */
const NO_KEYS: ReadonlySet<string> = new Set("continuation csrf cursor next page prev previous sync xsrf".split(" "));
/** Said of a choice, and not of a key. */
const CHOICES: ReadonlySet<string> = new Set(["", "0", "1", "true", "false", "yes", "no", "on", "off", "none", "null"]);

const MAX_PARAMETERS = 200;

export function isSecretAddress(url: URL): boolean {
  if (`${url.username}${url.password}` !== "") return true;
  if (hasKey(url.searchParams) || hasKey(new URLSearchParams(url.hash.slice(1)))) return true;
  const steps = url.pathname.split("/");
  return steps.some(hasWebToken) || (isOfFeed(url, steps) && steps.some(isMadeByChance));
}

function hasKey(parameters: URLSearchParams): boolean {
  let looked = 0;
  for (const [name, value] of parameters) {
    if (isKeyName(name) && isKey(name, value)) return true;
    if (++looked >= MAX_PARAMETERS) return false;
  }
  return false;
}

function isKeyName(name: string): boolean {
  const words = name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  const [last = "", before = ""] = words.toReversed();
  if (KEY_NAMES.has(words.join(""))) return true;
  if (last === "key") return OF_A_KEY.has(before);
  return LAST_WORDS.has(last) && !NO_KEYS.has(before);
}

/** A plain `key` is more often that of a row than one that opens something: a word or a number is none. */
function isKey(name: string, value: string): boolean {
  if (CHOICES.has(value.toLowerCase())) return false;
  return name.toLowerCase() !== "key" || /[a-z]\d|\d[a-z]/i.test(value) || isMadeByChance(value);
}

/** A JSON web token: `{"` in base 64, and a second part behind a dot. */
function hasWebToken(step: string): boolean {
  const [head = "", body = ""] = step.split(".", 2);
  return head.length >= 13 && head.startsWith("eyJ") && body.startsWith("eyJ");
}

const FEED_WORDS: ReadonlySet<string> = new Set(
  "atom cal calendar calendars feed feeds ical ics podcast podcasts rdf rss webcal".split(" "),
);

function isOfFeed({ hostname }: URL, steps: readonly string[]): boolean {
  if (/\.xml$/i.test(steps.at(-1) ?? "")) return true;
  const words = [hostname.split(".", 1)[0] ?? "", ...steps.flatMap((step) => step.split(/[._-]/))];
  return words.some((word) => FEED_WORDS.has(word.toLowerCase()));
}

/** As long as what nobody can guess. */
const MIN_SECRET = 20;
/** So much of it must be neither a word nor a number. */
const MIN_CHANCE = 12;
const MIN_PART = 8;
/** Names of one thing among many, which are no secret: a UUID, an id of a database, a version of a repository. */
const ID = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24}|[\da-f]{40})$/i;
/** All that is not the key in `KEY.rss`. */
const ENDING = /\.[a-z]{2,5}$/i;

function isMadeByChance(step: string): boolean {
  const name = step.replace(ENDING, "");
  if (name.length < MIN_SECRET || ID.test(name)) return false;
  const parts = name.split(/[^A-Za-z\d]+/);
  // 128 bits and more, as they are usually written
  if (parts.some((part) => part.length >= 32 && !ID.test(part) && isHex(part))) return true;
  // short ones, as in `iphone-15-v2`, are written by people
  const long = parts.filter((part) => part.length >= MIN_PART && !ID.test(part));
  const left = long.map((part) => part.replace(WORDS, ""));
  return left.join("").length >= MIN_CHANCE;
}

/** Words, also of several in one, and numbers. */
const WORDS = /[A-Z]?[a-z]{3,}|[A-Z]{4,}|\d{4,}/g;

function isHex(part: string): boolean {
  return /^[\da-f]+$/i.test(part) && /\d/.test(part) && /[a-f]/i.test(part);
}
