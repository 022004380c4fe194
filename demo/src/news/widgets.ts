/** Blocks that two designs of the news portal have in common: its editors changed the house, not the furniture. */
import { html, type Markup } from "../markup.ts";
import type { NewsContent } from "./news-content.ts";

export function latestNews({ latest }: NewsContent): Markup {
  return html`<h2>Latest news</h2><ol>${latest.map(({ id, headline, time }) => html`<li><time>${time}</time> <a href="/stories/${id}">${headline}</a></li>`)}</ol><a class="more" href="/#all">All of today</a>`;
}

export function markets({ quotes }: NewsContent): Markup {
  return html`<h2>Markets</h2><table><tbody>${quotes.map(({ name, value, isUp }) => html`<tr><th scope="row">${name}</th><td>${value}</td><td class="${isUp ? "up" : "down"}">${isUp ? "▲" : "▼"}</td></tr>`)}</tbody></table>`;
}

export function mostRead({ mostRead: stories }: NewsContent): Markup {
  return html`<h2>Most read</h2><ol>${stories.map(({ id, headline }) => html`<li><a href="/stories/${id}">${headline}</a></li>`)}</ol>`;
}
