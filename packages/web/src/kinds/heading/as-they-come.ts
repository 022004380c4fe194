/** Which elements are in the page, now and as others come: tiles do one after the other, and their kinds are loaded first. */

/** Shows those of these ids that are there, again with each that comes, until all are. Stopped by what it returns. */
export function asTheyCome(ids: readonly string[], show: (there: readonly string[]) => void): () => void {
  const isWhole = (): boolean => {
    const there = ids.filter((id) => document.getElementById(id));
    show(there);
    return there.length === ids.length;
  };
  if (isWhole()) return () => {};
  const observer = new MutationObserver(() => {
    if (isWhole()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
