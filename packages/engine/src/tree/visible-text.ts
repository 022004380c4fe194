/** Tells text that a reader can see from white space. */

const ANY_INK = /\S/;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;

/** True where there is more than white space: the first characters tell it, save where they are spaces of other scripts. */
export function hasVisibleText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > LAST_ASCII) break;
    if (unit > SPACE) return true;
  }
  return ANY_INK.test(text);
}
