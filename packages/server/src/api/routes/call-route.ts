/** A route of the table called in this process, with the same checks as over HTTP, for the command line. */
import { API_BASE, isRaw, type RouteName } from "@tessera/model/api";
import { ownAddress } from "../../config/read-config.ts";
import type { Principal } from "../../people/principal.ts";
import { checkAccess } from "../access.ts";
import { parsed } from "../exchange.ts";
import type { Answer, Route } from "../route.ts";
import { type Services, servicesFor } from "../services.ts";
import { allRoutes } from "./all-routes.ts";

export interface RouteCall {
  readonly route: RouteName;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** JSON, or the bytes of routes that take any. */
  readonly body?: unknown;
}

const LOCAL = { address: "local", userAgent: "tessera" } as const;

const LOCAL_CLIENT = { countedAs: LOCAL.address, isForwarded: false, deviceMark: null, locale: "" } as const;

/** The answer as bytes, or as JSON that the route's schema let through. Throws the problems that HTTP would send. */
export async function callRoute(
  call: RouteCall,
  who: Principal,
  services: Services,
): Promise<{ readonly json: unknown; readonly raw: Buffer | null }> {
  const route = routeNamed(call.route);
  checkAccess(route.access, who);
  const answer = await route.handle(
    {
      params: parsed(route.params, call.params, "path"),
      query: parsed(route.query, call.query, "query"),
      body: route.maxBytes === undefined ? parsed(route.body, call.body, "body") : call.body,
      who,
      origin: LOCAL,
      client: LOCAL_CLIENT,
      ifVersion: undefined,
      now: services.clock(),
      baseUrl: ownAddress(services.config),
      bearer: null,
      signal: new AbortController().signal,
    },
    servicesFor(services, who),
  );
  if (answer.raw !== undefined) return { json: null, raw: await bytesOf(answer.raw) };
  const { reply } = route;
  return { json: reply === undefined || isRaw(reply) ? null : reply.parse(answer.body), raw: null };
}

function routeNamed(name: RouteName): Route {
  const route = allRoutes().find(({ method, path }) => `${method} ${path}` === name.replace("/", `${API_BASE}/`));
  if (!route) throw new RangeError(`no route ${name}`);
  return route;
}

async function bytesOf(raw: NonNullable<Answer<unknown>["raw"]>): Promise<Buffer> {
  if (Buffer.isBuffer(raw)) return raw;
  if (typeof raw === "string") return Buffer.from(raw);
  const parts: Buffer[] = [];
  for await (const part of raw) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
