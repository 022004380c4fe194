/** Pairing a browser: a short code for a few minutes, good once, for a token that opens what an extension needs. */
import { createHash, randomInt } from "node:crypto";
import type { Person, Token, TokenId } from "@tessera/model";
import type { Records } from "@tessera/store";
import { AttemptLimit } from "./attempt-limit.ts";
import { audit } from "./audit.ts";
import { makeToken } from "./tokens.ts";

/** Crockford's base 32: nothing in it looks like something else. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;
const GROUP = 5;
const GOOD_FOR_MS = 10 * 60_000;

/** With 50 bits a code, a guess in ten minutes hits one of a hundred open codes once in ten billion times. */
const GUESSES_EACH = { maxFailures: 10, windowMs: GOOD_FOR_MS };
const GUESSES_OF_ALL = { maxFailures: 1_000, windowMs: GOOD_FOR_MS };
const EVERYBODY = "all";

export type Paired =
  | { readonly kind: "paired"; readonly token: Token; readonly secret: string; readonly person: Person }
  | { readonly kind: "no-such-code" }
  | { readonly kind: "too-many"; readonly waitMs: number };

export interface PairRequest {
  readonly code: string;
  readonly name: string;
  readonly address: string;
  /** What wrong codes are counted under. */
  readonly countedAs: string;
  readonly now: number;
}

type PairingStore = Pick<Records, "pairings" | "tokens" | "people" | "audit">;

export class Pairings {
  readonly #store: PairingStore;
  readonly #each = new AttemptLimit(GUESSES_EACH);
  readonly #all = new AttemptLimit(GUESSES_OF_ALL);

  constructor(store: PairingStore) {
    this.#store = store;
  }

  /** The only open code of this person from now on, as it is shown: it is in this answer and nowhere else. */
  async open(person: Person, now: number): Promise<{ readonly code: string; readonly expiresAt: number }> {
    const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
    const expiresAt = now + GOOD_FOR_MS;
    await this.#store.pairings.open({ personId: person.id, codeHash: hashCode(code), createdAt: now, expiresAt });
    return { code: `${code.slice(0, GROUP)}-${code.slice(GROUP)}`, expiresAt };
  }

  async pair({ code, name, address, countedAs, now }: PairRequest): Promise<Paired> {
    const waitMs = Math.max(this.#each.waitMs(countedAs, now), this.#all.waitMs(EVERYBODY, now));
    if (waitMs > 0) return { kind: "too-many", waitMs };
    // counted from its beginning, so that many at once are not one
    this.#each.fail(countedAs, now);
    this.#all.fail(EVERYBODY, now);
    const pairing = await this.#store.pairings.take(hashCode(code), now);
    const person = pairing && (await this.#store.people.find(pairing.personId));
    if (!person || person.disabledAt !== null) return { kind: "no-such-code" };
    this.#each.giveBack(countedAs);
    this.#all.giveBack(EVERYBODY);
    const { token, secret } = await makeToken(this.#store, person, { name, scopes: ["browser"], expiresAt: null, now });
    const detail = { browser: name };
    await audit(this.#store, { personId: person.id, action: "browser-paired", address, detail, at: now });
    return { kind: "paired", token, secret, person };
  }
}

/** Of few bits, but good for minutes and once: whoever has the database by then has more than a code. */
function hashCode(code: string): string {
  return createHash("sha256").update(`pairing ${code}`).digest("hex");
}

export function isBrowser({ scopes, revokedAt }: Token): boolean {
  return scopes.includes("browser") && revokedAt === null;
}

/** The paired browser of this person; null where it is none of theirs, or a token of another kind. */
export async function findBrowser(
  { tokens }: Pick<Records, "tokens">,
  person: Person,
  id: TokenId,
): Promise<Token | null> {
  return (await tokens.of(person.id)).find((token) => token.id === id && isBrowser(token)) ?? null;
}
