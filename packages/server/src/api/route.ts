/** A route as data: who may use it, what it takes and gives, and what it does. One table serves HTTP and OpenAPI. */
import type { Scope } from "@tessera/model";
import type { z } from "zod";
import type { Principal } from "../people/principal.ts";
import type { Origin } from "../people/sessions.ts";
import type { Services } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `public` routes are an exact list in the tests; everything else needs somebody, and a token its scope. */
export type Access =
  | { readonly kind: "public" }
  | {
      readonly kind: "person";
      readonly scope: Scope;
      /** Only the owner of the instance. */
      readonly ownerOnly?: boolean;
      /** Never by a token: what guards the tokens themselves. */
      readonly sessionOnly?: boolean;
    };

/** Kinds of answer besides JSON. */
export type RawReply = { readonly contentType: string; readonly about: string };

/** How a request came here, for limits and for what is only for this machine. */
export interface Client {
  /** What wrong passwords are counted under. */
  readonly countedAs: string;
  readonly isForwarded: boolean;
  /** The mark that a login left in this browser. */
  readonly deviceMark: string | null;
}

export interface Ask<Params, Query, Body, Who> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly who: Who;
  readonly origin: Origin;
  readonly client: Client;
  /** From If-Match: the version that the change was made from. */
  readonly ifVersion: number | undefined;
  readonly now: number;
  /** Where this request reached the server, for links. */
  readonly baseUrl: string;
  /** A bearer token that is none of a person's, as operators use. */
  readonly bearer: string | null;
  /** Aborted when the asker goes away. */
  readonly signal: AbortSignal;
}

export interface Answer<Body> {
  readonly status?: number;
  readonly body?: Body;
  /** Set where the answer has a version; If-None-Match is then answered with 304. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** For raw replies. */
  readonly raw?: Buffer | string | AsyncIterable<string | Uint8Array>;
  readonly contentType?: string;
  /** The same bytes as `raw`, for whoever takes them compressed. */
  readonly gzip?: Buffer | null;
}

/** A route whose types have been checked and are forgotten. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly params: z.ZodType | null;
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  /** Takes any bytes instead of JSON, up to this many. */
  readonly maxBytes: number | null;
  /** Null where the answer is empty (204). */
  readonly reply: z.ZodType | RawReply | null;
  readonly status: number;
  readonly handle: (
    ask: Ask<unknown, unknown, unknown, Principal | null>,
    services: Services,
  ) => Promise<Answer<unknown>>;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Reply<R> = R extends z.ZodType ? z.input<R> : undefined;
type Who<A> = A extends { kind: "public" } ? Principal | null : Principal;

interface RouteShape<P, Q, B, R, A extends Access> {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: A;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly maxBytes?: number;
  readonly reply?: R;
  readonly status?: number;
  readonly handle: (
    ask: Ask<Output<P>, Output<Q>, B extends undefined ? Buffer : Output<B>, Who<A>>,
    services: Services,
  ) => Promise<Answer<Reply<R>>>;
}

/** Declares a route; the handler gets what the schemas let through and must give what the reply says. */
export function route<
  const A extends Access,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | RawReply | undefined = undefined,
>(shape: RouteShape<P, Q, B, R, A>): Route {
  const { params = null, query = null, body = null, maxBytes = null, reply = null, handle, ...rest } = shape;
  const status = shape.status ?? (reply === null ? 204 : 200);
  // the registry checks the parts against the same schemas before it calls the handler
  const forgotten = handle as unknown as Route["handle"];
  return { ...rest, params, query, body, maxBytes, reply, status, handle: forgotten };
}

export function isRaw(reply: Route["reply"]): reply is RawReply {
  return reply !== null && "contentType" in reply;
}
