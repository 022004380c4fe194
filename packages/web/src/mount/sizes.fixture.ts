/** A DOM without a screen has no sizes: here all elements have these. */
export interface Sizes {
  readonly clientWidth: number;
  readonly clientHeight: number;
}

/** Until the returned function is called. */
export function giveSizes(sizes: Sizes): () => void {
  const all = Object.entries(sizes);
  for (const [name, value] of all) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
  return () => {
    for (const [name] of all) Reflect.deleteProperty(HTMLElement.prototype, name);
  };
}
