/** The contract of the API: every route with what it takes and gives, for the server, the web app and the command line. */
import type { z } from "zod";
import { blockApi } from "./blocks.ts";
import { browserApi } from "./browsers.ts";
import { changesApi } from "./changes.ts";
import { channelApi } from "./channels.ts";
import type { Contract, RawReply } from "./contract.ts";
import { feedItemApi } from "./feed-items.ts";
import { followApi, historyApi, repairApi } from "./follows.ts";
import { gadgetApi } from "./gadgets.ts";
import { interchangeApi } from "./interchange.ts";
import { operateApi } from "./operate.ts";
import { panelApi } from "./page-panel.ts";
import { pageApi, showApi } from "./pages.ts";
import { instanceApi, meApi, sessionApi } from "./people.ts";
import { searchApi } from "./search.ts";
import { shareApi } from "./shares.ts";
import { sheetApi } from "./sheets.ts";
import { templateApi } from "./templates.ts";

export * from "./blocks.ts";
export * from "./browsers.ts";
export * from "./changes.ts";
export * from "./channels.ts";
export * from "./contract.ts";
export * from "./feed-items.ts";
export * from "./follows.ts";
export * from "./gadgets.ts";
export * from "./interchange.ts";
export * from "./operate.ts";
export * from "./page-panel.ts";
export * from "./pages.ts";
export * from "./people.ts";
export * from "./search.ts";
export * from "./shares.ts";
export * from "./sheets.ts";
export * from "./templates.ts";

/** In the order of the documentation, by the names of its chapters. */
export const API_CHAPTERS = {
  session: sessionApi,
  me: meApi,
  follows: followApi,
  history: historyApi,
  search: searchApi,
  changes: changesApi,
  repair: repairApi,
  templates: templateApi,
  sheets: sheetApi,
  shares: shareApi,
  pages: pageApi,
  panel: panelApi,
  blocks: blockApi,
  showing: showApi,
  feeds: feedItemApi,
  channels: channelApi,
  gadgets: gadgetApi,
  browsers: browserApi,
  interchange: interchangeApi,
  instance: instanceApi,
  operate: operateApi,
} as const;

/** All that is below `API_BASE`. */
export const API = {
  ...sessionApi,
  ...meApi,
  ...followApi,
  ...historyApi,
  ...searchApi,
  ...changesApi,
  ...repairApi,
  ...templateApi,
  ...sheetApi,
  ...shareApi,
  ...pageApi,
  ...panelApi,
  ...blockApi,
  ...showApi,
  ...feedItemApi,
  ...channelApi,
  ...gadgetApi,
  ...browserApi,
  ...interchangeApi,
  ...instanceApi,
  ...operateApi,
} as const;

export type Api = typeof API;
/** `GET /follows/:id`, as the table has it. */
export type RouteName = keyof Api;

type Unchanged<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: Unchanged<T[K]> };
type Input<S> = S extends z.ZodType ? Unchanged<z.input<S>> : never;
type Part<Name extends string, S> = [S] extends [never]
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Input<S>
    ? { readonly [K in Name]?: Input<S> }
    : { readonly [K in Name]: Input<S> };
type Schema<C, Name extends string> = C extends { readonly [K in Name]: infer S } ? S : never;

/** What a client gives to a route; `Bytes` is how it holds a file. */
export type Given<R extends RouteName, Bytes = Uint8Array> = Part<"params", Schema<Api[R], "params">> &
  Part<"query", Schema<Api[R], "query">> &
  (Api[R] extends { readonly maxBytes: number } ? { readonly body: Bytes } : Part<"body", Schema<Api[R], "body">>);

/** The last arguments of a function: what is given may be left out where nothing in it is needed. */
export type GivenArguments<Asked> = Record<never, never> extends Asked ? [given?: Asked] : [given: Asked];

/** What is given to any route, where nobody knows which. */
export interface AnyGiven {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** JSON, or the bytes of a file. */
  readonly body?: unknown;
}

export type BodyOf<R extends RouteName> = Input<Schema<Api[R], "body">>;

/** What a client gets: JSON that the schema describes, or nothing. */
export type ReplyOf<R extends RouteName> = Api[R] extends { readonly reply: infer S }
  ? S extends z.ZodType
    ? z.output<S>
    : never
  : undefined;

export function isRaw(reply: Contract["reply"]): reply is RawReply {
  return reply !== undefined && "contentType" in reply;
}
