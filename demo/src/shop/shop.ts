/** The shop: one ware with a price that moves, an offer that comes and goes, others that look alike. */
import { wordsOfBanner } from "../advertisement.ts";
import { banner, ware } from "../picture.ts";
import { siteOf } from "../site.ts";
import { COUNTER_STYLE, counter } from "./counter.ts";
import { LEDGER_STYLE, ledger } from "./ledger.ts";
import { SHOWROOM_STYLE, showroom } from "./showroom.ts";

export const shopSite = siteOf({
  name: "shop",
  title: "Brindle & Oak",
  designs: [counter, showroom, ledger],
  styles: [COUNTER_STYLE, SHOWROOM_STYLE, LEDGER_STYLE],
  picture: (seed) => (seed.startsWith("ad-") ? banner(seed, wordsOfBanner(seed)) : ware(seed)),
});
