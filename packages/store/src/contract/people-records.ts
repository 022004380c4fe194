/** People, sessions, tokens and invitations. */
import type {
  Invitation,
  InvitationId,
  Pairing,
  Person,
  PersonId,
  Session,
  SessionId,
  Token,
  TokenId,
} from "@tessera/model";
import type { Changed, ChangeOptions, Listing, Slice } from "./listing.ts";

export type PersonPatch = Partial<
  Pick<Person, "displayName" | "role" | "locale" | "timeZone" | "sheetStyle" | "disabledAt">
>;

export interface PeopleRecords {
  count(): Promise<number>;
  /** Adds the owner of a fresh instance; false where somebody is already there. */
  addFirst(person: Person, passwordHash: string): Promise<boolean>;
  /** Adds a person; false where the name is taken. */
  add(person: Person, passwordHash: string): Promise<boolean>;
  find(id: PersonId): Promise<Person | null>;
  list(slice: Slice): Promise<Listing<Person>>;
  /** For the login only. */
  credentialsOf(name: string): Promise<{ readonly person: Person; readonly passwordHash: string } | null>;
  change(id: PersonId, patch: PersonPatch, options: ChangeOptions): Promise<Changed<Person>>;
  /**
   * Ends every session of the person in the same transaction, and revokes every token where a time for that is given;
   * false where there is no such person.
   */
  setPassword(id: PersonId, passwordHash: string, options?: { readonly revokeTokensAt?: number }): Promise<boolean>;
  /** Removes the person and everything that is theirs alone. */
  remove(id: PersonId): Promise<boolean>;
}

export interface SessionRecords {
  add(session: Session): Promise<void>;
  /** The session behind a cookie and whose it is; null where it has expired or its person is disabled. */
  findBySecret(secretHash: string, now: number): Promise<{ readonly session: Session; readonly person: Person } | null>;
  touch(id: SessionId, seen: Pick<Session, "lastSeenAt" | "expiresAt">): Promise<void>;
  of(owner: PersonId): Promise<readonly Session[]>;
  end(owner: PersonId, id: SessionId): Promise<boolean>;
  endAll(owner: PersonId, except?: SessionId): Promise<number>;
}

export interface TokenRecords {
  add(token: Token): Promise<void>;
  /** The token and whose it is; null where it has expired, was revoked, or its person is disabled. */
  findBySecret(secretHash: string, now: number): Promise<{ readonly token: Token; readonly person: Person } | null>;
  touch(id: TokenId, lastUsedAt: number): Promise<void>;
  of(owner: PersonId): Promise<readonly Token[]>;
  revoke(owner: PersonId, id: TokenId, now: number): Promise<boolean>;
  /** Null where there is none that is still good. */
  rename(owner: PersonId, id: TokenId, name: string): Promise<Token | null>;
}

export interface PairingRecords {
  /** The only open one of this person from now on. */
  open(pairing: Pairing): Promise<void>;
  /** Uses a code up: gives the pairing once, to the first who asks; null where there is none or it is over. */
  take(codeHash: string, now: number): Promise<Pairing | null>;
}

export type Acceptance =
  | { readonly kind: "joined"; readonly person: Person }
  | { readonly kind: "name-taken" }
  /** Used, expired, withdrawn or never made. */
  | { readonly kind: "no-invitation" };

export interface InvitationRecords {
  add(invitation: Invitation): Promise<void>;
  list(): Promise<readonly Invitation[]>;
  findBySecret(secretHash: string, now: number): Promise<Invitation | null>;
  /** Uses the invitation and adds the person, both or neither: two people can never join on one. */
  accept(secretHash: string, person: Person, passwordHash: string): Promise<Acceptance>;
  withdraw(id: InvitationId): Promise<boolean>;
}
