/** Recognises what is served instead of a page: a captcha, a consent or login wall, an error page. */
import { pageIndex } from "../feature/page-index.ts";
import { attributeOf, type DomTree, TEXT_TAG, tagOf, textOf } from "../tree/dom-tree.ts";
import type { BlockedReason } from "./tracer.ts";

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
