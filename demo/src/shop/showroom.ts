/** Second design of the shop: a wide dark showroom, the price beside the button under the picture. */
import { html, type Markup } from "../markup.ts";
import { shopAt, starsOf } from "./shop-content.ts";
import { buyBox, offerBox, shelfWare } from "./widgets.ts";

export function showroom(tick: number): Markup {
  const shop = shopAt(tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>Heron reading lamp | Brindle and Oak</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-1.css"></head>
<body>
<div class="c-header"><div class="c-header__logo"><a href="/">B&O</a></div><div class="c-header__menu"><a href="/#lamps">Lamps</a><a href="/#chairs">Chairs</a><a href="/#kitchen">Kitchen</a><a href="/#gifts">Gifts</a></div><div class="c-header__tools"><a href="/#search">Search</a><a href="/#bag">Bag</a></div></div>
<section class="c-pdp"><figure class="c-pdp__figure"><img src="/pictures/${shop.main.id}.svg" alt="${shop.main.name}" width="320" height="320"></figure>
  <div class="c-pdp__text"><p class="c-eyebrow">Lamps</p><h1 class="c-pdp__title">${shop.main.name}</h1><p>${shop.main.about}</p><p class="c-stars">${starsOf(shop.main.stars)} <span>64 reviews</span></p>
  <aside class="c-purchase" id="buy">${buyBox(shop)}</aside></div></section>
<section class="c-band" id="related"><h2>Goes well with it</h2><div class="row">${shop.related.map(shelfWare)}</div></section>
${shop.offer && html`<section class="c-deal" id="offer">${offerBox(shop.offer)}</section>`}
<section class="c-voices"><h2>What buyers say</h2><div class="c-voices__list">${shop.reviews.map(({ stars, title, text }) => html`<blockquote><p>${text}</p><footer>${title} <span>${starsOf(stars)}</span></footer></blockquote>`)}</div></section>
<div class="c-footer"><p>Brindle & Oak, Mill Lane 12</p><p>${shop.visitors} visitors now</p></div>
</body></html>`;
}

export const SHOWROOM_STYLE = `
*{box-sizing:border-box}body{margin:0;background:#14110f;color:#efe7dc;font:16px/1.6 "Gill Sans",Calibri,sans-serif}a{color:inherit;text-decoration:none}
.c-header{display:flex;justify-content:space-between;padding:22px 50px;border-bottom:1px solid #3a322b}.c-header__logo{font:700 24px Georgia,serif;color:#e3b778}.c-header__menu,.c-header__tools{display:flex;gap:24px}
.c-pdp{display:grid;grid-template-columns:1.1fr 1fr;gap:60px;padding:44px 50px;max-width:1240px;margin:0 auto}.c-pdp__figure{margin:0}.c-pdp__figure img{width:100%;height:auto;border-radius:18px}.c-eyebrow{color:#e3b778;letter-spacing:3px;text-transform:uppercase;font-size:12px}.c-pdp__title{font:400 48px/1.1 Georgia,serif;margin:0 0 14px}.c-stars{color:#e3b778}.c-stars span{color:#9c8f80}
.c-purchase{background:#211c18;border-radius:16px;padding:24px}.price{font:400 40px Georgia,serif}.old-price{margin-left:12px;color:#9c8f80}.tax{color:#9c8f80;font-size:13px;margin:0}.stock{color:#b9e0b0;margin:8px 0 0}.delivery{margin:0}.c-purchase button{margin-top:16px;width:100%;padding:14px;border:0;border-radius:30px;background:#e3b778;color:#14110f;font-size:17px}
.c-band,.c-voices{max-width:1240px;margin:0 auto;padding:10px 50px 30px}.c-band h2,.c-voices h2{font:400 28px Georgia,serif}.row{display:grid;grid-template-columns:repeat(4,1fr);gap:22px}.ware{background:#211c18;border-radius:14px;padding:14px}.ware img{width:100%;height:auto;border-radius:10px}.ware span{display:block}.ware .name{font-size:17px}.ware .stars,.ware-price{color:#e3b778}
.c-deal{background:#5a2a15;display:flex;align-items:center;justify-content:center;gap:40px;padding:22px 50px}.c-deal h2{margin:0;color:#ffd9a8;font-size:18px;text-transform:uppercase;letter-spacing:2px}.c-deal img{width:120px;height:auto;border-radius:50%}.c-deal h3{margin:0;font:400 28px Georgia,serif}.c-deal p{margin:0}.c-deal .offer-price{font:400 32px Georgia,serif}
.c-voices__list{display:grid;grid-template-columns:repeat(3,1fr);gap:22px}blockquote{margin:0;background:#211c18;border-radius:14px;padding:20px}blockquote footer{color:#e3b778}.c-footer{display:flex;justify-content:space-between;padding:24px 50px;color:#9c8f80;border-top:1px solid #3a322b}
@media(max-width:800px){.c-pdp,.row,.c-voices__list{grid-template-columns:1fr}.c-deal{display:grid;grid-template-columns:110px 1fr;gap:10px 18px;padding:18px 24px}.c-deal h2{grid-column:1/-1}.c-deal img{width:110px}}`;
