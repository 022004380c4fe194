/** A page that tells what happens in the demo at the moment and what comes next; it is followed like any other. */
import { DEMO_SITES } from "./demo-sites.ts";
import { html, type Markup } from "./markup.ts";
import { landscape } from "./picture.ts";
import { type DemoSite, siteOf } from "./site.ts";
import { actAt } from "./story.ts";

function page(tick: number): Markup {
  const { now, next } = actAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>The tour</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-0.css"></head>
<body><header><h1>The tour</h1></header><main>
<section id="tour"><h2>${now.title}</h2><p class="next">Next: ${next.title}</p><p class="now">${now.text}</p></section>
</main><footer><p>These pages are made for the demo; the towns, clubs and prices are invented.</p></footer></body></html>`;
}

const STYLE = `
body{margin:0;background:#fffdf7;color:#22303c;font:16px/1.45 "Segoe UI",Roboto,Arial,sans-serif}header,main,footer{max-width:900px;margin:0 auto;padding:8px 20px}h1{font-size:20px}
#tour{display:grid;grid-template-columns:1fr auto;gap:6px 28px;align-items:baseline}.now{grid-column:1/-1}#tour h2{margin:0;font-size:21px;color:#1f5f79}#tour p{margin:0}.next{color:#6b7884;font-size:14px;white-space:nowrap}footer{color:#6b7884;font-size:13px}
@media(max-width:760px){#tour{display:block}#tour h2{font-size:17px}#tour p{font-size:13.5px;line-height:1.35}}`;

export const tourSite = siteOf({
  name: "tour",
  title: "The tour",
  designs: [page],
  styles: [STYLE],
  picture: (seed) => landscape(seed),
});

/** All that the demo serves: the sites of which it tells, and itself. */
export const TOUR_SITES: readonly DemoSite[] = [...DEMO_SITES, tourSite];
