/** Runs in a captured page: tells when its DOM has come to rest. */

export interface Quiet {
  /** How long nothing may be added, removed or reworded. */
  readonly quietMs: number;
  /** When to stop waiting. */
  readonly budgetMs: number;
}

export interface Settled {
  /** False where the page still changed when the budget ran out: clocks, tickers, endless feeds. */
  readonly isQuiet: boolean;
  readonly changes: number;
}

/**
 * Resolves when the DOM is at rest. Only nodes and text count: animations change attributes for ever without changing
 * what the page says.
 */
export function whenQuiet(quiet: Quiet): Promise<Settled> {
  return new Promise((resolve) => {
    let changes = 0;
    const observer = new MutationObserver((records) => {
      changes += records.length;
      clearTimeout(rest);
      rest = setTimeout(() => finish(true), quiet.quietMs);
    });
    const finish = (isQuiet: boolean) => {
      observer.disconnect();
      clearTimeout(rest);
      clearTimeout(end);
      resolve({ isQuiet, changes });
    };
    const end = setTimeout(() => finish(false), quiet.budgetMs);
    let rest = setTimeout(() => finish(true), quiet.quietMs);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
