/** Second design of the news portal: dark head, cards, a live column on the left, other names for everything. */
import { advertisementFor } from "../advertisement.ts";
import { html, type Markup } from "../markup.ts";
import { newsAt, type Section } from "./news-content.ts";
import { latestNews, markets, mostRead } from "./widgets.ts";

export function cards(tick: number): Markup {
  const news = newsAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Harbour Ledger – news from the coast</title><meta name="viewport" content="width=device-width"><link rel="alternate" type="application/rss+xml" title="The Harbour Ledger" href="/feed.xml"><link rel="stylesheet" href="/style-1.css"></head>
<body class="theme-light">
<header class="site-header"><div class="wrap"><a class="brand" href="/">Harbour<b>Ledger</b></a><nav class="site-nav" aria-label="Sections">${news.sections.map(({ key, name }) => html`<a href="/#${key}">${name}</a>`)}</nav><form class="site-search" role="search"><input aria-label="Search" placeholder="Search"></form></div></header>
${news.warning && html`<div class="alert-bar" role="status"><div class="wrap"><b>Warning</b> ${news.warning}</div></div>`}
<div class="wrap layout">
  <aside class="rail">
    <div class="live-feed" id="latest-news">${latestNews(news)}</div>
    ${advertisement("rail", tick)}
    <div class="ranking" id="most-read">${mostRead(news)}</div>
  </aside>
  <main class="stream">
    <div class="hero"><div class="hero__media"><img src="/pictures/${news.lead.id}.svg" alt="" width="640" height="360"></div><div class="hero__body"><span class="tag">Top story</span><h1><a href="/stories/${news.lead.id}">${news.lead.headline}</a></h1><p>${news.lead.summary}</p><small>${news.lead.time}</small></div></div>
    <div class="ticker" id="markets">${markets(news)}</div>
    ${advertisement("stream", tick)}
    ${news.sections.map(group)}
  </main>
</div>
<footer class="site-footer"><div class="wrap"><p>© Harbour Ledger · Quay Street 1</p><p><a href="/#imprint">Imprint</a> <a href="/#privacy">Privacy</a></p></div></footer>
</body></html>`;
}

function group({ key, name, stories }: Section): Markup {
  return html`<section class="group" id="${key}"><h2 class="group__title">${name}</h2><div class="group__grid">${stories.map(({ id, headline, summary, time }) => html`<article class="card"><img src="/pictures/${id}.svg" alt="" width="640" height="360" loading="lazy"><div class="card__body"><h3><a href="/stories/${id}">${headline}</a></h3><p>${summary}</p><small>${time}</small></div></article>`)}</div></section>`;
}

function advertisement(place: string, tick: number): Markup | null {
  const shown = advertisementFor(`cards-${place}`, tick);
  return (
    shown &&
    html`<div class="promo"><small>Advertisement</small><a href="/#ad"><img src="/pictures/${shown.seed}.svg" alt="${shown.maker}: ${shown.words}" width="600" height="120"></a></div>`
  );
}

export const CARDS_STYLE = `
*{box-sizing:border-box}body{margin:0;background:#eef1f5;color:#16202c;font:15px/1.5 "Helvetica Neue",Arial,sans-serif}
a{color:inherit;text-decoration:none}.wrap{max-width:1200px;margin:0 auto;padding:0 20px}
.site-header{background:#10263d;color:#fff;position:sticky;top:0;z-index:5}.site-header .wrap{display:flex;align-items:center;gap:28px;height:60px}
.brand{font-size:22px}.brand b{color:#ffb703}.site-nav{display:flex;gap:18px;flex:1;font-size:14px}.site-search input{border:0;border-radius:16px;padding:7px 14px;background:#1f3d5c;color:#fff;width:140px}
.alert-bar{background:#ffb703;padding:8px 0;font-size:14px}
.layout{display:grid;grid-template-columns:300px minmax(0,1fr);gap:24px;margin-top:22px}
.live-feed,.ranking,.hero,.ticker,.promo{background:#fff;border-radius:12px;box-shadow:0 1px 4px #10263d22;margin-bottom:20px}
.live-feed,.ranking{padding:16px}.live-feed h2,.ranking h2,.ticker h2{font-size:16px;margin:0}
.live-feed ol{list-style:none;padding:0;margin:6px 0}.live-feed li{display:grid;grid-template-columns:48px 1fr;padding:9px 0;border-bottom:1px solid #e6ebf1}.live-feed time{color:#d62839;font-weight:700;font-size:13px}.live-feed .more{color:#d62839;font-size:13px}
.ranking ol{padding-left:20px;margin:8px 0 0}.ranking li{padding:5px 0}
.hero{display:grid;grid-template-columns:1.2fr 1fr;overflow:hidden}.hero img{width:100%;height:100%;object-fit:cover;display:block}.hero__body{padding:24px}.hero h1{font-size:28px;line-height:1.2;margin:10px 0}.tag{background:#10263d;color:#fff;font-size:11px;padding:3px 9px;border-radius:9px}
.ticker{padding:12px 18px;display:flex;gap:24px;align-items:center}.ticker tbody{display:flex;gap:24px}.ticker th{font-weight:400}.ticker td{font-weight:700}.up{color:#1a7f37}.down{color:#d62839}
.promo{text-align:center;padding:8px}.promo small{display:block;color:#8b98a8;font-size:10px}.promo img{max-width:100%;height:auto;border-radius:6px}
.group__title{font-size:20px;border-left:5px solid #ffb703;padding-left:10px}.group__grid{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}
.card{background:#fff;border-radius:12px;overflow:hidden;box-shadow:0 1px 4px #10263d22}.card img{width:100%;height:auto;display:block}.card__body{padding:12px}.card h3{font-size:15px;line-height:1.3;margin:0 0 6px}.card p{font-size:13px;color:#4c5a6a;margin:0 0 6px}small{color:#6b7888}
.site-footer{background:#10263d;color:#cbd6e2;margin-top:30px;padding:14px 0;font-size:13px}.site-footer .wrap{display:flex;justify-content:space-between}
@media(max-width:900px){.layout,.hero{grid-template-columns:1fr}.group__grid{grid-template-columns:1fr 1fr}.site-search{display:none}.site-nav{overflow:auto}.ticker,.ticker tbody{flex-wrap:wrap}}`;
