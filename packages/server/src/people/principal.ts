/** Who asks: a person, by a session or by a token with its scopes. */
import type { Person, Scope, Session, Token } from "@tessera/model";

export interface Principal {
  readonly person: Person;
  readonly by:
    | { readonly kind: "session"; readonly session: Session }
    | { readonly kind: "token"; readonly token: Token };
}

/** A session may do everything that its person may; a token only what it was made for. */
export function hasScope(principal: Principal, scope: Scope): boolean {
  return principal.by.kind === "session" || principal.by.token.scopes.includes(scope);
}
