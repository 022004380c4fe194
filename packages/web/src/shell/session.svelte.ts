/** Who uses the app: nobody yet, or a person. */
import type { PersonReply, ReplyOf } from "@tessera/model/api";
import { ask, SESSION_ENDED } from "../api/ask.ts";
import { setLanguage } from "../i18n/words.svelte.ts";

export type SessionState =
  | { readonly kind: "unknown" }
  | { readonly kind: "nobody"; readonly instance: ReplyOf<"GET /instance"> }
  | { readonly kind: "person"; readonly instance: ReplyOf<"GET /instance">; readonly person: PersonReply };

export interface Newcomer {
  readonly secret: string;
  readonly name: string;
  readonly displayName: string;
  readonly password: string;
}

let state = $state.raw<SessionState>({ kind: "unknown" });

export function session(): SessionState {
  return state;
}

/** Whether this instance can open pages in a browser. */
export function hasBrowser(): boolean {
  return state.kind !== "unknown" && state.instance.hasBrowser;
}

/** Whether steps can be shown in a page that this server has open. */
export function canRecord(): boolean {
  return state.kind !== "unknown" && state.instance.canRecord;
}

/** Names of proxies that a page can be fetched through. */
export function proxies(): readonly string[] {
  return state.kind === "unknown" ? [] : state.instance.proxies;
}

/** The person who is logged in. Only for pages that are shown to nobody else. */
export function me(): PersonReply {
  if (state.kind !== "person") throw new RangeError("nobody is logged in");
  return state.person;
}

/** Of the person; of this browser where a page of others shows what is theirs. */
export function timeZone(): string {
  return state.kind === "person" ? state.person.timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Asks the server who this browser is. */
export async function recognise(): Promise<void> {
  const instance = await ask("GET /instance");
  if (!instance.isLoggedIn) {
    state = { kind: "nobody", instance };
    return;
  }
  await logPersonIn(instance, await ask("GET /me"));
}

/** Shows the login as soon as the server no longer knows this browser: after a logout elsewhere, or a long time. */
export function watchSession(): void {
  addEventListener(SESSION_ENDED, () => {
    if (state.kind === "person") state = { kind: "nobody", instance: { ...state.instance, isLoggedIn: false } };
  });
}

export async function logIn(name: string, password: string): Promise<void> {
  await ask("POST /login", { body: { name, password } });
  await recognise();
}

/** Uses an invitation or the set-up link. */
export async function join(newcomer: Newcomer): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await ask("POST /join", { body: { ...newcomer, locale: navigator.language, timeZone } });
  await recognise();
}

export async function logOut(): Promise<void> {
  await ask("POST /logout");
  await recognise();
}

/** After a change of the account. */
export async function personChanged(person: PersonReply): Promise<void> {
  if (state.kind === "person") await logPersonIn(state.instance, person);
}

async function logPersonIn(instance: ReplyOf<"GET /instance">, person: PersonReply): Promise<void> {
  await setLanguage(person.locale);
  state = { kind: "person", instance, person };
}
