/** Second design of the scoreboard: white, strips one below the other, the weather first. */
import { html, type Markup } from "../markup.ts";
import { scoresAt } from "./scores-content.ts";
import { leagueTable, matchBox, weatherBox } from "./widgets.ts";

export function strips(tick: number): Markup {
  const scores = scoresAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Fieldside</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-1.css"></head>
<body><div class="app"><div class="app-bar"><a href="/">fieldside</a><span>Everything at a glance</span></div>
<section class="strip" id="weather">${weatherBox(scores.weather)}</section>
<section class="strip"><h2>Match report</h2>${scores.report.map((line) => html`<p>${line}</p>`)}</section>
<section class="strip" id="scoreboard"><h2>Live scores</h2><div class="matches">${scores.matches.map(matchBox)}</div></section>
<section class="strip" id="table">${leagueTable(scores)}</section>
<div class="app-end">Fieldside · <a href="/#about">About</a></div></div></body></html>`;
}

export const STRIPS_STYLE = `
body{margin:0;background:#f2f4f8;color:#1c2333;font:16px/1.5 Avenir,"Century Gothic",Arial,sans-serif}.app{max-width:860px;margin:0 auto;padding:0 18px 30px}.app-bar{display:flex;justify-content:space-between;align-items:baseline;padding:24px 0 10px}.app-bar a{font-size:32px;font-weight:700;color:#4338ca;text-decoration:none}
.strip{background:#fff;border-radius:20px;padding:18px 26px;margin:16px 0;box-shadow:0 6px 20px #1c233312}.strip h2{margin:0 0 10px;color:#4338ca;font-size:17px}.strip p{margin:4px 0}
.now{display:flex;flex-wrap:wrap;gap:4px 18px;align-items:center}.now strong{font-size:38px;white-space:nowrap}.hours{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}.hours div{background:#eef0fd;border-radius:12px;padding:4px 12px;font-size:14px}.hours i{display:none}.hours small{margin-left:6px;color:#69708a}
.match{display:grid;grid-template-columns:1fr 90px;padding:10px 0;border-bottom:1px solid #e7e9f2}.clubs{display:flex;gap:18px}.clubs b{font-size:20px;white-space:nowrap}.state{color:#c2410c;font-weight:700;text-align:right}
table{width:100%;border-collapse:collapse}th{text-align:left;color:#69708a;font-size:13px}td{padding:7px 0;border-bottom:1px solid #e7e9f2}td b{color:#4338ca}.app-end{text-align:center;color:#69708a}`;
