/** What the scoreboard and the weather station say at a tick; the same for all of their designs. */
import { at, chance, oneOf } from "../chance.ts";

export interface Match {
  readonly home: string;
  readonly away: string;
  readonly homeGoals: number;
  readonly awayGoals: number;
  /** `37'`, `half time`, `full time` or the hour at which it starts. */
  readonly state: string;
  readonly isOn: boolean;
}

export interface Weather {
  readonly place: string;
  readonly degrees: number;
  readonly wind: string;
  readonly sky: "sunny" | "cloudy" | "fair" | "rain";
  readonly hours: readonly { readonly hour: string; readonly degrees: number }[];
}

export interface Standing {
  readonly rank: number;
  readonly club: string;
  readonly played: number;
  readonly points: number;
  readonly difference: number;
}

export interface ScoresContent {
  readonly matches: readonly Match[];
  readonly standings: readonly Standing[];
  readonly weather: Weather;
  readonly report: readonly string[];
}

const CLUBS = [
  "Harbour Rovers",
  "Ridgeway Town",
  "Ostermoor United",
  "Fennmark Athletic",
  "Pier Nine",
  "Upland Wanderers",
  "Saltmarsh City",
  "Granary Park",
] as const;

const MATCH_TICKS = 30;
const MINUTES_A_TICK = 4;
const SKIES = ["sunny", "cloudy", "fair", "rain"] as const;

const REPORTS = [
  "A long clearance finds nobody but the wind.",
  "Corner, headed over by a hand's breadth.",
  "The keeper saves with the tips of his gloves.",
  "Yellow card after a late challenge at the touch line.",
  "Substitution: fresh legs on the left side.",
  "A free kick hits the wall and the drums begin.",
  "The ball is in the river; a boat brings it back.",
] as const;

export function scoresAt(tick: number): ScoresContent {
  const round = Math.floor(tick / MATCH_TICKS);
  return {
    matches: [0, 1, 2, 3].map((pair) => matchOf(pair, round, tick)),
    standings: standingsAt(round),
    weather: weatherAt(tick),
    report: [0, 1, 2, 3, 4].map((age) => `${minuteOf(Math.max(tick - age, 0))}' ${at(REPORTS, tick - age)}`),
  };
}

function minuteOf(tick: number): number {
  return Math.min((tick % MATCH_TICKS) * MINUTES_A_TICK, 90);
}

function matchOf(pair: number, round: number, tick: number): Match {
  const home = at(CLUBS, pair * 2 + round);
  const away = at(CLUBS, pair * 2 + 1 + round * 3 + (round % 2));
  const other = home === away ? at(CLUBS, pair * 2 + 4 + round) : away;
  const minute = minuteOf(tick);
  return {
    home,
    away: other,
    homeGoals: goals(`${home}-${round}`, minute),
    awayGoals: goals(`${other}-${round}-away`, minute),
    state: minute >= 90 ? "full time" : minute > 44 && minute < 49 ? "half time" : `${minute}'`,
    isOn: minute < 90,
  };
}

/** Goals fall at minutes that the seed decides. */
function goals(seed: string, minute: number): number {
  return [0, 1, 2, 3].filter((goal) => chance(seed, goal) < 0.6 && chance(seed, goal, "minute") * 90 <= minute).length;
}

function standingsAt(round: number): readonly Standing[] {
  const rows = CLUBS.map((club) => {
    const played = 12 + round;
    const points = Math.floor(played * (0.8 + 1.4 * chance(club, "strength")) + 3 * chance(club, round));
    return { club, played, points, difference: Math.round((points - 18) * 0.8) };
  });
  return rows
    .toSorted((one, other) => other.points - one.points || one.club.localeCompare(other.club))
    .map((row, index) => ({ rank: index + 1, ...row }));
}

function weatherAt(tick: number): Weather {
  const degreesAt = (step: number) => Math.round(9 + 7 * Math.sin(step / 5) + 3 * chance("degrees", step));
  const step = Math.floor(tick / 2);
  return {
    place: "Harbour mouth",
    degrees: degreesAt(step),
    wind: `${Math.round(4 + 30 * chance("wind", step))} km/h ${oneOf(["north", "west", "south-west", "east"], "from", step)}`,
    sky: oneOf(SKIES, "sky", Math.floor(step / 3)),
    hours: [0, 1, 2, 3, 4, 5, 6, 7].map((ahead) => ({
      hour: `${String((8 + step + ahead) % 24).padStart(2, "0")}:00`,
      degrees: degreesAt(step + ahead),
    })),
  };
}
