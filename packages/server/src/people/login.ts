/** Login: slow to guess, the same for wrong names and wrong passwords, and open to those who have been here before. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Person, Session } from "@tessera/model";
import type { Records, Store } from "@tessera/store";
import { AttemptLimit, type AttemptRule, GrowingDelay } from "./attempt-limit.ts";
import { audit } from "./audit.ts";
import { isPassword, NOBODYS_HASH } from "./joining.ts";
import { type Origin, startSession } from "./sessions.ts";
import { newSecret } from "./tokens.ts";

export interface LoginAttempt {
  readonly name: string;
  readonly password: string;
  readonly origin: Origin;
  /** What failures are counted under: the address, or behind a proxy that nobody named the one that it names. */
  readonly countedAs?: string;
  /** The mark that the browser brings. */
  readonly mark?: string | null;
}

export type LoginOutcome =
  | {
      readonly kind: "in";
      readonly person: Person;
      readonly session: Session;
      readonly secret: string;
      /** For the browser to bring next time. */
      readonly mark: string;
    }
  | { readonly kind: "refused" }
  | { readonly kind: "too-many"; readonly waitMs: number };

/** Who guesses. */
export type Guesser =
  /** A browser in which this person was or is logged in: nobody else's failures are held against it. */
  | { readonly kind: "known"; readonly device: string }
  | { readonly kind: "stranger"; readonly name: string; readonly address: string }
  /** Whoever brings a link has no name yet. */
  | { readonly kind: "newcomer"; readonly address: string };

const SECRET_NAME = "device-key";
const KEY_BYTES = 32;
const WINDOW_MS = 15 * 60_000;

/** An address may be an office or a whole network, so it may be wrong more often than one name from one address. */
const MAX_BY_NAME = 10;
const MAX_BY_ADDRESS = 50;

/** What a name may be guessed at from all addresses together: about once a minute, whoever has how many addresses. */
const BY_NAME_EVERYWHERE = { free: 20, firstMs: 1_000, mostMs: 60_000, quietMs: 60 * 60_000 };

export interface LoginOptions {
  readonly idleDays: number;
  readonly clock: () => number;
  readonly devices: DeviceMarks;
}

/** Keeps the count of failures; one for the whole process. */
export class Login {
  readonly #records: Pick<Records, "people" | "sessions" | "audit">;
  readonly #options: LoginOptions;
  readonly #byNameAndAddress = new AttemptLimit({ maxFailures: MAX_BY_NAME, windowMs: WINDOW_MS });
  readonly #byAddress = new AttemptLimit({ maxFailures: MAX_BY_ADDRESS, windowMs: WINDOW_MS });
  readonly #byDevice = new AttemptLimit({ maxFailures: MAX_BY_NAME, windowMs: WINDOW_MS });
  readonly #byName = new GrowingDelay(BY_NAME_EVERYWHERE);

  constructor(records: Pick<Records, "people" | "sessions" | "audit">, options: LoginOptions) {
    this.#records = records;
    this.#options = options;
  }

  async attempt(attempt: LoginAttempt): Promise<LoginOutcome> {
    const { password, origin } = attempt;
    const now = this.#options.clock();
    const name = attempt.name.trim().toLowerCase();
    const guesser = this.#guesserOf(name, attempt);
    const waitMs = this.waitMs(guesser, now);
    if (waitMs > 0) return { kind: "too-many", waitMs };
    // counted before it is checked, so that many attempts at once are as limited as one after the other
    this.countFailure(guesser, now);
    const found = await this.#records.people.credentialsOf(name);
    const isRight = await isPassword(password, found?.passwordHash ?? NOBODYS_HASH);
    if (!found || !isRight || found.person.disabledAt !== null) {
      const personId = found?.person.id ?? null;
      const detail = { name: name.slice(0, 100) };
      await audit(this.#records, { personId, action: "login-failed", address: origin.address, detail, at: now });
      return { kind: "refused" };
    }
    this.giveBack(guesser);
    const started = await startSession(this.#records, found.person, origin, { idleDays: this.#options.idleDays, now });
    await audit(this.#records, { personId: found.person.id, action: "login", address: origin.address, at: now });
    return { kind: "in", person: found.person, ...started, mark: this.markFor(found.person) };
  }

  /** The mark of a browser in which this person has proved who they are. */
  markFor({ name }: Pick<Person, "name">): string {
    return this.#options.devices.make(name);
  }

  /** How long this one has to wait; 0 where they may try. */
  waitMs(guesser: Guesser, now: number): number {
    return Math.max(...this.#rulesFor(guesser).map(([rule, key]) => rule.waitMs(key, now)));
  }

  /** Also for other things that need a secret to be guessed. */
  countFailure(guesser: Guesser, now: number): void {
    for (const [rule, key] of this.#rulesFor(guesser)) rule.fail(key, now);
  }

  /** It was no failure. Others under the same name or address keep theirs, so that nobody clears them by own successes. */
  giveBack(guesser: Guesser): void {
    for (const [rule, key] of this.#rulesFor(guesser)) rule.giveBack(key);
    if (guesser.kind === "known") this.#byDevice.clear(guesser.device);
    if (guesser.kind === "stranger") this.#byNameAndAddress.clear(nameAtAddress(guesser));
  }

  #guesserOf(name: string, { origin, countedAs, mark = null }: LoginAttempt): Guesser {
    const device = this.#options.devices.deviceOf(mark, name);
    return device === null
      ? { kind: "stranger", name, address: countedAs ?? origin.address }
      : { kind: "known", device };
  }

  #rulesFor(guesser: Guesser): readonly (readonly [rule: AttemptRule, key: string])[] {
    if (guesser.kind === "known") return [[this.#byDevice, guesser.device]];
    const byAddress = [
      [this.#byNameAndAddress, nameAtAddress(guesser)],
      [this.#byAddress, guesser.address],
    ] as const;
    return guesser.kind === "stranger" ? [...byAddress, [this.#byName, guesser.name]] : byAddress;
  }
}

/** A newcomer is counted under a name that nobody can have. */
function nameAtAddress(guesser: Exclude<Guesser, { kind: "known" }>): string {
  return `${guesser.kind === "stranger" ? guesser.name : "\n"}\n${guesser.address}`;
}

export class DeviceMarks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** With the key of the instance, made the first time. */
  static async over({ settings }: Pick<Store, "settings">): Promise<DeviceMarks> {
    return new DeviceMarks(await settings.secret(SECRET_NAME, () => randomBytes(KEY_BYTES).toString("base64url")));
  }

  /** For the browser in which this person has just proved who they are. It lets nobody in. */
  make(name: string): string {
    const device = newSecret();
    return `${device}.${this.#signatureOf(name, device)}`;
  }

  /** The device that a mark names; null where it was not made here, or for somebody else. */
  deviceOf(mark: string | null, name: string): string | null {
    const [device = "", signature = ""] = (mark ?? "").split(".");
    const [wanted, given] = [Buffer.from(this.#signatureOf(name, device)), Buffer.from(signature)];
    return wanted.length === given.length && timingSafeEqual(wanted, given) ? device : null;
  }

  #signatureOf(name: string, device: string): string {
    return createHmac("sha256", this.#key).update(`${device}\n${name}`).digest("base64url");
  }
}
