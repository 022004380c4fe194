/** Secrets that people have stored for pages: written and used, never read by anybody. */
import type { PersonId, SecretName } from "@tessera/model";
import type { SealedSecret, Store } from "@tessera/store";
import type { Sealing } from "./sealing.ts";

/** What one person has stored. */
export interface OwnSecrets {
  /** Null where there is none of this name for this origin, or it cannot be opened any more. */
  at(origin: string, name: string): string | null;
  /** All that are called so, for whatever origin. */
  called(names: ReadonlySet<string>): readonly string[];
}

export interface NewSecret {
  readonly origin: string;
  readonly name: SecretName;
  readonly value: string;
}

export class PageSecrets {
  readonly #store: Pick<Store, "secrets">;
  readonly #sealing: Sealing;

  constructor(store: Pick<Store, "secrets">, sealing: Sealing) {
    this.#store = store;
    this.#sealing = sealing;
  }

  async put(personId: PersonId, { origin, name, value }: NewSecret, now: number): Promise<"put" | "no-key" | "full"> {
    const sealed = this.#sealing.seal(value, boundOf({ personId, origin, name }));
    if (sealed === null) return "no-key";
    const isPut = await this.#store.secrets.put({ personId, origin, name, sealed, updatedAt: now });
    return isPut ? "put" : "full";
  }

  async of(person: PersonId): Promise<OwnSecrets> {
    const stored = await this.#store.secrets.of(person);
    const open = (secret: SealedSecret): string | null => this.#sealing.open(secret.sealed, boundOf(secret));
    return {
      at(origin, name) {
        const secret = stored.find((one) => one.origin === origin && one.name === name);
        return secret ? open(secret) : null;
      },
      called: (names) => stored.filter(({ name }) => names.has(name)).flatMap((secret) => open(secret) ?? []),
    };
  }
}

/** What is stored, with what a person tries in place of it: that is known to this one trial alone, and kept nowhere. */
export function withTried(stored: Pick<PageSecrets, "of">, tried: readonly NewSecret[]): Pick<PageSecrets, "of"> {
  if (tried.length === 0) return stored;
  return {
    async of(person) {
      const own = await stored.of(person);
      return {
        at(origin, name) {
          const secret = tried.find((one) => one.origin === origin && one.name === name);
          return secret ? secret.value : own.at(origin, name);
        },
        called: (names) => [
          ...own.called(names),
          ...tried.filter(({ name }) => names.has(name)).map(({ value }) => value),
        ],
      };
    },
  };
}

/** A row that is copied to another person, origin or name opens nothing there. */
function boundOf({ personId, origin, name }: Pick<SealedSecret, "personId" | "origin" | "name">): string {
  return JSON.stringify([personId, origin, name]);
}
