/** What the shop sells at a tick, and for how much; the same for all of its designs. */
import { at, chance, turned } from "../chance.ts";

export interface Ware {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly price: string;
  readonly stars: number;
}

export interface ShopContent {
  /** The ware that the page is about. */
  readonly main: Ware;
  readonly oldPrice: string | null;
  readonly stock: string;
  readonly delivery: string;
  /** The offer of the day comes and goes. */
  readonly offer: { readonly ware: Ware; readonly minutesLeft: number } | null;
  readonly related: readonly Ware[];
  readonly reviews: readonly { readonly stars: number; readonly title: string; readonly text: string }[];
  readonly visitors: number;
}

interface Line {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly cents: number;
}

const MAIN: Line = {
  id: "lamp-heron",
  name: "Heron reading lamp",
  about: "A lamp that bends its neck: turned beech, a linen shade and a dimmer that remembers the evening before.",
  cents: 12_900,
};

const LINES: readonly Line[] = [
  { id: "bowl-tide", name: "Tide serving bowl", about: "Stoneware, fired twice.", cents: 3_400 },
  { id: "chair-linnet", name: "Linnet side chair", about: "Ash, woven seat.", cents: 24_500 },
  { id: "jug-moor", name: "Moor water jug", about: "One litre and a bit.", cents: 2_850 },
  { id: "lamp-wren", name: "Wren night light", about: "Warm, small, unafraid.", cents: 4_200 },
  { id: "bowl-pebble", name: "Pebble bowls, set of four", about: "No two alike.", cents: 5_600 },
  { id: "chair-rook", name: "Rook high stool", about: "For counters and views.", cents: 15_900 },
  { id: "jug-fen", name: "Fen milk jug", about: "Pours without a drop.", cents: 1_950 },
  { id: "lamp-crane", name: "Crane floor lamp", about: "Reaches over the sofa.", cents: 31_000 },
];

const REVIEWS = [
  [5, "Worth the wait", "Stands on my desk as if it had grown there. The dimmer is a joy."],
  [4, "Lovely, but heavy", "Beautiful work. Two people should carry the box up the stairs."],
  [5, "Third one", "One for each room by now. The shades age well."],
  [3, "Shade arrived creased", "It steamed out, but it should not have to."],
  [5, "Quiet light", "No hum, no flicker, and the cable is long enough."],
  [4, "Good repair service", "The switch failed after a year and was replaced in three days."],
] as const;

/** The offer of the day is away for ten ticks of a hundred and twenty. */
function hasOffer(tick: number): boolean {
  return tick % 120 < 30 || tick % 120 >= 40;
}

export function shopAt(tick: number): ShopContent {
  // a new price every third tick, never far from the usual one
  const step = Math.floor(tick / 3);
  const cents = priceOf(MAIN, step);
  const before = priceOf(MAIN, step - 1);
  const left = 3 + Math.floor(18 * chance("stock", Math.floor(tick / 2)));
  return {
    main: wareOf(MAIN, cents),
    oldPrice: cents < before ? money(before) : null,
    stock: left > 5 ? "In stock" : `Only ${left} left`,
    delivery: chance("delivery", step) < 0.5 ? "Delivered in two days" : "Delivered in four days",
    offer: hasOffer(tick) ? offerAt(tick) : null,
    related: turned(LINES, Math.floor(tick / 8))
      .slice(0, 4)
      .map((line) => wareOf(line, priceOf(line, step))),
    reviews: [0, 1, 2].map((rank) => {
      const [stars, title, text] = at(REVIEWS, Math.floor(tick / 6) - rank);
      return { stars, title, text };
    }),
    visitors: 20 + Math.floor(60 * chance("visitors", tick)),
  };
}

function offerAt(tick: number): { readonly ware: Ware; readonly minutesLeft: number } {
  const line = at(LINES, Math.floor(tick / 40) + 2);
  return { ware: wareOf(line, Math.round(line.cents * 0.7)), minutesLeft: (40 - (tick % 40)) * 3 };
}

function wareOf({ id, name, about }: Line, cents: number): Ware {
  return { id, name, about, price: money(cents), stars: 3 + Math.floor(chance(id, "stars") * 3) };
}

function priceOf({ id, cents }: Line, step: number): number {
  return Math.round((cents * (0.88 + 0.24 * chance(id, step))) / 10) * 10;
}

function money(cents: number): string {
  return `€${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

export function starsOf(stars: number): string {
  return "★".repeat(stars) + "☆".repeat(5 - stars);
}
