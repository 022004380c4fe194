/** Four kinds of site: what blocks they have, and what their lines are about. */

export type Form = "headlines" | "cards" | "table" | "notices" | "links";

export interface BlockPlan {
  readonly name: string;
  readonly heading: string;
  readonly form: Form;
}

export interface SiteStyle {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly BlockPlan[];
  /** Words of which lines are made: subject, verb, object. */
  readonly words: readonly [readonly string[], readonly string[], readonly string[]];
}

export const SITE_STYLES: readonly SiteStyle[] = [
  {
    name: "news",
    title: "Harbour Courier",
    blocks: [
      { name: "sections", heading: "Sections", form: "links" },
      { name: "top-stories", heading: "Top stories", form: "headlines" },
      { name: "region", heading: "From the region", form: "headlines" },
      { name: "most-read", heading: "Most read", form: "headlines" },
      { name: "weather", heading: "Weather", form: "table" },
    ],
    words: [
      ["Council", "Ferry line", "Museum", "Choir", "Bakery", "Harbour office", "School", "Orchard"],
      ["opens", "moves", "celebrates", "repairs", "postpones", "plans", "extends", "sells"],
      ["its new hall", "the old pier", "a spring fair", "two bridges", "the night market", "a long summer"],
    ],
  },
  {
    name: "shop",
    title: "Lantern and Loom",
    blocks: [
      { name: "departments", heading: "Departments", form: "links" },
      { name: "offers", heading: "Offers of the week", form: "cards" },
      { name: "new-arrivals", heading: "New arrivals", form: "cards" },
      { name: "delivery", heading: "Delivery notes", form: "notices" },
    ],
    words: [
      ["Wool", "Linen", "Oak", "Brass", "Clay", "Paper", "Willow", "Copper"],
      ["reading", "table", "garden", "travel", "winter", "kitchen", "morning", "corner"],
      ["lamp", "blanket", "basket", "kettle", "stool", "shelf", "clock", "bowl"],
    ],
  },
  {
    name: "scores",
    title: "Valley League",
    blocks: [
      { name: "leagues", heading: "Leagues", form: "links" },
      { name: "standings", heading: "Standings", form: "table" },
      { name: "results", heading: "Results", form: "table" },
      { name: "reports", heading: "Match reports", form: "headlines" },
    ],
    words: [
      ["Rovers", "United", "Wanderers", "Athletic", "Rangers", "Albion", "Harriers", "Swifts"],
      ["beat", "draw with", "host", "outlast", "surprise", "meet", "hold", "chase"],
      ["the leaders", "old rivals", "a young side", "the champions", "their neighbours", "the visitors"],
    ],
  },
  {
    name: "notices",
    title: "Town Notice Board",
    blocks: [
      { name: "offices", heading: "Offices", form: "links" },
      { name: "notices", heading: "Public notices", form: "notices" },
      { name: "road-works", heading: "Road works", form: "notices" },
      { name: "dates", heading: "Dates", form: "table" },
    ],
    words: [
      ["Mill Street", "The library", "Hill Road", "The archive", "Market Square", "The pool", "Station Lane"],
      ["closes for", "invites to", "waits for", "prepares", "announces", "ends"],
      ["repairs", "a public hearing", "an open day", "new lamps", "the yearly count", "a short break"],
    ],
  },
];
