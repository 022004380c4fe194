/**
 * What came of what frames asked for: nobody can look into a frame of foreign markup, and one whose block was refused says that it
 * is loaded all the same, with the browser's own words in it.
 */
const answers = new Map<string, number>();
/** A browser that never says what came of a frame is not believed when it says nothing. */
let isTelling = false;

const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: "resource", buffered: true });

function note(entries: PerformanceEntryList): void {
  for (const { name, initiatorType, responseStatus } of entries as PerformanceResourceTiming[]) {
    if (initiatorType !== "iframe") continue;
    answers.set(name, responseStatus);
    isTelling ||= responseStatus > 0;
  }
}

/** Of a frame that has been loaded: the server did not give what it asked for, or was not there. */
export function isRefused(address: string): boolean {
  note(observer.takeRecords());
  const { href } = new URL(address, location.href);
  const status = answers.get(href) ?? 200;
  // of the next time that it is asked for this says nothing
  answers.delete(href);
  return status >= 400 || (status === 0 && isTelling);
}
