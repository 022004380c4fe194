/**
 * Where the verbs do their work: an instance, reached through its store or through its server. Both answer the same
 * routes, so that each verb is written once.
 */
import type { FollowId } from "@tessera/model";
import type { z } from "zod";

/** What is given to a route. */
export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** JSON, or the bytes of a file. */
  readonly body?: unknown;
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
  /** Sees imported wishes through where nobody else does; resolves with how many are granted. */
  grantWishes(): Promise<number | null>;
  close(): Promise<void>;
}
