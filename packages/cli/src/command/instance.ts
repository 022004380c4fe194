/**
 * Where the verbs do their work: an instance, reached through its store or through its server. Both answer the same
 * routes, so that each verb is written once.
 */
import type { FollowId } from "@tessera/model";
import type { AnyGiven, Given, GivenArguments, ReplyOf, RouteName, Slice } from "@tessera/model/api";

/** Where the past of a follow is, and how much of it is wanted. */
export interface Past {
  readonly source:
    | { readonly kind: "file"; readonly path: string }
    | { readonly kind: "archive"; readonly url: string };
  /** Instants, both included. */
  readonly from?: number;
  readonly until?: number;
  readonly everyMs?: number;
  readonly limit?: number;
}

export interface Instance {
  /** For messages: the directory or the address. */
  readonly name: string;
  /** What a route (`GET /follows/:id`) answers, as its contract says. */
  ask<R extends RouteName>(route: R, ...given: GivenArguments<Given<R>>): Promise<ReplyOf<R>>;
  /** The answer of a route that gives a file. */
  download<R extends RouteName>(route: R, ...given: GivenArguments<Given<R>>): Promise<Buffer>;
  /** Checks the page of a follow now, and resolves when that is done. */
  checkNow(follow: FollowId): Promise<void>;
  /** Adds what the block was in older versions of its page to the history. */
  backfill(follow: FollowId, past: Past): Promise<ReplyOf<"POST /follows/:id/backfill">>;
  /** Sees imported follows through where nobody else does; resolves with how many began. */
  startPendingFollows(): Promise<number | null>;
  /** Everything that was seen can be found afterwards, where nobody else sees to it. */
  catchUpSearch(): Promise<void>;
  close(): Promise<void>;
}

export function textOf(query: AnyGiven["query"] = {}): Readonly<Record<string, string>> {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

const SLICE = 200;

/** Routes whose answer is a slice of a list, by what they list. */
type Lists = {
  [R in RouteName as ReplyOf<R> extends Slice<unknown> ? R : never]: ReplyOf<R> extends Slice<infer T> ? T : never;
};

/** A list that comes in slices, read to its end. */
export async function* allOf<R extends keyof Lists>(
  instance: Instance,
  route: R,
  query?: Given<R>["query"],
): AsyncGenerator<Lists[R]> {
  for (let after: string | undefined; ; ) {
    const given: AnyGiven = { query: { ...query, limit: SLICE, after } };
    const slice = (await instance.ask(route, ...([given] as GivenArguments<Given<R>>))) as unknown as Slice<Lists[R]>;
    yield* slice.items;
    if (slice.next === null) return;
    after = slice.next;
  }
}

/** The same at once, where there are not many. */
export async function listOf<R extends keyof Lists>(
  instance: Instance,
  route: R,
  query?: Given<R>["query"],
): Promise<readonly Lists[R][]> {
  const found: Lists[R][] = [];
  for await (const each of allOf(instance, route, query)) found.push(each);
  return found;
}
