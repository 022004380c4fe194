/** What a block has from around it: grounds, colours, variables, its number among siblings, directions. */
import type { Technique } from "../technique.ts";

export const SURROUNDINGS_PAGES: readonly Technique[] = [
  {
    name: "inherited background",
    css: `.band { background: #d9ead3; padding: 32px; } .band .inner { padding: 20px; }`,
    body: `<div class="band"><div class="inner" data-block><h3>Market day</h3><p>Vegetables, cheese, and rope by the metre.</p></div></div>`,
  },
  {
    name: "inherited gradient",
    css: `.band { background: linear-gradient(120deg, #123c69, #ac3b61); padding: 40px; color: #fff; } .inner { padding: 16px; }`,
    body: `<div class="band"><div class="inner" data-block><h3>Evening concert</h3><p>Brass on the pier, weather permitting.</p></div></div>`,
  },
  {
    name: "inherited background image",
    css: `.band { background: url(/pictures/900x400.png) center / cover; padding: 40px; color: #fff; text-shadow: 0 1px 3px #000; } .inner { padding: 16px; width: 60%; }`,
    body: `<div class="band"><div class="inner" data-block><h3>Island trips</h3><p>Out at nine, back at six, lunch included.</p></div></div>`,
  },
  {
    name: "white text on an ancestor's dark ground",
    css: `.night { background: #101418; color: #fff; padding: 24px; } .night .box { padding: 12px; } .night small { color: #9fb3c8; }`,
    body: `<div class="night"><div><div class="box" data-block><h3>Tonight</h3><p>Clear sky, new moon.</p><small>Dew after midnight</small></div></div></div>`,
  },
  {
    name: "white text on a dark body",
    css: `body { background: #0b1020; color: #eef; } .tile { padding: 16px; border: 1px solid #334; } .site-menu a { color: #9cf; }`,
    body: `<div class="tile" data-block><h3>Stars</h3><p>The Perseids peak on Thursday night.</p></div>`,
  },
  {
    name: "variables of an ancestor",
    css: `:root { --ink: #204; --ground: #fdf2d0; --gap: 14px; } .theme { --ink: #063; --accent: #e60; } .panel { color: var(--ink); background: var(--ground); padding: var(--gap); border-top: 5px solid var(--accent, #000); }`,
    body: `<div class="theme"><div class="panel" data-block><h3>Prices at auction</h3><p>Cod is up, herring is down.</p></div></div>`,
  },
  {
    name: "nth-child",
    css: `.grid > div { padding: 10px; margin: 4px; background: #fff; } .grid > div:nth-child(3n+2) { background: #246; color: #fff; border-left: 12px solid #fb0; }`,
    body: `<div class="grid"><div>Pier 1</div><div>Pier 2</div><div>Pier 3</div><div>Pier 4</div><div data-block>Pier 5: the Marguerite, loading timber until Friday</div><div>Pier 6</div></div>`,
  },
  {
    name: "has and sibling combinators",
    css: `.story { padding: 12px; background: #fff; } .story:has(img) { background: #eef; padding-left: 100px; position: relative; } .story img { position: absolute; left: 12px; top: 12px; width: 76px; height: 57px; } .lead + .story { border-top: 6px solid #a03; } .lead ~ .story h3 { color: #a03; }`,
    body: `<div class="lead">Lead story</div><div class="story" data-block><img src="/pictures/160x120.png" alt=""><h3>Seals are back</h3><p>Eleven were counted on the sandbank.</p></div>`,
  },
  {
    name: "counters",
    css: `.rules { counter-reset: rule 4; } .rules > p { counter-increment: rule; padding: 8px; background: #fff; } .rules > p::before { content: "§ " counter(rule, upper-roman) " "; color: #a03; font-weight: bold; } .part { counter-increment: part; } .part::before { content: counter(part) "."; }`,
    body: `<div class="rules" data-block><p>Boats give way to ferries.</p><p>Anchors stay on board.</p><p>Dogs are welcome on pier 2.</p></div>`,
  },
  {
    name: "counter from before the block",
    css: `.steps { counter-reset: step; } .steps > div { counter-increment: step; padding: 10px; background: #fff; margin: 4px 0; } .steps > div::before { content: counter(step) ". "; font-size: 28px; color: #06c; }`,
    body: `<div class="steps"><div>Buy a ticket</div><div>Find your pier</div><div data-block>Wait behind the yellow line until the gate is open</div><div>Board</div></div>`,
  },
  {
    name: "quotes",
    css: `.saying { quotes: "«" "»" "‹" "›"; background: #fff; padding: 16px; font-size: 20px; }`,
    body: `<p class="saying" data-block>The pilot said <q>never trust a <q>calm</q> morning</q> and went below.</p>`,
  },
  {
    name: "list markers",
    css: `.list { background: #fff; padding: 12px 12px 12px 48px; } .list.a { list-style: upper-roman; } .list li::marker { color: #c30; font-weight: bold; } .list .own { list-style-type: "➤ "; }`,
    body: `<ol class="list a" start="7" data-block><li>Lock</li><li>Weir</li><li class="own">Basin</li><li value="12">Dock</li></ol>`,
  },
  {
    name: "one list item",
    css: `.list { background: #fff; padding: 12px 12px 12px 48px; list-style: decimal; } .list li { padding: 6px; }`,
    body: `<ol class="list"><li>Anna</li><li>Berta</li><li data-block>Clara, 1904, clinker built, still in use</li><li>Dora</li></ol>`,
  },
  {
    name: "vertical writing",
    css: `.sign { writing-mode: vertical-rl; height: 300px; padding: 16px; background: #fff; border: 3px double #a00; font-size: 24px; }`,
    body: `<div class="sign" data-block><b>Harbour</b><p>Slow speed, no wake</p><p>Keep left of the buoys</p></div>`,
  },
  {
    name: "right to left",
    css: `.site { direction: rtl; } .rtl { padding: 12px 40px 12px 12px; background: #fff; border-inline-start: 8px solid #06c; } .rtl li { margin-inline-start: 20px; }`,
    root: `dir="rtl"`,
    body: `<div class="rtl" data-block><h3>أخبار الميناء</h3><ul><li>تصل السفينة عند الفجر</li><li>السوق مفتوح (7:30)</li></ul></div>`,
  },
  {
    name: "inherited typography",
    css: `.column { font: italic 300 19px/1.8 "DejaVu Serif", serif; letter-spacing: 0.04em; text-align: justify; text-indent: 2em; word-spacing: 3px; color: #533; width: 520px; } .column p { margin: 0; }`,
    body: `<div class="column"><div><p data-block>The harbour wakes before the town does: first the gulls, then the bakers, then the men who say they only came to look at the water.</p></div></div>`,
  },
  {
    name: "dark color scheme",
    css: `:root { color-scheme: dark; } body { background: Canvas; color: CanvasText; } .panel { padding: 16px; border: 1px solid; } .site-menu a { color: LinkText; }`,
    body: `<div class="panel" data-block><h3>Log in</h3><p>Use your berth number.</p><input value="A-113"> <button>Go on</button> <a href="/help">Help</a></div>`,
  },
  {
    name: "light-dark colours and system preference",
    css: `:root { color-scheme: light dark; } .panel { padding: 16px; background: light-dark(#fff4dd, #221100); color: light-dark(#420, #fda); } @media (prefers-color-scheme: dark) { .panel { border: 8px solid red; } }`,
    body: `<div class="panel" data-block><h3>Chart room</h3><p>Corrected up to last Sunday.</p></div>`,
  },
  {
    name: "theme class on the root",
    root: `class="theme-dark" data-density="compact"`,
    css: `.theme-dark body { background: #181c24; color: #dde; } html[data-density=compact] .card { padding: 4px 8px; font-size: 13px; } .theme-dark .card { background: #262c38; border: 1px solid #445; }`,
    body: `<div class="card" data-block><h3>Radio</h3><p>Channel 16, always on. Weather on 10 at the full hour.</p></div>`,
  },
  {
    name: "opacity and visibility of ancestors",
    css: `.faded { opacity: 0.6; } .hush { visibility: hidden; } .hush .shown { visibility: visible; background: #fff; padding: 14px; }`,
    body: `<div class="faded"><div class="hush">Hidden<div class="shown" data-block><h3>Last season</h3><p>Results are kept for ten years.</p></div></div></div>`,
  },
  {
    name: "white menu over the picture of a sibling",
    css: `.bar { position: absolute; inset: 90px 0 auto; z-index: 5; display: flex; gap: 40px; padding: 24px 60px; color: #fff; } .bar .links { display: flex; gap: 30px; margin: 0; padding: 0; list-style: none; width: 420px; } .masthead { position: relative; height: 420px; background: #345 url(/pictures/900x400.png) center / cover; padding: 160px 80px; color: #fff; } .masthead .shade { position: absolute; inset: 0; background: #0008; } .masthead h1 { position: relative; }`,
    body: `<nav class="bar"><b style="width:200px">Harbour</b><ul class="links" data-block><li>Boats</li><li>Tides</li><li>Berths</li><li>Contact</li></ul></nav><header class="masthead"><div class="shade"></div><h1>Open all winter</h1></header>`,
  },
  {
    name: "words over an image that was put behind them",
    css: `.slide { position: relative; height: 320px; overflow: hidden; } .slide > img { position: absolute; width: 100%; height: 100%; object-fit: cover; filter: brightness(0.5); } .caption { position: absolute; left: 60px; bottom: 40px; width: 460px; color: #fff; }`,
    body: `<section class="slide"><img src="/pictures/900x400.png" alt=""><div class="caption" data-block><h3>The lamp is lit again</h3><p>After eleven years the lighthouse on the north head has its lamp back.</p></div></section>`,
  },
  {
    name: "one cell of a striped table",
    css: `.ships { width: 640px; border-collapse: collapse; background: #fff; --stripe: #0001; } .ships th, .ships td { padding: 10px 14px; border-bottom: 1px solid #cdd; text-align: left; } .ships > tbody > tr:nth-of-type(odd) > * { box-shadow: inset 0 0 0 999px var(--stripe); color: #245; }`,
    body: `<table class="ships"><thead><tr><th>Ship</th><th>From</th></tr></thead><tbody><tr><td>Marguerite</td><td>Bergen</td></tr><tr><td>Sea Holly</td><td>Malmö</td></tr><tr><td>Old Tom</td><td data-block>Hull, with coal and two passengers</td></tr><tr><td>Anna K</td><td>Gdańsk</td></tr></tbody></table>`,
  },
  {
    name: "one row of a striped table in a card",
    css: `.card { width: 700px; background: #fff; border-radius: 12px; padding: 16px; box-shadow: 0 2px 8px #0003; } .scroll { overflow-x: auto; } .ships { width: 100%; margin: 0; border-spacing: 0; } .ships td { padding: 12px; border-bottom: 1px solid #dde; vertical-align: middle; } .ships tr:nth-child(even) { background: #eef4fa; } .ships tr:last-child td { border: 0; } .ships h6 { margin: 0; font-size: 14px; }`,
    body: `<div class="card"><div class="scroll"><table class="ships"><thead><tr><td>Ship</td><td>From</td><td>State</td></tr></thead><tbody><tr><td><h6>Marguerite</h6></td><td>Bergen</td><td>Moored</td></tr><tr data-block><td><h6>Sea Holly</h6></td><td>Malmö</td><td>Expected at noon</td></tr><tr><td><h6>Old Tom</h6></td><td>Hull</td><td>At sea</td></tr></tbody></table></div></div>`,
  },
];
