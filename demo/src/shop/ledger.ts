/** Third design of the shop: a plain catalogue of rows, in which the wanted ware stands among others that look alike. */
import { html, type Markup } from "../markup.ts";
import { shopAt, starsOf, type Ware } from "./shop-content.ts";

export function ledger(tick: number): Markup {
  const shop = shopAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Brindle & Oak catalogue</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-2.css"></head>
<body><div class="container"><div class="header"><h1>Brindle & Oak</h1><p>The catalogue · ${shop.visitors} readers</p></div>
${shop.offer && html`<div class="highlight"><h2>Offer of the day</h2><p><strong>${shop.offer.ware.name}</strong> ${shop.offer.ware.about} <em>${shop.offer.ware.price}</em> Ends in ${shop.offer.minutesLeft} minutes</p></div>`}
<div class="entry entry-main"><div class="entry-picture"><img src="/pictures/${shop.main.id}.svg" alt="" width="320" height="320"></div><div class="entry-text"><h2>${shop.main.name}</h2><p>${shop.main.about}</p><p>${starsOf(shop.main.stars)} · ${shop.stock} · ${shop.delivery}</p></div><div class="entry-cost"><span class="amount">${shop.main.price}</span>${shop.oldPrice && html`<span class="was">${shop.oldPrice}</span>`}<span class="note">including tax, plus delivery</span></div></div>
<h2 class="also">Goes well with it</h2><div class="entries">${shop.related.map(entry)}</div>
<div class="opinions"><h2>What buyers say</h2>${shop.reviews.map(({ stars, title, text }) => html`<div class="opinion"><b>${title}</b> ${starsOf(stars)}<p>${text}</p></div>`)}</div>
<div class="footer">Mill Lane 12 · <a href="/#terms">Terms</a></div></div></body></html>`;
}

function entry({ id, name, about, price }: Ware): Markup {
  return html`<div class="entry"><div class="entry-picture"><img src="/pictures/${id}.svg" alt="" width="320" height="320"></div><div class="entry-text"><h3>${name}</h3><p>${about}</p></div><div class="entry-cost"><span class="amount">${price}</span></div></div>`;
}

export const LEDGER_STYLE = `
body{margin:0;background:#fff;color:#222;font:15px/1.55 "Trebuchet MS",Tahoma,sans-serif}.container{max-width:900px;margin:0 auto;padding:0 24px}.header{display:flex;justify-content:space-between;align-items:baseline;border-bottom:4px solid #2f5d50}.header h1{color:#2f5d50;font-size:34px;margin:18px 0 6px}
.highlight{background:#eaf4ef;border-left:6px solid #2f5d50;padding:10px 18px;margin:18px 0}.highlight h2{margin:0;font-size:16px;color:#2f5d50}.highlight em{font-style:normal;font-weight:700;color:#b03a2e;font-size:20px}
.entry{display:grid;grid-template-columns:110px 1fr 170px;gap:20px;align-items:center;border-bottom:1px solid #dfe8e4;padding:14px 0}.entry-main{border-bottom:2px solid #2f5d50}.entry img{width:100%;height:auto;border-radius:50%}.entry h2,.entry h3{margin:0}.entry p{margin:3px 0;color:#555}.entry-cost{text-align:right}.amount{display:block;font-size:24px;font-weight:700;color:#2f5d50}.entry-main .amount{font-size:32px}.was{text-decoration:line-through;color:#999}.note{display:block;font-size:12px;color:#888}
.also{color:#2f5d50;margin-top:28px}.opinion{border-bottom:1px dotted #bcd;padding:8px 0}.opinion p{margin:2px 0}.footer{margin:30px 0;color:#888}
@media(max-width:600px){.entry{grid-template-columns:70px 1fr}.entry-cost{text-align:left}}`;
