/** Third design of the news portal: one wide column, class names made by a tool, the side blocks at the bottom. */
import { advertisementFor } from "../advertisement.ts";
import { html, type Markup } from "../markup.ts";
import { newsAt } from "./news-content.ts";

export function column(tick: number): Markup {
  const news = newsAt(tick);
  const shown = advertisementFor("column", tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Ledger</title><meta name="viewport" content="width=device-width"><link rel="alternate" type="application/rss+xml" title="The Harbour Ledger" href="/feed.xml"><link rel="stylesheet" href="/style-2.css"></head>
<body><div id="root"><div class="x1ab">
<div class="x9q2"><a class="x77c" href="/">L.</a><div class="x4d0">Harbour Ledger, ${news.time}</div><nav class="xk21">${news.sections.map(({ key, name }) => html`<a href="/#${key}">${name}</a>`)}</nav></div>
${news.warning && html`<div class="xwar"><p><b>Warning</b> ${news.warning}</p></div>`}
<div class="x3f8"><h1><a href="/stories/${news.lead.id}">${news.lead.headline}</a></h1><img src="/pictures/${news.lead.id}.svg" alt="" width="640" height="360"><p>${news.lead.summary}</p></div>
${shown && html`<div class="xpr0"><a href="/#ad"><img src="/pictures/${shown.seed}.svg" alt="${shown.maker}: ${shown.words}" width="600" height="120"></a></div>`}
<div class="x5e5">${news.sections.slice(0, 3).map(({ key, name, stories }) => html`<div class="x6b1" id="${key}"><div class="x6b2">${name}</div>${stories.map(({ id, headline, summary }) => html`<div class="x6b3"><a href="/stories/${id}">${headline}</a><p>${summary}</p></div>`)}</div>`)}</div>
<div class="x8a0"><div class="x8a1"><div class="x8a2"><div class="x8a3">Latest news</div><ul class="x8a4">${news.latest.map(({ id, headline, time }) => html`<li class="x8a5"><span class="x8a6">${time}</span><a href="/stories/${id}">${headline}</a></li>`)}</ul></div></div>
<div class="x8a1"><div class="x8b0"><div class="x8a3">Markets</div><dl class="x8b1">${news.quotes.map(({ name, value, isUp }) => html`<div><dt>${name}</dt><dd>${value} ${isUp ? "▲" : "▼"}</dd></div>`)}</dl></div>
<div class="x8c0"><div class="x8a3">Most read</div><ul class="x8c1">${news.mostRead.map(({ id, headline }) => html`<li><a href="/stories/${id}">${headline}</a></li>`)}</ul></div></div></div>
<div class="xft0">© Harbour Ledger · <a href="/#imprint">Imprint</a> · <a href="/#privacy">Privacy</a></div>
</div></div></body></html>`;
}

export const COLUMN_STYLE = `
body{margin:0;background:#fff;color:#111;font:17px/1.6 Charter,Cambria,Georgia,serif}a{color:inherit;text-decoration:none}
.x1ab{max-width:920px;margin:0 auto;padding:0 24px}.x9q2{display:flex;align-items:baseline;gap:18px;padding:26px 0 14px;border-bottom:1px solid #111}
.x77c{font-size:42px;font-weight:700;line-height:1}.x4d0{color:#777;font-size:14px;flex:1}.xk21{display:flex;gap:16px;font-size:14px}
.xwar{border:2px solid #c1121f;border-radius:6px;margin:16px 0;padding:4px 16px;color:#c1121f}.xwar p{margin:4px 0}
.x3f8 h1{font-size:46px;line-height:1.08;letter-spacing:-1px;margin:30px 0 18px}.x3f8 img{width:100%;height:auto;border-radius:4px}.x3f8 p{font-size:20px;color:#444}
.xpr0{text-align:center;margin:18px 0}.xpr0 img{max-width:100%;height:auto}
.x5e5{display:grid;grid-template-columns:repeat(3,1fr);gap:30px;border-top:1px solid #ddd;padding-top:20px}.x6b2{font:700 13px Arial,sans-serif;text-transform:uppercase;color:#c1121f;margin-bottom:8px}
.x6b3{border-bottom:1px solid #eee;padding:8px 0}.x6b3 a{font-weight:700;line-height:1.3}.x6b3 p{font-size:14px;color:#666;margin:4px 0}
.x8a0{display:grid;grid-template-columns:1.4fr 1fr;gap:40px;margin-top:34px;border-top:4px solid #111;padding-top:16px}.x8a3{font-size:24px;font-weight:700;margin-bottom:6px}
.x8a4,.x8c1{list-style:none;padding:0;margin:0}.x8a5{padding:9px 0;border-bottom:1px solid #eee;display:flex;gap:14px}.x8a6{color:#c1121f;font:700 14px/1.9 Arial,sans-serif}
.x8b1{margin:0 0 26px}.x8b1 div{display:flex;justify-content:space-between;border-bottom:1px solid #eee;padding:5px 0}.x8b1 dd{margin:0}.x8c1 li{padding:7px 0;border-bottom:1px solid #eee}
.xft0{margin-top:40px;padding:20px 0;color:#777;font-size:14px;border-top:1px solid #ddd}
@media(max-width:700px){.x5e5,.x8a0{grid-template-columns:1fr}.x3f8 h1{font-size:32px}.xk21{display:none}}`;
