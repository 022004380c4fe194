/** Who asks: a person, by a session, by a token with its scopes, or through the operator's own hands. */
import type { Person, Scope, Session, Token } from "@tessera/model";

export interface Principal {
  readonly person: Person;
  readonly by:
    | { readonly kind: "session"; readonly session: Session }
    | { readonly kind: "token"; readonly token: Token }
    /** Somebody with the data directory in their hands, at the command line: never over HTTP. */
    | { readonly kind: "operator" };
}

/** robots.txt binds everybody; the owner answers for the instance and may decide otherwise. */
export function mayIgnoreRobots({ role }: Person): boolean {
  return role === "owner";
}

/** A session and an operator may do everything that the person may; a token only what it was made for. */
export function hasScope(principal: Principal, scope: Scope): boolean {
  return principal.by.kind !== "token" || principal.by.token.scopes.includes(scope);
}

/** Somebody who is here as a paired browser and nothing else: what an extension needs, and no more. */
export function isBrowserAlone(principal: Principal): boolean {
  return hasScope(principal, "browser") && !hasScope(principal, "write");
}
