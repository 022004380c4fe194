/** Second design of the notice board: sections and lists, the notices first, the river in the head. */
import { html, type Markup } from "../markup.ts";
import { noticesAt } from "./notices-content.ts";

export function portal(tick: number): Markup {
  const { notices, hours, waiting, river, water, events } = noticesAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Elmsbrook – your town online</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-1.css"></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="banner"><div class="inner"><div class="crest"><img src="/pictures/town.svg" alt="" width="60" height="60"><strong>Elmsbrook</strong></div><div class="gauge" id="river" aria-label="River level"><h2>River level</h2><p><b>${river.centimetres} cm</b> <span>${river.trend}</span></p></div></div></header>
<main id="content" class="inner"><section class="notice-list" id="notices"><h2>Public notices</h2><ul>${notices.map(({ number, title, text }) => html`<li><article><span class="number">${number}</span><h3>${title}</h3><p>${text}</p></article></li>`)}</ul></section>
${water && html`<section class="alert" id="water" role="alert"><h2>Drinking water</h2><p>${water}</p></section>`}
<div class="pair"><section class="calendar" id="events"><h2>This week</h2><dl>${events.map(({ when, what }) => html`<dt>${when}</dt><dd>${what}</dd>`)}</dl></section>
<section class="desk" id="hours"><h2>Opening hours</h2><ul>${hours.map(({ day, open }) => html`<li><span>${day}</span> <b>${open}</b></li>`)}</ul><p>Now waiting: <b>${waiting}</b></p></section></div></main>
<footer class="end"><div class="inner"><p>Town hall, Market Square 1, Elmsbrook</p><nav><a href="/#council">Council</a> <a href="/#forms">Forms</a> <a href="/#contact">Contact</a></nav></div></footer></body></html>`;
}

export const PORTAL_STYLE = `
*{box-sizing:border-box}body{margin:0;background:#f6f8fa;color:#1b2a38;font:16px/1.55 "Open Sans",Arial,sans-serif}.inner{max-width:980px;margin:0 auto;padding:0 22px}.skip{position:absolute;left:-9999px}.banner{background:#00567a;color:#fff}.banner .inner{display:flex;justify-content:space-between;align-items:center;padding-top:14px;padding-bottom:14px}.crest{display:flex;gap:14px;align-items:center;font-size:26px}.crest img{border-radius:50%;object-fit:cover}
.gauge{text-align:right}.gauge h2{font-size:13px;margin:0;font-weight:400;opacity:.85}.gauge p{margin:0}.gauge b{font-size:26px}.notice-list h2,.calendar h2,.desk h2{color:#00567a}.notice-list ul{list-style:none;margin:0;padding:0;display:grid;gap:12px}.notice-list article{background:#fff;border-left:5px solid #00567a;border-radius:6px;padding:12px 18px;box-shadow:0 1px 3px #0002}.notice-list h3{margin:0;font-size:17px}.notice-list p{margin:2px 0}.number{float:right;color:#5f7485;font-size:13px}
.alert{background:#fff3cd;border:2px solid #d39e00;border-radius:8px;padding:8px 18px;margin-top:18px}.alert h2{margin:0;font-size:18px}.pair{display:grid;grid-template-columns:1fr 1fr;gap:24px}.calendar dt{font-weight:700}.calendar dd{margin:0 0 8px}.desk ul{list-style:none;padding:0}.desk li{display:flex;justify-content:space-between;border-bottom:1px solid #d7e0e7;padding:5px 0}.end{background:#1b2a38;color:#c7d3dd;margin-top:30px}.end a{color:#fff;margin-right:12px}.end .inner{display:flex;justify-content:space-between;align-items:center}
@media(max-width:700px){.pair{grid-template-columns:1fr}}`;
