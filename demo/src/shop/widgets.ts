/** Blocks that two designs of the shop have in common: the shop was painted, its counters stayed. */
import { html, type Markup } from "../markup.ts";
import { type ShopContent, starsOf, type Ware } from "./shop-content.ts";

export function buyBox({ main, oldPrice, stock, delivery }: ShopContent): Markup {
  return html`<div class="price-line"><span class="price" id="price">${main.price}</span>${oldPrice && html` <s class="old-price">${oldPrice}</s>`}</div><p class="tax">including tax, plus delivery</p><p class="stock">${stock}</p><p class="delivery">${delivery}</p><button type="button">Put in the basket</button>`;
}

export function offerBox({ ware, minutesLeft }: NonNullable<ShopContent["offer"]>): Markup {
  return html`<h2>Offer of the day</h2><img src="/pictures/${ware.id}.svg" alt="" width="320" height="320"><div><h3>${ware.name}</h3><p>${ware.about}</p><p class="offer-price">${ware.price}</p><p class="left">Ends in ${minutesLeft} minutes</p></div>`;
}

export function shelfWare({ id, name, price, stars }: Ware): Markup {
  return html`<div class="ware"><a href="/wares/${id}"><img src="/pictures/${id}.svg" alt="" width="320" height="320"><span class="name">${name}</span></a><span class="stars">${starsOf(stars)}</span><span class="ware-price">${price}</span></div>`;
}
