/** The ten minutes of the demo as data: what happens when, told on the console and by the page of the tour. */

export interface Act {
  /** When it begins. */
  readonly tick: number;
  readonly title: string;
  /** What to look at. */
  readonly text: string;
  /** Sites that wear another design from now on. */
  readonly designs: Readonly<Record<string, number>>;
}

export const TICK_MS = 5_000;
/** After that it begins again, the contents of the sites as well. */
export const STORY_TICKS = 120;

export const STORY: readonly Act[] = [
  {
    tick: 0,
    title: "Blocks of four sites",
    text: "Each is a piece of a page, as it looks there. Tessera looks every five seconds; what has changed gets a coloured edge.",
    designs: { news: 0, shop: 0, scores: 0, notices: 0 },
  },
  {
    tick: 12,
    title: "A block moves",
    text: "The town hall takes down the warning above its public notices, and they move up. Their tile does not mind: it follows the block, not its place.",
    designs: {},
  },
  {
    tick: 21,
    title: "A site is redesigned",
    text: "The scoreboard has other colours and another order. Live scores and Weather go on as if nothing had happened.",
    designs: { scores: 1 },
  },
  {
    tick: 30,
    title: "A block is gone",
    text: "The shop has no offer of the day. The tile says “Gone” and keeps the last one, faded.",
    designs: {},
  },
  {
    tick: 40,
    title: "It comes back",
    text: "There is an offer again, another one, and the tile shows it.",
    designs: {},
  },
  {
    tick: 48,
    title: "Another redesign",
    text: "The shop turns dark. The price of the lamp and the offer are found again.",
    designs: { shop: 1 },
  },
  {
    tick: 60,
    title: "A new site",
    text: "The town hall has a new site. Public notices is found again at once; River level, a bare number in another place, is unsure rather than wrong for a look or two, and then is found by itself.",
    designs: { notices: 1 },
  },
  {
    tick: 78,
    title: "A question for you",
    text: "Of the news not one name in the markup is as it was. Latest news goes on for a while and then asks: press the warning in its title bar, then the number of the right block. As long as nobody answers, the tile shows its guess as a guess.",
    designs: { news: 2 },
  },
  {
    tick: 96,
    title: "Look back",
    text: "In Numbers, the clock beside River level leads to its history, a chart by now. The clock in the bar shows the whole sheet as it was.",
    designs: {},
  },
  {
    tick: 108,
    title: "Back to the old looks",
    text: "Town hall and news regret it. To Tessera, which has learned the new looks, that is one more redesign: it may ask again.",
    designs: { news: 0, notices: 0 },
  },
];

/** The act of a tick and the one after it. */
export function actAt(tick: number): { readonly now: Act; readonly next: Act } {
  const at = STORY.findLastIndex((act) => act.tick <= tick % STORY_TICKS);
  const [now, next] = [STORY[at], STORY[(at + 1) % STORY.length]];
  if (!now || !next) throw new RangeError(`no act for tick ${tick}`);
  return { now, next };
}

/** The design that a site wears at a tick: that of the latest act which says so. */
export function designAt(site: string, tick: number): number {
  const told = STORY.findLast((act) => act.tick <= tick % STORY_TICKS && site in act.designs);
  return told?.designs[site] ?? 0;
}

/** `1:05` for the minute and second at which a tick begins. */
export function minuteOf(tick: number): string {
  const seconds = (tick * TICK_MS) / 1_000;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
