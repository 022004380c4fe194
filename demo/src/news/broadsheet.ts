/** First design of the news portal: a broadsheet of three columns, serif, with rules between the columns. */
import { advertisementFor } from "../advertisement.ts";
import { html, type Markup } from "../markup.ts";
import { newsAt, type Section } from "./news-content.ts";
import { latestNews, markets, mostRead } from "./widgets.ts";

const NAVIGATION = ["Home", "World", "Economy", "Science", "Sport", "Culture", "Letters"];

export function broadsheet(tick: number): Markup {
  const news = newsAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>The Harbour Ledger</title><meta name="viewport" content="width=device-width"><link rel="alternate" type="application/rss+xml" title="The Harbour Ledger" href="/feed.xml"><link rel="stylesheet" href="/style-0.css"></head>
<body>
<div id="page">
  <header id="masthead"><div class="date">Morning edition · ${news.time}</div><h1><a href="/">The Harbour Ledger</a></h1><p class="motto">Printed where the ships come in</p></header>
  <nav id="nav"><ul>${NAVIGATION.map((name) => html`<li><a href="/#${name.toLowerCase()}">${name}</a></li>`)}</ul></nav>
  ${news.warning && html`<div class="warning" role="status"><strong>Warning</strong> <span>${news.warning}</span></div>`}
  ${advertisement("top", tick)}
  <div id="columns">
    <main id="main">
      <article class="lead"><a href="/stories/${news.lead.id}"><img src="/pictures/${news.lead.id}.svg" alt="" width="640" height="360"></a><h2><a href="/stories/${news.lead.id}">${news.lead.headline}</a></h2><p>${news.lead.summary}</p><p class="meta">From our own correspondent · ${news.lead.time}</p></article>
      <div class="sections">${news.sections.slice(0, 4).map(section)}</div>
    </main>
    <div id="latest-news" class="box">${latestNews(news)}</div>
    <aside id="side">
      ${advertisement("side", tick)}
      <div id="markets" class="box">${markets(news)}</div>
      <div id="most-read" class="box">${mostRead(news)}</div>
    </aside>
  </div>
  <footer id="foot"><p>© The Harbour Ledger, Quay Street 1 · <a href="/#imprint">Imprint</a> · <a href="/#privacy">Privacy</a></p></footer>
</div>
</body></html>`;
}

function section({ key, name, stories }: Section): Markup {
  const [first, ...others] = stories;
  return html`<section class="section" id="${key}"><h3>${name}</h3>${first ? html`<div class="first"><img src="/pictures/${first.id}.svg" alt="" width="160" height="90"><h4><a href="/stories/${first.id}">${first.headline}</a></h4></div>` : null}<ul>${others.map(({ id, headline }) => html`<li><a href="/stories/${id}">${headline}</a></li>`)}</ul></section>`;
}

function advertisement(place: string, tick: number): Markup | null {
  const shown = advertisementFor(`broadsheet-${place}`, tick);
  return (
    shown &&
    html`<div class="ad ad-${place}"><span>Advertisement</span><a href="/#ad"><img src="/pictures/${shown.seed}.svg" alt="${shown.maker}: ${shown.words}" width="600" height="120"></a></div>`
  );
}

export const BROADSHEET_STYLE = `
body{margin:0;background:#f4efe6;color:#1d1b18;font:16px/1.5 Georgia,"Times New Roman",serif}
a{color:inherit;text-decoration:none}a:hover{text-decoration:underline}
#page{max-width:1180px;margin:0 auto;background:#fffdf8;padding:0 28px 28px;box-shadow:0 0 30px #0001}
#masthead{text-align:center;border-bottom:3px double #1d1b18;padding:22px 0 10px}
#masthead h1{font-size:54px;margin:0;letter-spacing:-.5px}
#masthead .date,.motto{font-size:13px;color:#6d6558;margin:0;font-style:italic}
#nav ul{display:flex;gap:26px;justify-content:center;list-style:none;margin:0;padding:8px 0;border-bottom:1px solid #c9c0b0;font-size:14px;text-transform:uppercase;letter-spacing:1px}
.warning{background:#8c1c13;color:#fff;padding:8px 14px;margin-top:12px;font-family:Arial,sans-serif;font-size:15px}
.ad{margin:14px 0;text-align:center}.ad span{display:block;font:10px Arial,sans-serif;color:#999;text-transform:uppercase}.ad img{max-width:100%;height:auto}
#columns{display:grid;grid-template-columns:minmax(0,2.2fr) minmax(0,1.1fr) minmax(0,1fr);gap:26px;margin-top:18px}
.lead img{width:100%;height:auto}.lead h2{font-size:34px;line-height:1.15;margin:12px 0 8px}.meta{color:#6d6558;font-size:13px}
.sections{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));gap:22px;border-top:1px solid #c9c0b0;padding-top:14px;margin-top:14px}
.section h3{margin:0 0 8px;font-size:15px;text-transform:uppercase;letter-spacing:1px;border-bottom:2px solid #1d1b18}
.section .first{display:flex;gap:10px}.section .first div,.section h4{min-width:0}.section .first img{flex:none;width:110px;height:62px;object-fit:cover}.section h4{margin:0;font-size:17px;line-height:1.25}
.section ul{padding-left:18px;margin:10px 0 0;font-size:15px}.section li{margin:4px 0}
.box{border-top:3px solid #8c1c13;padding-top:8px;margin-bottom:22px}.box h2{font-size:20px;margin:0 0 8px}
#latest-news ol,#most-read ol{list-style:none;margin:0;padding:0}#latest-news li{padding:8px 0;border-bottom:1px solid #e4dccd}
#latest-news time{color:#8c1c13;font:bold 13px Arial,sans-serif;margin-right:6px}.more{font-size:13px;font-style:italic}
#most-read{counter-reset:rank}#most-read li{counter-increment:rank;padding:7px 0 7px 34px;position:relative;border-bottom:1px solid #e4dccd;font-size:15px}
#most-read li:before{content:counter(rank);position:absolute;left:4px;font-size:26px;line-height:1;color:#c0b49d}
#markets table{width:100%;border-collapse:collapse;font:14px Arial,sans-serif}#markets th{text-align:left;font-weight:normal}#markets td{text-align:right;padding:4px 0}.up{color:#1a7f37}.down{color:#b3261e}
#foot{border-top:3px double #1d1b18;margin-top:24px;font-size:13px;color:#6d6558;text-align:center}
@media(max-width:800px){#columns{grid-template-columns:1fr}#masthead h1{font-size:34px}#nav ul{flex-wrap:wrap;gap:10px}}`;
