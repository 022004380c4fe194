/**
 * Where the verbs do their work: an instance, reached through its store or through its server. Both answer the same
 * routes, so that each verb is written once.
 */
import type { FollowId } from "@tessera/model";
import { type BackfillReply, sliceOf } from "@tessera/server";
import type { z } from "zod";

/** What is given to a route. */
export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** JSON, or the bytes of a file. */
  readonly body?: unknown;
}

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
  /** The JSON that a route (`GET /api/v1/follows/:id`) answers, through a schema. */
  ask<S extends z.ZodType>(route: string, schema: S, given?: Given): Promise<z.output<S>>;
  /** The answer of a route that gives a file. */
  download(route: string, given?: Given): Promise<Buffer>;
  /** Checks the page of a follow now, and resolves when that is done. */
  checkNow(follow: FollowId): Promise<void>;
  /** Adds what the block was in older versions of its page to the history. */
  backfill(follow: FollowId, past: Past): Promise<z.output<typeof BackfillReply>>;
  /** Sees imported wishes through where nobody else does; resolves with how many are granted. */
  startPendingFollows(): Promise<number | null>;
  close(): Promise<void>;
}

const SLICE = "200";

interface Wanted<S> {
  /** The schema of one. */
  readonly item: S;
  readonly query?: NonNullable<Given["query"]>;
}

/** A list that comes in slices, read to its end. */
export async function* allOf<S extends z.ZodType>(
  instance: Instance,
  route: string,
  { item, query = {} }: Wanted<S>,
): AsyncGenerator<z.output<S>> {
  for (let after: string | undefined; ; ) {
    const slice = await instance.ask(route, sliceOf(item), { query: { ...query, limit: SLICE, after } });
    yield* slice.items;
    if (slice.next === null) return;
    after = slice.next;
  }
}

/** The same at once, where there are not many. */
export async function listOf<S extends z.ZodType>(
  instance: Instance,
  route: string,
  wanted: Wanted<S>,
): Promise<readonly z.output<S>[]> {
  const found: z.output<S>[] = [];
  for await (const each of allOf(instance, route, wanted)) found.push(each);
  return found;
}
