/** The feed of the news portal: its leading stories. */
import { html, type Markup } from "../markup.ts";
import { leadsUpTo } from "./news-content.ts";

export function newsFeed(tick: number): Markup {
  return html`<rss version="2.0"><channel><title>The Harbour Ledger</title><link>/</link><description>Printed where the ships come in</description>${leadsUpTo(
    tick,
  ).map(
    ({ number, story }) =>
      html`<item><guid isPermaLink="false">lead-${number}</guid><title>${story.headline}</title><link>/#${story.id}</link><description>${story.summary}</description><enclosure url="/pictures/${story.id}.svg" type="image/svg+xml" length="0" /></item>`,
  )}</channel></rss>`;
}
