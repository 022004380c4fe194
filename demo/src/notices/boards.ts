/** Third design of the notice board: the notices hang on two boards that look alike, so that nobody can tell which is the old one. */
import { html, type Markup } from "../markup.ts";
import { type Notice, noticesAt } from "./notices-content.ts";

export function boards(tick: number): Markup {
  const { notices, hours, waiting, river, water, events } = noticesAt(tick);
  // one board shows what is new in the upper town, the other what is new in the lower
  const upper = notices.filter(isUpper);
  const lower = notices.filter((notice) => !isUpper(notice));
  return html`<html lang="en"><head><meta charset="utf-8"><title>Elmsbrook, two boards</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-2.css"></head>
<body><div class="top"><img src="/pictures/town.svg" alt="" width="94" height="24"><strong>Elmsbrook</strong> <span>Town hall, Market Square 1</span></div>
${water && html`<p class="strip">Drinking water: ${water}</p>`}
<div class="pair">${board("Upper town", upper)}${board("Lower town", lower)}</div>
<div class="facts"><p>River level <b>${river.centimetres} cm</b> ${river.trend}</p><p>Opening hours ${hours.map(({ day, open }) => html`<span>${day} ${open}</span> `)} Now waiting: ${waiting}</p><p>This week ${events.map(({ when, what }) => html`<span>${when}: ${what}</span> `)}</p></div></body></html>`;
}

/** A notice hangs where it was hung: even numbers above, odd ones below. */
function isUpper({ number }: Notice): boolean {
  return Number(number.replace(/\D/g, "")) % 2 === 0;
}

function board(town: string, notices: readonly Notice[]): Markup {
  return html`<table class="board" cellspacing="0"><tr><th colspan="2">Public notices, ${town.toLowerCase()}</th></tr>${notices.map(({ number, title, text }) => html`<tr><td class="no">${number}</td><td><b>${title}</b><br>${text}</td></tr>`)}</table>`;
}

export const BOARDS_STYLE = `
body{margin:0;background:#e9e2d0;color:#2a2418;font:16px/1.5 "Palatino Linotype",Palatino,serif}.top{background:#3f2d1c;color:#f3e6cd;padding:16px 30px;display:flex;justify-content:space-between}.strip{background:#a8201a;color:#fff;margin:0;padding:8px 30px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:26px;max-width:1040px;margin:26px auto;padding:0 20px}.board{background:#b98b52;border:10px solid #6e4a26;border-radius:4px;width:100%;border-spacing:8px}.board th{color:#3f2d1c;text-align:left;font-size:20px}.board td{background:#fffbe8;padding:8px 10px;box-shadow:1px 2px 4px #0003;vertical-align:top}.no{white-space:nowrap}
.facts{max-width:1040px;margin:0 auto;padding:0 20px 30px}@media(max-width:700px){.pair{grid-template-columns:1fr}}`;
