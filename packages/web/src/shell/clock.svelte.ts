/** The time that is shown: it moves on by itself, so that ages grow without a reload. */

const TICK_MS = 15_000;

let now = $state(Date.now());
setInterval(() => {
  if (!document.hidden) now = Date.now();
}, TICK_MS);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) now = Date.now();
});

export function shownNow(): number {
  return now;
}
