/** Blocks that both designs of the scoreboard have in common. */
import { html, type Markup } from "../markup.ts";
import type { Match, ScoresContent, Weather } from "./scores-content.ts";

export function matchBox({ home, away, homeGoals, awayGoals, state, isOn }: Match): Markup {
  return html`<div class="match${isOn ? " on" : ""}"><div class="clubs"><span>${home}</span><b>${homeGoals} : ${awayGoals}</b><span>${away}</span></div><div class="state">${state}</div></div>`;
}

export function weatherBox({ place, degrees, wind, sky, hours }: Weather): Markup {
  return html`<h2>Weather at the ground</h2><div class="now"><img src="/pictures/${sky}.svg" alt="${sky}" width="50" height="50"><strong>${degrees} °C</strong><span>${place}<br>Wind ${wind}</span></div><div class="hours">${hours.map(({ hour, degrees: later }) => html`<div><i style="height:${Math.max(later, 1) * 3}px"></i><b>${later}°</b><small>${hour}</small></div>`)}</div>`;
}

export function leagueTable({ standings }: ScoresContent): Markup {
  return html`<h2>League table</h2><table><thead><tr><th>#</th><th>Club</th><th>Played</th><th>+/−</th><th>Points</th></tr></thead><tbody>${standings.map(({ rank, club, played, difference, points }) => html`<tr><td>${rank}</td><td>${club}</td><td>${played}</td><td>${difference}</td><td><b>${points}</b></td></tr>`)}</tbody></table>`;
}
