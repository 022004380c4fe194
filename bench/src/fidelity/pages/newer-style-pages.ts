/** What style sheets can do since a few years: registered properties, wide colours, clipped text, anchors, counter styles. */
import type { Technique } from "../technique.ts";

export const NEWER_STYLE_PAGES: readonly Technique[] = [
  {
    name: "registered properties",
    css: `@property --tw-border-style { syntax: "*"; inherits: false; initial-value: solid; } @property --tw-shadow { syntax: "*"; inherits: false; initial-value: 0 0 #0000; } @property --tw-ring { syntax: "*"; inherits: false; initial-value: 0 0 #0000; } @property --tw-from { syntax: "<color>"; inherits: false; initial-value: #06c; } @property --tw-to { syntax: "<color>"; inherits: false; initial-value: #0c6; } @property --tw-at { syntax: "<length-percentage>"; inherits: false; initial-value: 40%; } .card { width: 420px; padding: 20px; border-style: var(--tw-border-style); border-width: 6px; border-color: #c05; --tw-shadow: 8px 8px 0 #0006; box-shadow: var(--tw-ring), var(--tw-shadow); background: linear-gradient(90deg, var(--tw-from), var(--tw-to) var(--tw-at)); color: #fff; }`,
    body: `<div class="card" data-block><h3>Slipway</h3><p>Free from Monday to Friday.</p></div>`,
  },
  {
    name: "font name of several words",
    css: `@font-face { font-family: "Harbour Icons"; src: url(/fonts/icons.ttf) format("truetype"); } :root { --icons: Harbour Icons, serif; } .bar { background: #fff; padding: 12px; display: flex; gap: 20px; font-size: 32px; } .bar .a { font-family: Harbour Icons; } .bar .b { font: 700 40px/1 harbour icons, serif; } .bar .c { font-family: var(--icons); } .bar .d { font-family: var(--none, Harbour Icons, serif); }`,
    body: `<div class="bar" data-block><b class="a">\ue001</b><b class="b">\ue002</b><b class="c">\ue003</b><b class="d">\ue001</b></div>`,
  },
  {
    name: "oklch and color-mix",
    css: `.panel { background: oklch(0.3 0.08 260); padding: 18px; width: 460px; } .panel h3 { color: oklch(0.9 0.15 100); } .panel p { color: color-mix(in oklab, white 80%, teal); } .panel i { display: block; height: 16px; background: lab(60% 60 30); margin-top: 6px; } .panel i + i { width: 60%; background: color(display-p3 0 0.7 0.3); } .panel i:last-child { width: 40%; background: oklch(from #06c calc(l + 0.2) c h); }`,
    body: `<div class="panel" data-block><h3>Depth of the basin</h3><p>As measured in spring.</p><i></i><i></i><i></i></div>`,
  },
  {
    name: "words of wide colours on the ground around them",
    css: `.night { background: oklch(0.25 0.05 250); padding: 20px; } .night p { color: oklch(0.95 0.02 100); margin: 0; font-size: 22px; }`,
    body: `<div class="night"><p data-block>The light at the mole is out until Thursday.</p></div>`,
  },
  {
    name: "text that clips its background",
    css: `.loud { font: 800 54px/1.1 "DejaVu Sans", sans-serif; background: linear-gradient(90deg, #c05, #06c 60%, #0a6); -webkit-background-clip: text; background-clip: text; color: transparent; } .loud b { -webkit-text-stroke: 1px #222; -webkit-text-fill-color: #fc4; }`,
    body: `<h2 class="loud" data-block>Storm warning <b>8</b></h2>`,
  },
  {
    name: "balanced lines",
    css: `.column { width: 430px; background: #fff; padding: 14px; } .column h3 { text-wrap: balance; font-size: 26px; } .column p { text-wrap: pretty; hyphens: auto; text-indent: 2em; }`,
    body: `<div class="column" data-block><h3>The ferry to the islands leaves one hour later in winter</h3><p>Whoever has a ticket for the earlier crossing keeps the seat, and is asked to come to the pier in good time.</p></div>`,
  },
  {
    name: "anchor positioning",
    css: `.map { position: relative; width: 520px; height: 220px; background: #bcd; } .pin { position: absolute; left: 300px; top: 120px; width: 20px; height: 20px; border-radius: 50%; background: #c00; anchor-name: --pin; } .hint { position: absolute; position-anchor: --pin; left: anchor(right); bottom: anchor(top); width: 140px; padding: 6px; background: #fff; border: 1px solid #345; } .under { position: absolute; position-anchor: --pin; position-area: bottom center; background: #ffd; }`,
    body: `<div class="map" data-block><i class="pin"></i><div class="hint">Wreck, 12 m deep</div><div class="under">Buoy</div></div>`,
  },
  {
    name: "counter styles of a page",
    css: `@counter-style waves { system: cyclic; symbols: "≈" "~"; suffix: " "; } @counter-style piers { system: extends decimal; prefix: "Pier "; suffix: ": "; } .list { background: #fff; padding: 12px 12px 12px 90px; width: 400px; } .list ul { list-style: waves; padding: 0 0 0 20px; } .list ol { list-style: piers; padding: 0; }`,
    body: `<div class="list" data-block><ol><li>Ferries</li><li>Fishing boats</li></ol><ul><li>High water at six</li><li>Low water at noon</li></ul></div>`,
  },
  {
    name: "individual corners and logical sides",
    css: `.note { width: 420px; background: #ffe; padding-block: 10px 24px; padding-inline: 40px 12px; border-inline-start: 8px solid #fa0; border-start-end-radius: 40px; border-end-end-radius: 10px 30px; margin-inline: auto; aspect-ratio: 3 / 1; inset-block-start: 4px; position: relative; }`,
    body: `<div class="note" dir="rtl" data-block>Notices hang beside the door of the office.</div>`,
  },
  {
    name: "containers asked for their style",
    css: `.board { container: board / inline-size; --mood: storm; width: 480px; } .board p { padding: 12px; background: #fff; } @container style(--mood: storm) { .board p { background: #345; color: #fff; } } @container board (width > 400px) { .board p { font-size: 24px; } }`,
    body: `<div class="board" data-block><p>Wind from the west, nine</p></div>`,
  },
  {
    name: "animations named in a property and in an attribute",
    css: `@keyframes come { from { opacity: 0; } to { opacity: 1; translate: 40px; } } :root { --animate-come: come 1ms both; } .list { width: 420px; background: #fff; padding: 12px; } .list p { opacity: 0; } .list .own { animation: var(--animate-come); }`,
    body: `<div class="list" data-block><p class="own">The first boat is in</p><p style="animation: come 1ms both">The second boat is in</p><p style="animation-name: come; animation-duration: 1ms; animation-fill-mode: forwards">The third, too</p></div>`,
  },
  {
    name: "block in a part that is zoomed",
    css: `.zoomed { zoom: 1.4; } .zoomed div { width: 300px; background: #fff; padding: 12px; border: 3px solid #06c; }`,
    body: `<section class="zoomed"><div data-block><h3>Reading aid</h3><p>All of this part is larger.</p></div></section>`,
  },
  {
    name: "block in a vertical column",
    css: `.column { writing-mode: vertical-rl; height: 320px; background: #fff; padding: 12px; } .column p { margin: 0 8px; border-block-start: 4px solid #c05; }`,
    body: `<div class="column"><h3>Harbour</h3><p data-block>Written from the right to the left, and down.</p><p>The next one</p></div>`,
  },
  {
    name: "block in boxes that are not there",
    css: `.row { display: flex; gap: 12px; } .none { display: contents; color: #06c; --pad: 14px; } .none > div { background: #fff; padding: var(--pad); flex: 1; }`,
    body: `<div class="row"><div>Before</div><div class="none"><div data-block>Its parent has no box, and gives it a colour.</div></div></div>`,
  },
  {
    name: "one card in columns",
    css: `.columns { columns: 3; column-gap: 16px; } .columns div { break-inside: avoid; background: #fff; padding: 10px; margin: 0 0 12px; }`,
    body: `<div class="columns"><div>One, with words that take more than a line in here</div><div>Two</div><div>Three</div><div data-block>Four, which is in the second column by now</div><div>Five</div><div>Six, the last one of them all</div></div>`,
  },
  {
    name: "part of a field set",
    css: `fieldset { border: 2px groove #9ab; padding: 16px; width: 460px; } legend { font-weight: bold; } .choice { display: grid; gap: 6px; accent-color: #c05; }`,
    body: `<fieldset><legend>Berth</legend><div class="choice" data-block><label><input type="radio" name="b" checked> At the pontoon</label><label><input type="radio" name="b"> At the quay</label><input type="range" value="70"><progress value="0.4"></progress></div></fieldset>`,
  },
  {
    name: "card with a perspective",
    css: `.stage { perspective: 500px; padding: 30px; width: 420px; } .stage div { background: #246; color: #fff; padding: 30px; transform: rotateX(20deg); }`,
    body: `<section class="stage" data-block><div>Seen from below</div></section>`,
  },
  {
    name: "drop caps and trimmed lines",
    css: `.story { width: 460px; background: #fff; padding: 14px; } .story p::first-letter { initial-letter: 3; color: #a03; margin-right: 8px; } .story h3 { text-box: trim-both cap alphabetic; background: #fe9; } .story p { line-clamp: 4; text-decoration: underline wavy #0a6 2px; text-underline-offset: 4px; }`,
    body: `<div class="story" data-block><h3>The keeper</h3><p>Many years ago somebody lit the lamp each evening, and wrote down every ship that passed by in a large book that is now in the museum.</p></div>`,
  },
  {
    name: "colours of a theme by attribute and has",
    css: `:root { color-scheme: light dark; --ink: light-dark(#123, #fff); --ground: light-dark(#fff, #123); } :root:has(.night) { color-scheme: dark; } .board { background: var(--ground); color: var(--ink); padding: 16px; border: 2px solid color-mix(in srgb, var(--ink) 40%, transparent); width: 420px; }`,
    body: `<i class="night"></i><div class="board" data-block><h3>By night</h3><p>The page is dark because of what is in it.</p><input value="Search"></div>`,
  },
  {
    name: "masks and cut corners of the new kinds",
    css: `.ticket { width: 420px; padding: 24px; color: #fff; background: conic-gradient(from 45deg at 30% 40%, #c05, #06c, #0a6, #c05); mask: radial-gradient(circle 16px at left, #0000 98%, #000) left / 51% 100% no-repeat, radial-gradient(circle 16px at right, #0000 98%, #000) right / 51% 100% no-repeat; clip-path: inset(0 round 12px); filter: drop-shadow(0 0 4px #0008); } .ticket b { display: block; clip-path: path("M0 0H200V30H0Z"); background: #0006; }`,
    body: `<div class="ticket" data-block><b>Admit one</b><p>Lighthouse, any day.</p></div>`,
  },
  {
    name: "markers and counters of nested lists",
    css: `.toc { counter-reset: part; width: 420px; background: #fff; padding: 12px 12px 12px 40px; } .toc ol { list-style: none; padding-left: 20px; } .toc > li { counter-increment: part; } .toc > li::marker { content: counter(part, upper-roman) " – "; color: #c05; font-weight: bold; } .toc ol { counter-reset: piece; } .toc ol li { counter-increment: piece; } .toc ol li::before { content: counters(part, ".") "." counter(piece) " "; color: #06c; }`,
    body: `<ol class="toc" data-block><li>Boats<ol><li>Sails</li><li>Oars</li></ol></li><li>Harbours<ol><li>Berths</li></ol></li></ol>`,
  },
  {
    name: "utility classes with escapes and layers",
    css: `@layer theme, base, components, utilities; @layer theme { :root { --spacing: 4px; --color-sky-600: oklch(0.588 0.158 241.966); --radius-xl: 12px; } } @layer base { *, ::before, ::after { border: 0 solid; } h3 { font-size: inherit; font-weight: inherit; } } @layer utilities { .p-\\[18px\\] { padding: 18px; } .w-1\\/2 { width: 50%; } .bg-sky-600\\/80 { background-color: color-mix(in oklab, var(--color-sky-600) 80%, transparent); } .rounded-xl { border-radius: var(--radius-xl); } .text-white { color: #fff; } .space-y-2 > :not(:last-child) { margin-block-end: calc(var(--spacing) * 2); } .hover\\:x:hover { color: red; } .md\\:text-xl { @media (width >= 700px) { font-size: 22px; line-height: calc(28 / 20); } } .\\[\\&_b\\]\\:underline { & b { text-decoration: underline; } } }`,
    body: `<div class="w-1/2 p-[18px] bg-sky-600/80 rounded-xl text-white space-y-2 md:text-xl [&_b]:underline" data-block><h3>Utility <b>classes</b></h3><p>Named by what they do.</p></div>`,
  },
  {
    name: "block in a scroller that snaps",
    css: `.strip { display: grid; grid-auto-flow: column; grid-auto-columns: 70%; gap: 12px; overflow-x: auto; scroll-snap-type: x mandatory; width: 500px; container-type: inline-size; } .strip > * { scroll-snap-align: start; background: #fff; padding: 14px; height: 100cqmin; max-height: 140px; } .strip h3 { font-size: clamp(14px, 6cqi, 40px); }`,
    body: `<div class="strip"><div data-block><h3>First of three</h3><p>The others are beside it.</p></div><div>Second</div><div>Third</div></div>`,
  },
  {
    name: "block inside of a picture's caption",
    css: `figure { margin: 0; width: 480px; display: grid; } figure > * { grid-area: 1 / 1; } figcaption { align-self: end; background: linear-gradient(#0000, #000c); color: #fff; padding: 40px 16px 16px; text-shadow: 0 1px 2px #000; z-index: 1; }`,
    body: `<figure><img src="/pictures/480x280.png" alt=""><figcaption data-block><b>The mole</b> at low water</figcaption></figure>`,
  },
  {
    name: "one term of a description list",
    css: `dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; background: #fff; padding: 14px; width: 460px; } dt { font-weight: bold; color: #06c; } dd { margin: 0; border-bottom: 1px dotted #9ab; }`,
    body: `<dl><dt>Length of the longest boat</dt><dd>12 m</dd><dt>Draught</dt><dd data-block>1.8 m, and with the board up only 0.6 m</dd><dt>Mast</dt><dd>14 m</dd></dl>`,
  },
  {
    name: "article beside a float",
    css: `.left { float: left; width: 180px; height: 120px; margin: 0 16px 8px 0; background: #06c; } .text { background: #fff; } .text p { padding: 0; }`,
    body: `<div class="left"></div><div class="text" data-block><p>Words that go around what floats beside them until it ends, and below it again in the whole width of the page, as they have done since the first pages of the web were written in the north of Switzerland. They go on for some lines more, so that the end of it is seen.</p></div>`,
  },
];
