/** First design of the shop: picture on the left, the price in a box on the right, shelves below. */
import { advertisementFor } from "../advertisement.ts";
import { html, type Markup } from "../markup.ts";
import { shopAt, starsOf } from "./shop-content.ts";
import { buyBox, offerBox, shelfWare } from "./widgets.ts";

const DEPARTMENTS = ["Lamps", "Tables", "Chairs", "Kitchen", "Linen", "Gifts"];

export function counter(tick: number): Markup {
  const shop = shopAt(tick);
  const shown = advertisementFor("counter", tick);
  return html`<html lang="en"><head><meta charset="utf-8"><title>${shop.main.name} – Brindle & Oak</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style-0.css"></head>
<body>
<div class="usp-bar">Free returns for sixty days · Repairs for life · ${shop.visitors} people are looking at this page</div>
<header class="top"><a class="logo" href="/">Brindle & Oak</a><form class="search"><input aria-label="Search the shop" placeholder="Search lamps, bowls, chairs"><button type="button">Search</button></form><div class="cart"><a href="/#cart">Basket (0)</a></div></header>
<nav class="departments">${DEPARTMENTS.map((name) => html`<a href="/#${name.toLowerCase()}">${name}</a>`)}</nav>
<div class="crumbs"><a href="/">Home</a> › <a href="/#lamps">Lamps</a> › ${shop.main.name}</div>
<main class="product" id="product">
  <div class="gallery"><img src="/pictures/${shop.main.id}.svg" alt="${shop.main.name}" width="320" height="320"></div>
  <div class="details"><h1>${shop.main.name}</h1><div class="rating">${starsOf(shop.main.stars)} <a href="#reviews">64 reviews</a></div><p class="about">${shop.main.about}</p>
    <ul class="facts"><li>Height 48 cm, reach 36 cm</li><li>Bulb included, 2700 K</li><li>Made in our own workshop</li></ul></div>
  <aside class="buy-box" id="buy">${buyBox(shop)}</aside>
</main>
${shop.offer && html`<section class="offer" id="offer">${offerBox(shop.offer)}</section>`}
${shown && html`<div class="ad"><a href="/#ad"><img src="/pictures/${shown.seed}.svg" alt="${shown.maker}: ${shown.words}" width="600" height="120"></a></div>`}
<section class="shelf" id="related"><h2>Goes well with it</h2><div class="row">${shop.related.map(shelfWare)}</div></section>
<section class="reviews" id="reviews"><h2>What buyers say</h2>${shop.reviews.map(({ stars, title, text }) => html`<article class="review"><div class="stars">${starsOf(stars)}</div><h3>${title}</h3><p>${text}</p></article>`)}</section>
<footer class="bottom"><div>Brindle & Oak, Mill Lane 12</div><div><a href="/#terms">Terms</a> <a href="/#returns">Returns</a> <a href="/#contact">Contact</a></div></footer>
</body></html>`;
}

export const COUNTER_STYLE = `
body{margin:0;background:#faf8f5;color:#2b2622;font:15px/1.5 Verdana,Geneva,sans-serif}a{color:#7a4a21;text-decoration:none}
.usp-bar{background:#3c2f25;color:#eadfd2;text-align:center;font-size:12px;padding:6px}
.top{display:flex;align-items:center;gap:30px;padding:18px 40px;background:#fff}.logo{font:700 26px Georgia,serif;color:#3c2f25}.search{flex:1;display:flex}.search input{flex:1;padding:9px;border:1px solid #cbbfb1}.search button{border:0;background:#7a4a21;color:#fff;padding:0 18px}
.departments{background:#fff;border-bottom:1px solid #e5dccf;padding:0 40px 12px;display:flex;gap:26px}.crumbs{padding:14px 40px;font-size:12px;color:#8a7d70}
.product{display:grid;grid-template-columns:340px 1fr 270px;gap:34px;padding:0 40px}.gallery img{width:100%;height:auto;border-radius:6px}.details h1{font:700 30px Georgia,serif;margin:0}.rating,.stars{color:#c98a1b}
.facts{padding-left:18px;color:#5c5148}.buy-box{background:#fff;border:1px solid #e5dccf;border-radius:8px;padding:20px;align-self:start}.price{font:700 34px Georgia,serif;color:#8c2f12}.old-price{color:#9b8f83}.tax{font-size:12px;color:#8a7d70;margin:2px 0 12px}.stock{color:#2f7a39;font-weight:700;margin:4px 0}.delivery{margin:4px 0 14px}
.buy-box button{width:100%;padding:12px;border:0;border-radius:6px;background:#c65d21;color:#fff;font-size:16px}
.offer{display:grid;grid-template-columns:auto 180px 1fr;gap:24px;align-items:center;margin:30px 40px;background:#fdeedd;border:2px dashed #d98d4a;border-radius:10px;padding:16px 24px}.offer h2{font:700 24px Georgia,serif;writing-mode:vertical-rl;transform:rotate(180deg);margin:0}.offer img{width:170px;height:auto;border-radius:8px}.offer-price{font:700 26px Georgia,serif;color:#8c2f12;margin:4px 0}.left{color:#8a5a2b}
.ad{text-align:center;margin:20px}.ad img{max-width:100%;height:auto}.shelf,.reviews{padding:10px 40px}.shelf h2,.reviews h2{font:700 22px Georgia,serif}.row{display:grid;grid-template-columns:repeat(4,1fr);gap:20px}.ware{background:#fff;border:1px solid #e5dccf;border-radius:8px;padding:12px;display:flex;flex-direction:column;gap:4px}.ware img{width:100%;height:auto}.ware .name{display:block;font-weight:700}.ware-price{font-weight:700;color:#8c2f12}
.review{border-top:1px solid #e5dccf;padding:10px 0}.review h3{margin:0;font-size:15px}.review p{margin:4px 0}.bottom{display:flex;justify-content:space-between;background:#3c2f25;color:#eadfd2;padding:20px 40px;margin-top:30px}.bottom a{color:#eadfd2}
@media(max-width:800px){.product{grid-template-columns:1fr}.row{grid-template-columns:1fr 1fr}.offer{grid-template-columns:120px 1fr;gap:10px 18px}.offer h2{grid-column:1/-1;writing-mode:initial;transform:none}.offer img{width:120px}}`;
