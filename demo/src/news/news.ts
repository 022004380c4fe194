/** The news portal: sections, a live list of the latest stories, markets, advertisements. */
import { wordsOfBanner } from "../advertisement.ts";
import { banner, landscape } from "../picture.ts";
import { siteOf } from "../site.ts";
import { BROADSHEET_STYLE, broadsheet } from "./broadsheet.ts";
import { CARDS_STYLE, cards } from "./cards.ts";
import { COLUMN_STYLE, column } from "./column.ts";
import { newsFeed } from "./feed.ts";

export const newsSite = siteOf({
  name: "news",
  title: "The Harbour Ledger",
  designs: [broadsheet, cards, column],
  styles: [BROADSHEET_STYLE, CARDS_STYLE, COLUMN_STYLE],
  feed: newsFeed,
  picture: (seed) => (seed.startsWith("ad-") ? banner(seed, wordsOfBanner(seed)) : landscape(seed)),
});
