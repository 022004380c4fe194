/** The blocks that the demo follows: where they are, how large their tiles are, and by what anybody knows them. */

export interface Piece {
  readonly site: string;
  readonly title: string;
  /** In the first design of its site. */
  readonly selector: string;
  /** Large enough to read what is in it. */
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
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
    place: { x: 0, y: 0, width: 12, height: 2 },
    says: /Next: /,
    saysNot: /made for the demo/,
  },
  {
    site: "news",
    title: "Latest news",
    selector: "#latest-news",
    place: { x: 0, y: 2, width: 4, height: 7 },
    says: /Latest news(\s+\d\d:\d\d\s.*){7}/,
    saysNot: /Markets|Most read|Harbour Ledger/,
  },
  {
    site: "scores",
    title: "Live scores",
    selector: "#scoreboard",
    place: { x: 4, y: 2, width: 5, height: 7 },
    says: /Live scores[\s\S]*(\d : \d[\s\S]*){4}/,
    saysNot: /League table|Weather|Match report/,
  },
  {
    site: "shop",
    title: "Heron reading lamp",
    selector: "#buy",
    place: { x: 9, y: 2, width: 3, height: 5 },
    says: /€\d+\.\d\d[\s\S]*including tax/,
    saysNot: /Goes well with it|What buyers say|Offer of the day/i,
  },
  {
    site: "scores",
    title: "Weather",
    selector: "#weather",
    place: { x: 9, y: 7, width: 3, height: 5 },
    says: /Weather at the ground[\s\S]*\d °C[\s\S]*\d\d:00/,
    saysNot: /League table|Live scores|Match report/,
  },
  {
    site: "notices",
    title: "Public notices",
    selector: "#notices",
    place: { x: 4, y: 9, width: 5, height: 5 },
    says: /Public notices[\s\S]*(No\. \d+[\s\S]*){5}/,
    saysNot: /Drinking water|Opening hours|This week|River level/,
  },
  {
    site: "shop",
    title: "Offer of the day",
    selector: "#offer",
    place: { x: 0, y: 9, width: 4, height: 5 },
    says: /Offer of the day[\s\S]*€\d+\.\d\d/i,
    saysNot: /Goes well with it|What buyers say|including tax/,
  },
  {
    site: "notices",
    title: "River level",
    selector: "#river .level",
    place: { x: 9, y: 12, width: 3, height: 2 },
    says: /^(River level\s+)?\d+ cm(\s+(rising|falling))?$/,
    saysNot: /No\. \d/,
  },
];

/** Whether a text can be that of the block with this title, and of nothing else. */
export function isPiece(title: string, text: string): boolean {
  const piece = PIECES.find((each) => each.title === title);
  if (!piece) throw new RangeError(`the demo has no block ${title}`);
  return piece.says.test(text.trim()) && !piece.saysNot.test(text);
}
