/** The front page of a made-up newspaper: large enough that losing one of its blocks and finding it again mean something. */

export interface HeraldParts {
  /** The lead story. */
  readonly lead?: string;
  /** Markup of one more section, before all others. */
  readonly extra?: string;
  /** Markup below the lead story. */
  readonly below?: string;
  /** False where the lead story has been taken off the page. */
  readonly hasLead?: boolean;
}

/** The wish for its lead story, the block that most tests follow. */
export const LEAD = { kind: "css" as const, selector: ".lead" };

export function heraldPage({
  lead = "Bridge opens",
  extra = "",
  below = "",
  hasLead = true,
}: HeraldParts = {}): string {
  return `<!doctype html><html lang="en"><head><title>Herald</title></head><body>
<header class="masthead"><a href="/"><img src="/logo.png" alt="Herald"></a>
<nav aria-label="Sections"><ul><li><a href="/town">Town</a></li><li><a href="/sport">Sport</a></li>
<li><a href="/weather">Weather</a></li><li><a href="/letters">Letters</a></li></ul></nav></header>
<main id="front">${extra}
<section class="top"><h2>Top story</h2>${hasLead ? `<p id="lead-story" class="lead">${lead}</p>` : ""}${below}</section>
<section class="town"><h2>In town</h2><ul>
<li><a href="/town/library">Library stays open on Sundays until the end of the year</a></li>
<li><a href="/town/market">The weekly market moves to the old station yard</a></li>
<li><a href="/town/school">Two schools share one new sports hall</a></li></ul></section>
<section class="sport"><h2>Sport</h2><article><h3>Rowers win at home</h3><p>The eight finished two lengths clear of the field.</p></article>
<article><h3>Chess club looks for players</h3><p>Beginners meet on Tuesdays in the town hall.</p></article></section></main>
<aside class="weather"><h2>Weather</h2><table><tr><th>Today</th><td>Cloudy</td></tr><tr><th>Tomorrow</th><td>Sunny</td></tr></table></aside>
<footer><p>Herald, Mill Street 4. All rights reserved.</p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer>
</body></html>`;
}
