/** A route as data: who may use it, what it takes and gives. The server serves it; clients and OpenAPI are typed by it. */
import { z } from "zod";
import type { ApiErrorCode } from "../records/api-error-code.ts";
import type { Scope } from "../records/person.ts";

/** What is below it changes only together with its number. */
export const API_BASE = "/api/v1";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `GET /follows/:id`. */
export type RouteKey = `${Method} /${string}`;

/** `public` routes are an exact list in the tests; everything else needs somebody, and a token its scope. */
export type Access =
  | {
      readonly kind: "public";
      /** Extensions may ask from their own origins. */
      readonly byBrowser?: boolean;
    }
  | {
      readonly kind: "person";
      readonly scope: Scope;
      /** A paired browser may do it as well, from the origin of its extension. */
      readonly byBrowser?: boolean;
      /** Only the owner of the instance. */
      readonly ownerOnly?: boolean;
      /** Never by a token: what guards the tokens themselves. */
      readonly sessionOnly?: boolean;
    };

export const PUBLIC = { kind: "public" } as const;
export const READING = { kind: "person", scope: "read" } as const;
export const WRITING = { kind: "person", scope: "write" } as const;
export const CHECKING = { kind: "person", scope: "check" } as const;
export const MANAGING = { kind: "person", scope: "manage" } as const;
/** Nothing that guards an account, or says who may come in, is ever done by a token. */
export const GUARDED = { ...MANAGING, sessionOnly: true } as const;
export const OWNING = { ...MANAGING, ownerOnly: true } as const;
export const OWNING_GUARDED = { ...OWNING, sessionOnly: true } as const;

/** For paired browsers alone; see decision 32. */
export const BROWSING = { kind: "person", scope: "browser", byBrowser: true } as const;
/** What a person does by the extension as well as by the app. */
export const READING_ANYWHERE = { ...READING, byBrowser: true } as const;
export const WRITING_ANYWHERE = { ...WRITING, byBrowser: true } as const;
export const CHECKING_ANYWHERE = { ...CHECKING, byBrowser: true } as const;

/** Kinds of answer besides JSON. */
export interface RawReply {
  readonly contentType: string;
  readonly about: string;
}

export interface Contract {
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Takes any bytes instead of JSON, up to this many. */
  readonly maxBytes?: number;
  /** Missing where the answer is empty (204). */
  readonly reply?: z.ZodType | RawReply;
  readonly status?: number;
  /** Why it may be refused, besides what its access and its input bring with them. */
  readonly fails?: readonly ApiErrorCode[];
}

export type Contracts = Readonly<Record<RouteKey, Contract>>;

export const byId = <Id extends z.ZodType>(id: Id) => z.object({ id });

const USUAL_LIMIT = 50;
const MAX_LIMIT = 200;

/** Numbers in an address are written as text. */
export const numberInQuery = () => z.coerce.number<number | string>();

/** Lists come in slices. */
export const SliceQuery = z.object({
  limit: numberInQuery().int().min(1).max(MAX_LIMIT).default(USUAL_LIMIT).describe("How many to give"),
  after: z.string().max(200).optional().describe("`next` of the slice before"),
});

export function sliceOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe("`after` of the next slice, null at the end"),
  });
}

export interface Slice<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The secret addresses of feeds. */
export const FeedLinks = z
  .object({ rss: z.string(), atom: z.string(), json: z.string() })
  .nullable()
  .describe("Null where another person shares it");

/** What is said of a follow that another person may share. */
export const OWNED = {
  isOwn: z.boolean().describe("False where another person shares it: what they set for it is not told"),
  feeds: FeedLinks,
};
