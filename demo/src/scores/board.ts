/** First design of the scoreboard: green felt, matches in a grid, the table beside the weather. */
import { html, type Markup } from "../markup.ts";
import { scoresAt } from "./scores-content.ts";
import { leagueTable, matchBox, weatherBox } from "./widgets.ts";

export function board(tick: number): Markup {
  const scores = scoresAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Fieldside: scores and weather</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-0.css"></head>
<body><header><h1>Fieldside</h1><nav><a href="/">Live</a><a href="/#fixtures">Fixtures</a><a href="/#clubs">Clubs</a><a href="/#weather">Weather</a></nav></header>
<div class="grid">
<section id="scoreboard"><h2>Live scores</h2><div class="matches">${scores.matches.map(matchBox)}</div></section>
<section id="weather">${weatherBox(scores.weather)}</section>
<section id="table">${leagueTable(scores)}</section>
<section id="report"><h2>Match report</h2><ul>${scores.report.map((line) => html`<li>${line}</li>`)}</ul></section>
</div><footer>Fieldside is written by the people who stand beside the field.</footer></body></html>`;
}

export const BOARD_STYLE = `
body{margin:0;background:#0f3d2e;color:#eef7f1;font:16px/1.5 "Segoe UI",Roboto,Arial,sans-serif}header{display:flex;align-items:center;justify-content:space-between;padding:14px 40px;background:#0a2c21}h1{margin:0;font-size:28px;letter-spacing:2px;text-transform:uppercase}nav a{color:#bfe3cf;margin-left:22px;text-decoration:none}
.grid{display:grid;grid-template-columns:1.5fr 1fr;gap:22px;max-width:1160px;margin:24px auto;padding:0 20px}section{background:#165a43;border-radius:10px;padding:16px 20px}h2{margin:0 0 12px;font-size:18px;color:#f3e37c}
.matches{display:grid;grid-template-columns:1fr 1fr;gap:12px}.match{background:#0f3d2e;border-radius:8px;padding:12px;text-align:center}.match.on{outline:2px solid #f3e37c}.clubs{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;gap:8px;font-size:15px}.clubs b{font-size:24px;white-space:nowrap}.state{color:#bfe3cf;font-size:13px}
.now{display:flex;flex-wrap:wrap;align-items:center;gap:4px 16px}.now strong{font-size:34px;white-space:nowrap}.hours{display:flex;align-items:flex-end;gap:4px;margin-top:12px}.hours div{flex:1;min-width:0;text-align:center;font-size:12px}.hours i{display:block;background:#f3e37c;border-radius:3px 3px 0 0}.hours b,.hours small{display:block}
table{width:100%;border-collapse:collapse}th{text-align:left;color:#bfe3cf;font-size:13px}td{padding:5px 0;border-top:1px solid #2b7459}#report ul{padding-left:18px;margin:0}footer{text-align:center;padding:20px;color:#bfe3cf}
@media(max-width:800px){.grid,.matches{grid-template-columns:1fr}}`;
