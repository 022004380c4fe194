/** How people come in: the owner at the first start, everybody else by invitation. */
import { hash, verify } from "@node-rs/argon2";
import { type Invitation, InvitationId, newId, type Person, PersonId, type Role } from "@tessera/model";
import type { Acceptance, Records, Store } from "@tessera/store";
import { audit } from "./audit.ts";
import { hashSecret, newSecret } from "./tokens.ts";

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash that no password has, to verify against where a name does not exist: both cases then take the same time. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

const DAY_MS = 24 * 3_600_000;
const SET_UP_DAYS = 1;
const INVITATION_DAYS = 14;

/** What a person says of themselves when they come in. */
export interface Newcomer {
  readonly name: string;
  readonly displayName: string;
  readonly password: string;
  readonly locale: string;
  readonly timeZone: string;
}

export type FirstStart =
  | { readonly kind: "already" }
  | { readonly kind: "owner-made"; readonly name: string }
  /** To be opened once, by whoever reads the log of the first start. */
  | { readonly kind: "set-up-link"; readonly path: string };

export interface FirstStartOptions {
  readonly ownerName: string;
  readonly ownerPassword?: string | undefined;
  readonly now: number;
}

/** Makes the owner from the configuration, or a one-time link to become the owner, where nobody is there yet. */
export async function firstStart(
  store: Pick<Store, "people" | "invitations" | "audit">,
  { ownerName, ownerPassword, now }: FirstStartOptions,
): Promise<FirstStart> {
  if ((await store.people.count()) > 0) return { kind: "already" };
  if (ownerPassword !== undefined) {
    const newcomer = { displayName: ownerName, locale: "en", timeZone: "UTC", password: ownerPassword };
    const owner = personOf({ ...newcomer, name: ownerName.toLowerCase() }, "owner", now);
    if (!(await store.people.addFirst(owner, await hashPassword(ownerPassword)))) return { kind: "already" };
    await audit(store, { personId: owner.id, action: "set-up", address: "local", at: now });
    return { kind: "owner-made", name: owner.name };
  }
  // only the link of this start counts: the one of an earlier start may lie in an old log
  for (const { id } of await store.invitations.list()) await store.invitations.withdraw(id);
  const { secret } = await invite(store, { invitedBy: null, role: "owner", note: "set-up", days: SET_UP_DAYS, now });
  return { kind: "set-up-link", path: `/set-up#${secret}` };
}

export interface NewInvitation {
  readonly invitedBy: PersonId | null;
  readonly role: Role;
  readonly note: string;
  readonly days?: number;
  readonly now: number;
}

/** A new invitation; the secret is in this answer and nowhere else. */
export async function invite(
  records: Pick<Records, "invitations">,
  wanted: NewInvitation,
): Promise<{ readonly invitation: Invitation; readonly secret: string }> {
  const secret = newSecret();
  const invitation: Invitation = {
    id: newId(InvitationId, wanted.now),
    invitedBy: wanted.invitedBy,
    role: wanted.role,
    secretHash: hashSecret(secret),
    note: wanted.note,
    createdAt: wanted.now,
    expiresAt: wanted.now + (wanted.days ?? INVITATION_DAYS) * DAY_MS,
    usedAt: null,
    usedBy: null,
  };
  await records.invitations.add(invitation);
  return { invitation, secret };
}

/** Uses an invitation and adds the person, both or neither. */
export async function join(
  records: Pick<Records, "invitations" | "audit">,
  secret: string,
  newcomer: Newcomer,
  { address, now }: { readonly address: string; readonly now: number },
): Promise<Acceptance> {
  const invitation = await records.invitations.findBySecret(hashSecret(secret), now);
  if (!invitation) return { kind: "no-invitation" };
  const person = personOf(newcomer, invitation.role, now);
  const passwordHash = await hashPassword(newcomer.password);
  const acceptance = await records.invitations.accept(hashSecret(secret), person, passwordHash);
  if (acceptance.kind === "joined") {
    const action = invitation.invitedBy === null ? "set-up" : "joined";
    await audit(records, { personId: acceptance.person.id, action, address, at: now });
  }
  return acceptance;
}

export type Added = { readonly kind: "added"; readonly person: Person } | { readonly kind: "name-taken" };

/** Adds a person by the operator's own hands: the first one is the owner. */
export async function addPerson(
  store: Pick<Store, "people" | "audit">,
  { name, displayName, password }: Pick<Newcomer, "name" | "displayName" | "password">,
  now: number,
): Promise<Added> {
  const newcomer = { name, displayName, password, locale: "en", timeZone: "UTC" };
  const passwordHash = await hashPassword(password);
  const owner = personOf(newcomer, "owner", now);
  const isFirst = await store.people.addFirst(owner, passwordHash);
  const person = isFirst ? owner : personOf(newcomer, "member", now);
  if (!isFirst && !(await store.people.add(person, passwordHash))) return { kind: "name-taken" };
  await audit(store, { personId: person.id, action: isFirst ? "set-up" : "joined", address: "local", at: now });
  return { kind: "added", person };
}

export interface NewPassword {
  readonly password: string;
  readonly revokesTokens: boolean;
  readonly address: string;
  readonly now: number;
}

/** A new password: all sessions end, and the tokens with them where that is asked for. */
export async function setPassword(
  store: Pick<Store, "people" | "audit">,
  { id }: Pick<Person, "id">,
  { password, revokesTokens, address, now }: NewPassword,
): Promise<void> {
  await store.people.setPassword(id, await hashPassword(password), revokesTokens ? { revokeTokensAt: now } : {});
  const detail = revokesTokens ? { tokens: "revoked" } : {};
  await audit(store, { personId: id, action: "password-changed", address, detail, at: now });
}

function personOf(newcomer: Newcomer, role: Role, now: number): Person {
  const { name, displayName, locale, timeZone } = newcomer;
  return {
    id: newId(PersonId, now),
    name,
    displayName,
    role,
    locale,
    timeZone,
    createdAt: now,
    disabledAt: null,
    version: 1,
  };
}

/** @internal */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, password);
}
