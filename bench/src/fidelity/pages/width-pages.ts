/** Layout that depends on how wide something around the block is: the window, the root, a container, the parent. */
import type { Technique } from "../technique.ts";

const CARDS = `<div class="card"><h3>Ferry</h3><p>Every twenty minutes until dusk.</p></div>
<div class="card"><h3>Market</h3><p>Open on the quay from seven.</p></div>
<div class="card"><h3>Museum</h3><p>Free on the first Sunday.</p></div>`;
const CARD_STYLE = `.card { background: #fff; border: 1px solid #ccd; border-radius: 6px; padding: 12px; }`;

export const WIDTH_PAGES: readonly Technique[] = [
  {
    name: "media queries",
    css: `${CARD_STYLE} .cards { display: grid; gap: 12px; grid-template-columns: 1fr; }
      .wide { display: none; }
      @media (min-width: 900px) { .cards { grid-template-columns: repeat(3, 1fr); } .wide { display: block; } .narrow { display: none; } }`,
    body: `<section class="cards" data-block>${CARDS}<p class="wide">The long programme for large screens.</p><p class="narrow">Short.</p></section>`,
  },
  {
    name: "media queries for the height of the window",
    css: `${CARD_STYLE} .cards { display: none; }
      @media screen and (min-height: 700px) { .cards { display: grid; gap: 12px; grid-template-columns: repeat(3, 1fr); } }
      @media (400px < height <= 60em) { .card { background: #e8f4ec; } } @media not all and (max-height: 500px) { .card h3 { font-size: 26px; } }`,
    body: `<section class="cards" data-block>${CARDS}</section>`,
  },
  {
    name: "media queries for the shape of the window",
    css: `.stage { display: grid; grid-template-columns: 240px; gap: 16px; padding: 16px; background: #fff; }
      .stage b { padding: 24px; background: #174; color: #fff; }
      @media (orientation: landscape) { .stage { grid-template-columns: 240px 1fr; } } @media (aspect-ratio < 4/5) { .stage p { display: none; } }
      @media (min-aspect-ratio: 4/3) and (not (min-aspect-ratio: 16/9)) { .stage b { background: #714; } }`,
    head: `<style media="(orientation: portrait)">.stage { filter: invert(1); }</style>`,
    body: `<section class="stage" data-block><b>The pilot boat</b><p>She leaves the quay before the ferry and comes back when everybody is in.</p></section>`,
  },
  {
    name: "hidden below a width",
    css: `.menu { background: #10151f; color: #fff; padding: 16px; }
      .menu ul { display: none; margin: 0; padding: 0; list-style: none; gap: 20px; }
      .menu a { color: #fff; } .toggle { display: none; }
      @media (min-width: 768px) { .menu ul { display: flex; } } @media (max-width: 767px) { .menu { height: 56px; } }`,
    body: `<nav class="menu" data-block><ul><li><a href="/a">Arrivals</a></li><li><a href="/b">Departures</a></li><li><a href="/c">Tides</a></li><li><a href="/d">Harbour office</a></li></ul></nav>`,
  },
  {
    name: "vw and vh",
    css: `.hero { width: 60vw; height: 40vh; padding: 2vw; background: #174; color: #fff; } .hero h2 { font-size: 4vw; line-height: 1.1; } .hero p { font-size: max(1.2vw, 12px); }`,
    body: `<section class="hero" data-block><h2>The regatta starts at noon</h2><p>Forty boats, one harbour, and wind from the west.</p></section>`,
  },
  {
    name: "clamp and calc",
    css: `.panel { width: calc(100% - 4rem); padding: clamp(8px, 2vw, 40px); background: #fff; border: 2px solid #89a; } .panel h2 { font-size: clamp(1rem, 1rem + 1.5vw, 3rem); }`,
    body: `<section class="panel" data-block><h2>Water levels</h2><p>Measured at the old lighthouse, every six minutes.</p></section>`,
  },
  {
    name: "rem",
    css: `html { font-size: 22px; } .board { font-size: 1rem; padding: 1rem; background: #fff; width: 24rem; } .board h2 { font-size: 1.5rem; } .board small { font-size: 0.75rem; }`,
    body: `<section class="board" data-block><h2>Notice board</h2><p>The slipway is closed for repairs.</p><small>Harbour master, this morning</small></section>`,
  },
  {
    name: "em chains",
    css: `.outer { font-size: 1.25em; } .middle { font-size: 0.8em; padding: 1em; } .inner { font-size: 1.4em; padding: 0.5em; background: #fff; border: 0.1em solid #345; } .inner span { font-size: 0.7em; }`,
    body: `<div class="outer"><div class="middle"><div class="inner" data-block>Departures <span>from pier 3, in <b>12</b> minutes</span></div></div></div>`,
  },
  {
    name: "container queries",
    css: `.shelf { container: shelf / inline-size; width: 620px; } .item { display: block; padding: 12px; background: #fff; }
      .item b { display: block; } @container shelf (min-width: 500px) { .item { display: grid; grid-template-columns: 160px 1fr; gap: 16px; background: #eef6ff; } .item b { font-size: 24px; } }`,
    body: `<div class="shelf"><div class="item" data-block><b>Kayak</b><p>Two seats, dry bags and a paddle each, by the hour or for the day.</p></div></div>`,
  },
  {
    name: "container units",
    css: `.stage { container-type: inline-size; width: 540px; } .poster { padding: 4cqw; background: #412; color: #fed; } .poster h2 { font-size: 9cqw; line-height: 1; } .poster p { font-size: 3.4cqi; }`,
    body: `<div class="stage"><div class="poster" data-block><h2>Night of lights</h2><p>Lanterns on the water from nine in the evening.</p></div></div>`,
  },
  {
    name: "sticky in a scroller",
    css: `.scroller { height: 260px; overflow: auto; background: #fff; border: 1px solid #99a; } .scroller h3 { position: sticky; top: 0; background: #246; color: #fff; margin: 0; padding: 6px 12px; } .scroller p { padding: 6px 12px; margin: 0; }`,
    body: `<div class="scroller" data-block>${["Monday", "Tuesday", "Wednesday", "Thursday"].map((day) => `<h3>${day}</h3><p>High water at dawn</p><p>Low water at noon</p><p>High water at dusk</p>`).join("")}</div>`,
  },
  {
    name: "sticky block",
    css: `.rail { height: 1200px; } .buy { position: sticky; top: 20px; width: 300px; padding: 16px; background: #fff; border: 1px solid #bbb; }`,
    body: `<div class="rail"><aside class="buy" data-block><h3>Day ticket</h3><p>Boat and museum, 14.50</p><button>Add</button></aside></div>`,
  },
  {
    name: "fixed block",
    css: `.badge { position: fixed; right: 30px; bottom: 30px; width: 260px; padding: 14px; background: #c33; color: #fff; border-radius: 8px; }`,
    body: `<p>Some news of the day.</p><div class="badge" data-block><b>Storm warning</b><br>Force nine from the north-west after four.</div>`,
  },
  {
    name: "absolute in a relative parent",
    css: `.map { position: relative; width: 500px; height: 280px; background: #cde; } .pin { position: absolute; background: #fff; padding: 2px 8px; border: 1px solid #357; } .a { left: 10%; top: 20%; } .b { right: 8%; top: 45%; } .c { left: 40%; bottom: 5%; }`,
    body: `<div class="map" data-block><span class="pin a">Pier 1</span><span class="pin b">Lighthouse</span><span class="pin c">Fish market</span></div>`,
  },
  {
    name: "absolute block in its place",
    css: `.scene { position: relative; height: 320px; background: #345; } .note { position: absolute; left: 120px; top: 60px; right: 200px; padding: 20px; background: #ffd; }`,
    body: `<div class="scene"><div class="note" data-block><h3>Guided walk</h3><p>Meet at the crane, bring a coat, and come in shoes that may get wet.</p></div></div>`,
  },
  {
    name: "negative margins",
    css: `.row { display: flex; margin: 0 -12px; background: #dde6ee; } .col { flex: 1; padding: 0 12px; } .col > div { background: #fff; padding: 12px; } .pull { margin: -18px 0 0 -18px; background: #c62; color: #fff; width: 120px; padding: 4px 8px; } .frame { padding: 24px; background: #dde6ee; }`,
    body: `<div class="frame"><div class="row" data-block><div class="col"><div><p class="pull">New</p>Crab season has begun.</div></div><div class="col"><div>Nets may be dried on the east mole.</div></div></div></div>`,
  },
  {
    name: "percentage heights",
    css: `.tall { height: 300px; width: 560px; background: #e3e8f0; } .bars { height: 100%; display: flex; align-items: flex-end; gap: 10px; padding: 10px; } .bars i { display: block; width: 48px; background: #2a6; }`,
    body: `<div class="tall"><div class="bars" data-block><i style="height:35%"></i><i style="height:80%"></i><i style="height:55%"></i><i style="height:100%"></i><i style="height:20%"></i></div></div>`,
  },
  {
    name: "percentage paddings and widths",
    css: `.half { width: 46%; padding: 4%; background: #fff; border-left: 6px solid #2a6; } .half p { width: 75%; }`,
    body: `<div class="half" data-block><h3>Lost and found</h3><p>A blue bicycle, two umbrellas and one very patient dog.</p></div>`,
  },
  {
    name: "text overflow",
    css: `.lines { width: 320px; background: #fff; } .lines li { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }`,
    body: `<ul class="lines" data-block><li>The council has decided to keep the old ferry running through winter</li><li>Short one</li><li>A new timetable for the night boats is open for comments until Friday</li></ul>`,
  },
  {
    name: "line clamp",
    css: `.teaser { width: 380px; background: #fff; padding: 0 12px; } .teaser p { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }`,
    body: `<div class="teaser" data-block><h3>From the log book</h3><p>We left before light, with the wind behind us and a sea so flat that the gulls walked on it, or so the mate said, who is not to be believed before breakfast. By ten the coast was a line, by eleven a thought, and at noon we had the water to ourselves.</p></div>`,
  },
];
