/** What hangs on the notice board of the town hall at a tick; the same for all of its designs. */
import { at, chance } from "../chance.ts";

export interface Notice {
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

export interface NoticesContent {
  readonly notices: readonly Notice[];
  readonly hours: readonly { readonly day: string; readonly open: string }[];
  readonly waiting: number;
  readonly river: { readonly centimetres: number; readonly trend: "rising" | "falling" };
  /** Comes and goes. */
  readonly water: string | null;
  readonly events: readonly { readonly when: string; readonly what: string }[];
}

const NOTICES = [
  ["Bridge Street closed to carts", "From Monday until the new paving is laid. Walkers may pass."],
  ["Applications for market stalls", "Stalls for the winter market are given by lot. Bring two copies."],
  ["Lost: one grey umbrella with a duck's head", "Left in the reading room. To be had at the porter's desk."],
  ["Minutes of the garden committee", "On view in room 4. Objections within fourteen days."],
  ["Tender for the repair of the school roof", "Slate, 420 square metres. Offers in a closed envelope."],
  ["Chimney sweeping in the lower town", "The sweep comes street by street; see the list at the door."],
  ["New opening hours of the library", "Open on Thursdays until nine in the evening."],
  ["Volunteers wanted for the flood watch", "Two nights a month. Lanterns are provided."],
  ["Bulky waste is collected on Saturday", "Put it at the kerb by seven, not the evening before."],
  ["Register of allotments is open", "Eleven plots by the railway are free. First come, first served."],
] as const;

const EVENTS = [
  ["Tuesday, 18:00", "Council meeting, great hall, open to everybody"],
  ["Wednesday, 10:00", "Story hour in the library"],
  ["Thursday, 19:30", "Brass band rehearses in the yard"],
  ["Friday, 16:00", "Tree planting at the weir"],
  ["Saturday, 08:00", "Flea market under the arcades"],
] as const;

/** The water notice is there for twelve ticks of thirty, and to the end of the story, where it tells block and column apart. */
function hasWaterNotice(tick: number): boolean {
  return tick % 30 < 12 || tick % 120 >= 90;
}

export function noticesAt(tick: number): NoticesContent {
  const newest = Math.floor(tick / 2);
  const level = (step: number) => Math.round(212 + 40 * Math.sin(step / 7) + 6 * chance("river", step));
  return {
    notices: [0, 1, 2, 3, 4].map((age) => {
      const [title, text] = at(NOTICES, newest - age);
      return { number: `No. ${480 + newest - age}`, title, text };
    }),
    hours: [
      { day: "Monday to Wednesday", open: "8 to 16" },
      { day: "Thursday", open: "8 to 19" },
      { day: "Friday", open: "8 to 12" },
    ],
    waiting: Math.floor(14 * chance("waiting", tick)),
    river: { centimetres: level(tick), trend: level(tick) >= level(tick - 1) ? "rising" : "falling" },
    water: hasWaterNotice(tick) ? "Boil tap water in Mill Lane and Weir Row until further notice." : null,
    events: [0, 1, 2].map((ahead) => {
      const [when, what] = at(EVENTS, Math.floor(tick / 15) + ahead);
      return { when, what };
    }),
  };
}
