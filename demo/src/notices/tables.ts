/** First design of the notice board: laid out with tables, as pages were when the papers were written. */
import { html, type Markup } from "../markup.ts";
import { noticesAt } from "./notices-content.ts";

export function tables(tick: number): Markup {
  const { notices, hours, waiting, river, water, events } = noticesAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Town of Elmsbrook</title><link rel="stylesheet" href="/style-0.css"></head>
<body><table class="frame" align="center" cellspacing="0"><tr><td colspan="3" class="head"><img src="/pictures/town.svg" alt="" width="940" height="120"><div class="name">Town of Elmsbrook</div></td></tr>
<tr><td class="menu" valign="top"><table class="links" cellspacing="0">${["Home", "Council", "Offices", "Forms", "History", "Contact"].map((name) => html`<tr><td><a href="/#${name.toLowerCase()}">${name}</a></td></tr>`)}</table>
<table class="box" id="hours" cellspacing="0"><tr><th>Opening hours</th></tr>${hours.map(({ day, open }) => html`<tr><td>${day}<br>${open}</td></tr>`)}<tr><td>Now waiting: ${waiting}</td></tr></table></td>
<td class="middle" valign="top">${water && html`<table class="box urgent" id="water" cellspacing="0"><tr><th>Drinking water</th></tr><tr><td>${water}</td></tr></table>`}
<table class="box" id="notices" cellspacing="0"><tr><th colspan="2">Public notices</th></tr>${notices.map(({ number, title, text }) => html`<tr><td class="no">${number}</td><td><b>${title}</b><br>${text}</td></tr>`)}</table></td>
<td class="right" valign="top"><table class="box" id="river" cellspacing="0"><tr><th>River level</th></tr><tr><td class="level">${river.centimetres} cm</td></tr><tr><td>${river.trend}</td></tr></table>
<table class="box" id="events" cellspacing="0"><tr><th>This week</th></tr>${events.map(({ when, what }) => html`<tr><td><i>${when}</i><br>${what}</td></tr>`)}</table></td></tr>
<tr><td colspan="3" class="foot">Town hall, Market Square 1, Elmsbrook</td></tr></table></body></html>`;
}

export const TABLES_STYLE = `
body{background:#d9d4c3;font:14px/1.45 Tahoma,Verdana,sans-serif;color:#222;margin:16px}.frame{width:940px;background:#fff;border:1px solid #8f8769}.head{position:relative;padding:0}.head img{display:block;width:940px;height:120px;object-fit:cover}.name{position:absolute;left:24px;bottom:14px;color:#fff;font:700 34px Georgia,serif;text-shadow:0 2px 6px #0009}
.menu{width:170px;background:#efead8;padding:10px}.links{width:100%;margin-bottom:14px}.links td{border-bottom:1px dotted #8f8769;padding:5px}.links a{color:#4d4a2c;text-decoration:none;font-weight:700}.middle{padding:12px}.right{width:200px;padding:12px}
.box{width:100%;border:1px solid #b8b08d;margin-bottom:14px}.box th{background:#6b7a3a;color:#fff;text-align:left;padding:5px 8px}.box td{padding:6px 8px;border-top:1px solid #e5e0cb}.urgent th{background:#a8201a}.urgent td{background:#fdecea;font-weight:700}.no{white-space:nowrap;color:#6b7a3a;vertical-align:top}.level{font-size:28px;font-weight:700}.foot{background:#6b7a3a;color:#fff;text-align:center;padding:8px}`;
