/** Which one is meant by the words a person types: by its title, its id, or the end of one. */
import { harmless } from "./table.ts";
import { CliError, EXIT } from "./verb.ts";

const SHORT_ID = 8;
const LEAST_OF_ID = 4;
const MAX_NAMED = 8;

/** What they are to the person. */
export interface Named<T> {
  /** Of several: "sheets". */
  readonly kind: string;
  readonly title: (thing: T) => string;
  /** Where it is, where that tells those of one title apart. */
  readonly place?: (thing: T) => string;
}

/** Ids start with the time they were made at, so that their ends are what tells them apart. */
export function shortId(id: string): string {
  return id.slice(-SHORT_ID);
}

/** The only one that is meant; where it is none or several, the person is told which there are. */
export function meantBy<T extends { readonly id: string }>(
  words: string,
  things: readonly T[],
  { kind, title, place = () => "" }: Named<T>,
): T {
  const wanted = words.trim().toLowerCase();
  const called = things.filter((thing) => title(thing).toLowerCase() === wanted);
  const matching =
    called.length > 0 ? called : things.filter(({ id }) => wanted.length >= LEAST_OF_ID && id.endsWith(wanted));
  const [only, ...others] = matching;
  if (only && others.length === 0) return only;
  if (only) {
    const ids = matching.map((each) => `${shortId(each.id)}${place(each)}`);
    throw new CliError(EXIT.input, `${matching.length} ${kind} are called so: ${listed(ids)}; give the id`);
  }
  const there = things.length > 0 ? `there are ${listed(things.map((each) => `"${title(each)}"`))}` : "there are none";
  throw new CliError(EXIT.input, `no ${kind.slice(0, -1)} is called "${harmless(words)}"; ${there}`);
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).map(harmless).join(", ")}${more}`;
}
