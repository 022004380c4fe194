/** Routes of the contract with what they do: one table serves HTTP and the command line. */
import { type Access, API_BASE, type Contract, type Contracts, type Method, type RouteKey } from "@tessera/model/api";
import type { z } from "zod";
import type { Principal } from "../people/principal.ts";
import type { Origin } from "../people/sessions.ts";
import type { Services } from "./services.ts";

/** How a request came here, for limits and for what is only for this machine. */
export interface Client {
  /** What wrong passwords are counted under. */
  readonly countedAs: string;
  readonly isForwarded: boolean;
  /** The mark that a login left in this browser. */
  readonly deviceMark: string | null;
  /** The first language that its browser asks for; empty where it names none. */
  readonly locale: string;
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
  /** What every answer says and this one does not. */
  readonly withoutHeaders?: readonly string[];
  /** For raw replies. */
  readonly raw?: Buffer | string | AsyncIterable<string | Uint8Array>;
  readonly contentType?: string;
  /** The same bytes as `raw`, for whoever takes them compressed. */
  readonly gzip?: Buffer | null;
}

/** A route whose types have been checked and are forgotten. */
export interface Route extends Contract {
  readonly method: Method;
  readonly path: string;
  readonly status: number;
  readonly handle: (
    ask: Ask<unknown, unknown, unknown, Principal | null>,
    services: Services,
  ) => Promise<Answer<unknown>>;
}

type Output<C, Name extends string> = C extends { readonly [K in Name]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type Reply<C> = C extends { readonly reply: infer S extends z.ZodType } ? z.input<S> : undefined;
type Body<C> = C extends { readonly maxBytes: number } ? Buffer : Output<C, "body">;
type Who<A extends Access> = A extends { readonly kind: "public" } ? Principal | null : Principal;

/** What a route does: it gets what the schemas let through and must give what the reply says. */
export type Handler<C extends Contract> = (
  ask: Ask<Output<C, "params">, Output<C, "query">, Body<C>, Who<C["access"]>>,
  services: Services,
) => Promise<Answer<Reply<C>>>;

/** One for each route of a chapter. */
export type Handlers<All> = { readonly [Name in keyof All]: All[Name] extends Contract ? Handler<All[Name]> : never };

/** The contracts with their handlers, as routes below `base`. */
export function routesOf<All extends Contracts>(contracts: All, handlers: Handlers<All>, base = API_BASE): Route[] {
  return Object.entries<Contract>(contracts).map(([name, contract]) => {
    const [method, path] = name.split(" ") as [Method, string];
    // the registry checks the parts against the same schemas before it calls the handler
    const handle = handlers[name as RouteKey] as unknown as Route["handle"];
    return { ...contract, method, path: base + path, status: statusOf(contract), handle };
  });
}

export function statusOf({ status, reply }: Contract): number {
  return status ?? (reply === undefined ? 204 : 200);
}
