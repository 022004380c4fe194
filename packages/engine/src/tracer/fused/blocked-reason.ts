/** Tells from the memory whether a capture is the page at all: a wall in front of it, or only its beginning. */
import { pageRecall } from "../../feature/overlap.ts";
import { pageIndex } from "../../feature/page-index.ts";
import { keyOf, postingsOf } from "../../feature/token-list.ts";
import { attributeOf, type DomTree, TEXT_TAG, tagOf, textOf } from "../../tree/dom-tree.ts";
import type { BlockedReason } from "../tracer.ts";
import type { FusedMemory } from "./memory.ts";

/** A wall shares less than this of the page's class names and links; the same design with a notice shares more. */
const MAX_SHARED_BY_WALL = 0.5;
/** A page cut off in the middle has at most this part of its elements. */
const MAX_LEFT = 0.7;

/** Why this is not the page, or null where it may be. Only asked where the block was not found with confidence. */
export function blockedReason({ page: known }: FusedMemory, page: DomTree): BlockedReason | null {
  const index = pageIndex(page);
  const shared = pageRecall(known.classes, index.classes);
  const wall = interstitialOf(page);
  if (wall !== null && known.words > index.words.hash.length && shared < MAX_SHARED_BY_WALL) return wall;
  const isMuchSmaller = index.elements[page.size] < MAX_LEFT * known.elements;
  const runs = postingsOf(index.runs).numbers;
  const hasTail = known.tail.some((run) => runs.has(keyOf(run)));
  return isMuchSmaller && !hasTail && known.tail.length > 2 && shared >= 0.3 && hasBeginningOnly(page)
    ? "incomplete"
    : null;
}

/** A document that stops in the middle leaves its last element on the path of a deep one. */
function hasBeginningOnly(page: DomTree): boolean {
  return page.size === 0 || page.depth[page.size - 1] >= 3;
}

// Recognises what is served instead of a page: a captcha, a consent or login wall, an error page.

/** A wall says little: pages with more words than this are taken for pages, whatever they say. */
const MAX_WORDS = 350;

/** Headlines of walls in the languages that were at hand; they only count on a page that is small enough to be one. */
const PHRASES: readonly (readonly [BlockedReason, RegExp])[] = [
  [
    "captcha",
    /captcha|are you (a )?(human|robot)|not a robot|verify (that )?you are (a )?human|unusual traffic|checking your browser|just a moment|security check|bist du ein mensch|kein roboter|vérifi\w+ que vous|no soy un robot|attention required/i,
  ],
  [
    "error",
    /access denied|forbidden|not found|page (can.?t|cannot) be found|bad gateway|service unavailable|gateway time-?out|too many requests|internal server error|temporarily unavailable|under maintenance|request blocked|zugriff verweigert|nicht gefunden|wartungsarbeiten|accès refusé|introuvable|acceso denegado|no encontrad|error [45]\d\d|\b(40[0-9]|410|429|50[0-4])\b/i,
  ],
  [
    "consent",
    /(accept|allow|manage) (all )?cookies|cookie (consent|settings|policy)|before you continue|consent|datenschutzeinstellungen|zustimm|einwilligung|accepter les cookies|aceptar (las )?cookies/i,
  ],
  ["login", /\b(log|sign) ?in\b|anmelden|einloggen|se connecter|connexion|iniciar sesión|zaloguj/i],
];

/** Why this is not the page but a wall in front of it, or null where it looks like a page. */
export function interstitialOf(page: DomTree): BlockedReason | null {
  const index = pageIndex(page);
  if (index.words.hash.length > MAX_WORDS) return null;
  const headline = headlineOf(page);
  for (const [reason, phrase] of PHRASES) {
    if (!phrase.test(headline)) continue;
    if (reason === "login" && !hasPasswordField(page)) continue;
    return reason;
  }
  return hasPasswordField(page) && index.words.hash.length < MAX_WORDS / 3 ? "login" : null;
}

/** Title and headings, or the first words where the page has none. */
function headlineOf(page: DomTree): string {
  const parts: string[] = [];
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== TEXT_TAG && /^(title|h1|h2)$/.test(tagOf(page, node))) parts.push(textOf(page, node));
  }
  const headline = parts.join("\n").slice(0, 1_000);
  return headline.trim() === "" ? page.text.slice(0, 300) : headline;
}

function hasPasswordField(page: DomTree): boolean {
  const input = page.tagNames.indexOf("input");
  if (input < 0) return false;
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] === input && attributeOf(page, node, "type")?.toLowerCase() === "password") return true;
  }
  return false;
}
