/** Login: slow to guess, the same for wrong names and wrong passwords, limited by name and by address. */
import type { Person, Session } from "@tessera/model";
import type { Records } from "@tessera/store";
import { AttemptLimit } from "./attempt-limit.ts";
import { audit } from "./audit.ts";
import { isPassword, NOBODYS_HASH } from "./password.ts";
import { type Origin, startSession } from "./sessions.ts";

export interface LoginAttempt {
  readonly name: string;
  readonly password: string;
  readonly origin: Origin;
}

export type LoginOutcome =
  | { readonly kind: "in"; readonly person: Person; readonly session: Session; readonly secret: string }
  | { readonly kind: "refused" }
  | { readonly kind: "too-many"; readonly waitMs: number };

const WINDOW_MS = 15 * 60_000;

/** An address may be an office or a whole network, so it may be wrong more often than one name from one address. */
const MOST_BY_NAME = 10;
const MOST_BY_ADDRESS = 50;

export interface LoginOptions {
  readonly idleDays: number;
  readonly clock: () => number;
}

/** Keeps the count of failures; one for the whole process. */
export class Login {
  readonly #records: Pick<Records, "people" | "sessions" | "audit">;
  readonly #options: LoginOptions;
  readonly #byName = new AttemptLimit({ mostFailures: MOST_BY_NAME, windowMs: WINDOW_MS });
  readonly #byAddress = new AttemptLimit({ mostFailures: MOST_BY_ADDRESS, windowMs: WINDOW_MS });

  constructor(records: Pick<Records, "people" | "sessions" | "audit">, options: LoginOptions) {
    this.#records = records;
    this.#options = options;
  }

  async attempt({ name, password, origin }: LoginAttempt): Promise<LoginOutcome> {
    const now = this.#options.clock();
    const { address } = origin;
    const waitMs = this.waitMs(name, address, now);
    if (waitMs > 0) return { kind: "too-many", waitMs };
    // counted before it is checked, so that many attempts at once are as limited as one after the other
    this.countFailure(name, address, now);
    const found = await this.#records.people.credentialsOf(name.trim().toLowerCase());
    const isRight = await isPassword(password, found?.passwordHash ?? NOBODYS_HASH);
    if (!found || !isRight || found.person.disabledAt !== null) {
      const detail = { name: name.slice(0, 100) };
      await audit(this.#records, {
        personId: found?.person.id ?? null,
        action: "login-failed",
        address,
        detail,
        at: now,
      });
      return { kind: "refused" };
    }
    this.#byName.succeed([nameKey(name, address)]);
    const started = await startSession(this.#records, found.person, origin, { idleDays: this.#options.idleDays, now });
    await audit(this.#records, { personId: found.person.id, action: "login", address, at: now });
    return { kind: "in", person: found.person, ...started };
  }

  /** How long this name at this address has to wait; 0 where it may try. */
  waitMs(name: string, address: string, now: number): number {
    return Math.max(this.#byName.waitMs([nameKey(name, address)], now), this.#byAddress.waitMs([address], now));
  }

  /** Also for other things that need a secret to be guessed. */
  countFailure(name: string, address: string, now: number): void {
    this.#byName.fail([nameKey(name, address)], now);
    this.#byAddress.fail([address], now);
  }
}

/** A name is limited for each address by itself: nobody can lock another out. */
function nameKey(name: string, address: string): string {
  return `${name.trim().toLowerCase()}\n${address}`;
}
