/** For tests: markup that attacks whoever shows it, self-written, as data. `~url~` is the attacker's address, `~js~` code that asks for it. */
import { EMBEDDED_ATTACKS } from "./embedded-attacks.ts";
import { SCRIPT_ATTACKS } from "./script-attacks.ts";
import { STYLE_ATTACKS } from "./style-attacks.ts";

export type AttackFamily =
  | "script"
  | "svg"
  | "mathml"
  | "mutation"
  | "frame"
  | "request"
  | "style"
  | "clobbering"
  | "form"
  | "layout";

export interface Attack {
  readonly name: string;
  readonly family: AttackFamily;
  readonly html: string;
  /** It needs a click, or is known to do nothing in today's browsers. */
  readonly isQuiet: boolean;
}

export type AttackRow = readonly [family: AttackFamily, html: string, isQuiet?: "quiet"];

export const ATTACKS: readonly Attack[] = [...SCRIPT_ATTACKS, ...EMBEDDED_ATTACKS, ...STYLE_ATTACKS].map(
  ([family, html, isQuiet], index) => ({ name: `${family}-${index}`, family, html, isQuiet: isQuiet === "quiet" }),
);

/** The document of an attack, for an attacker who listens at `origin`. */
export function attackPage({ name, html }: Attack, origin: string): string {
  const url = `${origin}/${name}`;
  // Without quotes and spaces, so that it fits into any attribute.
  const js = `fetch(\`${url}\`)`;
  return `<!doctype html><title>attack</title><p>before</p>${html.replaceAll("~js~", js).replaceAll("~url~", url)}<p>after</p>`;
}
