/**
 * Whether a key is the input method's: Enter takes a candidate, arrows lead through them, Escape drops them. Safari ends the
 * composition before it tells of the Enter that did, and says so by its code alone.
 */
export function isComposing({ isComposing: isSo, keyCode }: KeyboardEvent): boolean {
  return isSo || keyCode === 229;
}
