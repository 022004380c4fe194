/** What the news portal has to report at a tick; the same for all of its designs. */
import { at, chance, turned } from "../chance.ts";

export interface Story {
  readonly id: string;
  readonly headline: string;
  readonly summary: string;
  readonly time: string;
}

export interface Section {
  readonly key: string;
  readonly name: string;
  readonly stories: readonly Story[];
}

export interface NewsContent {
  readonly time: string;
  readonly lead: Story;
  readonly latest: readonly Story[];
  readonly sections: readonly Section[];
  readonly mostRead: readonly Story[];
  readonly quotes: readonly { readonly name: string; readonly value: string; readonly isUp: boolean }[];
  /** Comes and goes. */
  readonly warning: string | null;
}

const HEADLINES = {
  world: [
    "Ferry route to Ostermoor reopens after nine winters",
    "Island assembly votes to keep its own time zone",
    "Border market draws traders from four valleys",
    "Lighthouse keepers sign the first joint accord",
    "Two river towns agree on one new bridge",
    "Mountain railway carries its millionth passenger",
    "Delta farmers welcome a late but steady flood",
    "Northern ports count a record herring season",
  ],
  economy: [
    "Shipyard takes on two hundred apprentices",
    "Wool prices climb for the sixth week running",
    "Savings banks agree on one card for all counters",
    "Glassworks relights its second furnace",
    "Small workshops lead the rise in exports",
    "Harbour dues to be frozen until spring",
    "Cooperative mills plan a shared power station",
    "Rents level off in the old quarter",
  ],
  science: [
    "Students map the floor of the bay by rowing boat",
    "A quieter turbine passes its first winter",
    "Moss found to clean the air of a school tunnel",
    "Observatory opens its archive of glass plates",
    "Seed bank grows wheat last sown a century ago",
    "Robot surveys the aqueduct stone by stone",
    "Tide model now sees three days further",
    "Bees prefer roofs with three kinds of clover",
  ],
  sport: [
    "Rowing eight wins by the length of an oar",
    "Harbour Rovers go top after a late equaliser",
    "Cycling: the hill stage is moved to Sunday",
    "Youth chess league opens with eighty boards",
    "Swimmers cross the sound in a joined record",
    "Handball: Ridgeway sign a keeper from the coast",
    "Fell race finishes in fog and good humour",
    "Curling club finds ice in an old brewery",
  ],
  culture: [
    "Puppet theatre returns to the granary",
    "A novel written on postcards wins the county prize",
    "Choir of dockers sings at the winter opening",
    "Museum shows the tools that built the pier",
    "Film festival screens on the side of a ship",
    "Old printing press runs again for one night",
    "Carillon gets four new bells and a new tune",
    "Library lends musical instruments from Monday",
  ],
} as const;

type Subject = keyof typeof HEADLINES;

const SECTION_NAMES: Readonly<Record<Subject, string>> = {
  world: "World",
  economy: "Economy",
  science: "Science",
  sport: "Sport",
  culture: "Culture",
};
const SUBJECTS = Object.keys(HEADLINES) as readonly Subject[];

const SUMMARIES = [
  "Those who waited for years say that the decision came overnight; the details will be settled this week.",
  "Witnesses speak of a calm morning and a crowd that grew by the hour until the square was full.",
  "The council will publish the figures on Friday. Neighbours are cautious, but most of them approve.",
  "It is the first of its kind on this coast, and others have already asked for the plans.",
  "What began as a trial with a dozen helpers is now to be carried on for another three years.",
] as const;

const WARNINGS = ["Storm surge expected on the outer piers after dusk", "Fog: ferries run at half speed until noon"];

/** In the feed. */
const MAX_LEADS = 6;

/** Three minutes of the site's own day pass in a tick. */
function timeAt(tick: number): string {
  const minutes = 9 * 60 + tick * 3;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/** The warning is there for eight ticks and away for sixteen. */
function hasWarning(tick: number): boolean {
  return tick % 24 >= 16;
}

export function newsAt(tick: number): NewsContent {
  const sections = SUBJECTS.map((key, index) => ({
    key,
    name: SECTION_NAMES[key],
    stories: [0, 1, 2, 3].map((rank) => story(key, Math.floor((tick + index * 3) / 4) - rank, tick - rank * 4)),
  }));
  return {
    time: timeAt(tick),
    lead: leadAt(tick),
    latest: [0, 1, 2, 3, 4, 5, 6].map((age) => newest(tick - age)),
    // blocks move: another section comes first every twelve ticks
    sections: turned(sections, Math.floor(tick / 12)),
    mostRead: [0, 1, 2, 3, 4].map((rank) => newest(Math.floor(tick / 5) * 3 - rank * 2)),
    quotes: ["Wool", "Tin", "Herring", "Timber"].map((name, index) => {
      const value = 80 + index * 45 + 20 * (chance(name, tick) - 0.5);
      return { name, value: value.toFixed(2), isUp: chance(name, tick) >= chance(name, tick - 1) };
    }),
    warning: hasWarning(tick) ? at(WARNINGS, Math.floor(tick / 24)) : null,
  };
}

/** Another story leads every ten ticks. */
function leadAt(tick: number): Story {
  return story(at(SUBJECTS, Math.floor(tick / 10)), Math.floor(tick / 10) + 5, tick);
}

/** Those that led up to now, the latest first, each with the number by which it is known. */
export function leadsUpTo(tick: number): readonly { readonly number: number; readonly story: Story }[] {
  const latest = Math.floor(tick / 10) + MAX_LEADS;
  return Array.from({ length: MAX_LEADS }, (_, age) => ({ number: latest - age, story: leadAt(tick - age * 10) }));
}

/** One new story at every tick, from one section after another. */
function newest(tick: number): Story {
  return story(at(SUBJECTS, tick * 3), tick, tick);
}

function story(subject: Subject, index: number, tick: number): Story {
  const headlines = HEADLINES[subject];
  const number = ((index % headlines.length) + headlines.length) % headlines.length;
  return {
    id: `${subject}-${number}`,
    headline: at(headlines, number),
    summary: at(SUMMARIES, number + subject.length),
    time: timeAt(tick),
  };
}
