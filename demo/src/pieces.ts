/** The blocks that the demo follows: where they are, how large their tiles are, and by what anybody knows them. */
import type { TilePlace } from "./own-tiles.ts";

export interface Piece {
  readonly site: string;
  readonly title: string;
  /** In the first design of its site. */
  readonly selector: string;
  /** Large enough to read what is in it; null for a number, which is a row of the board. */
  readonly place: TilePlace | null;
  /** What the block says in every design, at any time. */
  readonly says: RegExp;
  /** What other blocks of its page say: more than the block is not the block. */
  readonly saysNot: RegExp;
}

export const PIECES: readonly Piece[] = [
  {
    site: "tour",
    title: "The tour",
    selector: "#tour",
    place: { x: 4, y: 0, width: 8, height: 3 },
    says: /Next: /,
    saysNot: /made for the demo/,
  },
  {
    site: "news",
    title: "Latest news",
    selector: "#latest-news",
    place: { x: 0, y: 10, width: 4, height: 8 },
    says: /Latest news(\s+\d\d:\d\d\s.*){7}/,
    saysNot: /Markets|Most read|Harbour Ledger/,
  },
  {
    site: "scores",
    title: "Live scores",
    selector: "#scoreboard",
    place: { x: 4, y: 5, width: 5, height: 8 },
    says: /Live scores[\s\S]*(\d : \d[\s\S]*){4}/,
    saysNot: /League table|Weather|Match report/,
  },
  {
    site: "shop",
    title: "Heron reading lamp",
    selector: "#buy",
    place: { x: 9, y: 7, width: 3, height: 5 },
    says: /€\d+\.\d\d[\s\S]*including tax/,
    saysNot: /Goes well with it|What buyers say|Offer of the day/i,
  },
  {
    site: "scores",
    title: "Weather",
    selector: "#weather",
    place: { x: 9, y: 12, width: 3, height: 6 },
    says: /Weather at the ground[\s\S]*\d °C[\s\S]*\d\d:00/,
    saysNot: /League table|Live scores|Match report/,
  },
  {
    site: "notices",
    title: "Public notices",
    selector: "#notices",
    place: { x: 0, y: 19, width: 6, height: 9 },
    says: /Public notices[\s\S]*(No\. \d+[\s\S]*){5}/,
    saysNot: /Drinking water|Opening hours|This week|River level/,
  },
  {
    site: "shop",
    title: "Offer of the day",
    selector: "#offer",
    place: { x: 0, y: 5, width: 4, height: 5 },
    says: /Offer of the day[\s\S]*€\d+\.\d\d/i,
    saysNot: /Goes well with it|What buyers say|including tax/,
  },
  {
    site: "notices",
    title: "River level",
    selector: "#river .level",
    place: null,
    says: /^(River level\s+)?\d+ cm(\s+(rising|falling))?$/,
    saysNot: /No\. \d/,
  },
  {
    site: "shop",
    title: "Price of the lamp",
    selector: "#price",
    place: null,
    // a board has no zeroes behind whole euros
    says: /^€\d+(\.\d\d)?$/,
    saysNot: /tax/,
  },
  {
    site: "scores",
    title: "Temperature",
    selector: "#weather .now strong",
    place: null,
    says: /^-?\d+ °C$/,
    saysNot: /Wind/,
  },
];

/** Those that have a tile of their own. */
export const TILE_TITLES: readonly string[] = PIECES.filter(({ place }) => place !== null).map(({ title }) => title);

/** Whether a text can be that of the block with this title, and of nothing else. */
export function isPiece(title: string, text: string): boolean {
  const piece = PIECES.find((each) => each.title === title);
  if (!piece) throw new RangeError(`the demo has no block ${title}`);
  return piece.says.test(text.trim()) && !piece.saysNot.test(text);
}
