/** Waits until all of it has ended, however it ends, and no longer than that; what begins meanwhile is not waited for. */
export async function endedWithin(work: Iterable<Promise<unknown>>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([Promise.allSettled(work), patience]);
  clearTimeout(timer);
}
