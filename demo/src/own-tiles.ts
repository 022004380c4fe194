/** The tiles of the demo that are no blocks: a welcome, links, a search box, a heading; and what its numbers and its feed are shown in. */

export interface TilePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface OwnTile {
  readonly content: object;
  readonly place: TilePlace;
  readonly style?: object;
}

const WELCOME = `**This is a homepage made of pieces of other pages**, each as it looks there. Four made-up sites change every few seconds. Tessera looks at them all the time, and finds every piece again, even after a redesign.

- **The tour**, beside this, tells what happens.
- **A coloured edge**: it has changed.
- **Yours to try**: drag a tile by its title, open its menu, or add a page at the top.`;

const LINKS = [
  ["news", "Harbour Ledger"],
  ["shop", "Brindle & Oak"],
  ["scores", "Fieldside"],
  ["notices", "Elmsbrook"],
  ["tour", "The tour"],
] as const;

const ENGINES = [
  { name: "DuckDuckGo", template: "https://duckduckgo.com/?q=%s", prefix: "!d" },
  { name: "Wikipedia", template: "https://en.wikipedia.org/w/index.php?search=%s", prefix: "!w" },
];

/** Given the addresses of the sites. */
export function ownTiles(sites: Readonly<Record<string, string>>): readonly OwnTile[] {
  const links = LINKS.map(([site, title]) => ({ title, url: sites[site] }));
  return [
    { content: { kind: "note", title: "Welcome", text: WELCOME }, place: { x: 0, y: 0, width: 4, height: 5 } },
    {
      content: { kind: "search", title: null, engines: ENGINES },
      place: { x: 4, y: 3, width: 5, height: 2 },
      style: { showTitle: false },
    },
    {
      content: { kind: "links", title: "The pages themselves", groups: [{ heading: null, links }] },
      place: { x: 9, y: 3, width: 3, height: 4 },
    },
    { content: { kind: "heading", title: "Town hall and stories" }, place: { x: 0, y: 18, width: 12, height: 1 } },
  ];
}

export const BOARD = { title: "Numbers", place: { x: 4, y: 13, width: 5, height: 5 } } as const;

export const FEED = { site: "news", path: "/feed.xml", place: { x: 6, y: 19, width: 6, height: 9 } } as const;
