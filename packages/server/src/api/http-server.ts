/** The HTTP side: one table of routes, one place where access, input, output and errors are handled. */
import type { Access } from "@tessera/model/api";
import { Semaphore } from "@tessera/network";
import { CapReached, StoreFailure, type StoreFailureCode } from "@tessera/store";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RouteOptions,
} from "fastify";
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  endSilentBodies,
  limitsForFastify,
} from "../operate/connection-limits.ts";
import { UntrustedProxies } from "../operate/forwarding.ts";
import { untrustedProxyText } from "../operate/set-up-warnings.ts";
import { audit } from "../people/audit.ts";
import type { Principal } from "../people/principal.ts";
import { endedWithin } from "../timing/ended-within.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import { checkAccess, checkSameSite, corsHeaders, identify, PREFLIGHT_HEADERS } from "./access.ts";
import { adviceFor } from "./advice.ts";
import { ApiError, type ApiErrorDetails, PROBLEM_TYPE } from "./api-error.ts";
import { apiErrorOfCap } from "./caps.ts";
import { readAsk, sendAnswer, senderOf } from "./exchange.ts";
import type { Route } from "./route.ts";
import { BASE_HEADERS, HSTS } from "./security-headers.ts";
import { type Services, servicesFor } from "./services.ts";

const CODES: Readonly<Record<StoreFailureCode, "busy" | "store-full" | "store-unwritable">> = {
  full: "store-full",
  busy: "busy",
  unavailable: "busy",
  "read-only": "store-unwritable",
  io: "store-unwritable",
  damaged: "store-unwritable",
  "cannot-open": "store-unwritable",
  "too-new": "store-unwritable",
};

const RETRY_MS: Readonly<Record<StoreFailure["retry"], number | null>> = { soon: 5_000, later: 60_000, never: null };

declare module "fastify" {
  interface FastifyContextConfig {
    /** A route without it is refused, whatever it is. */
    access?: Access;
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

export interface HttpServerOptions {
  readonly services: Services;
  readonly routes: readonly Route[];
  readonly logger: FastifyBaseLogger;
  readonly limits?: ConnectionLimits;
}

/** What a request has begun may take so long to end once the server closes. */
const DRAIN_MS = 10_000;
const MAX_JSON_BYTES = 2 * 1024 * 1024;

/** A signed link carries the address it stands for, of up to 4 kB in base64. */
const MAX_URL_PART = 6_000;

/** The server, not yet listening. */
export function httpServer(options: HttpServerOptions): FastifyInstance {
  const { services, routes, logger, limits = CONNECTION_LIMITS } = options;
  const { trustedProxies, baseUrl } = services.config;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: MAX_JSON_BYTES,
    ...limitsForFastify(limits),
    routerOptions: { maxParamLength: MAX_URL_PART },
    // a HEAD of its own for every GET would be a route that is not in the table
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    return503OnClosing: true,
  });
  const proxies = new UntrustedProxies((peer) => {
    logger.warn({ peer }, untrustedProxyText(peer));
    const fact = { personId: null, action: "untrusted-proxy", address: peer, at: services.clock() } as const;
    audit(services.store, fact).catch((err: unknown) => logger.error({ err }, "could not be written down"));
  });
  endSilentBodies(app, limits);
  app.decorateRequest("principal", null);
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(BASE_HEADERS);
    proxies.notice(senderOf(request));
    if (baseUrl?.startsWith("https:")) reply.header("strict-transport-security", HSTS);
    if (!isKnownHost(request.host, services.config))
      return reply.code(421).type("text/plain").send(unknownHostText(request.host));
    const access = request.routeOptions.config.access;
    if (!access) throw new ApiError("not-found");
    reply.headers(corsHeaders(access, request.headers.origin));
    request.principal = await identify(request, services);
    checkAccess(access, request.principal);
    checkSameSite(request, request.principal);
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "(none)";
    services.metrics.request({ method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
  });
  app.setErrorHandler((error, request, reply) => sendApiError(apiErrorOf(error, request), reply));
  app.setNotFoundHandler((_, reply) => sendApiError(new ApiError("not-found"), reply));
  const underWay = new Set<Promise<unknown>>();
  // whoever asked may have gone, and what was asked for goes on with the store and the browser
  app.addHook("onClose", () => endedWithin(underWay, DRAIN_MS));
  for (const route of routes) addRoute(app, route, { services, underWay });
  addPreflights(app, routes);
  return app;
}

/** Browsers ask first whether an extension may ask: an answer about a path, which names nobody and needs nobody. */
function addPreflights(app: FastifyInstance, routes: readonly Route[]): void {
  const open = routes.filter(({ access }) => access.byBrowser);
  for (const [path, some] of Map.groupBy(open, (route) => route.path)) {
    const methods = some.map(({ method }) => method).join(", ");
    app.options(path, { config: { access: { kind: "public", byBrowser: true } } }, async (_, reply) =>
      reply
        .headers({ ...PREFLIGHT_HEADERS, "access-control-allow-methods": methods })
        .code(204)
        .send(),
    );
  }
}

/** Routes have schemas of ours; the compilers of fastify's own take memory and are not part of the built program. */
function noCompiler(): never {
  throw new RangeError("a route has a schema of fastify's");
}

/** Large bodies that are in memory at a time, one a person. Others are not read before it is their turn. */
const MAX_UPLOADS = 4;

interface Handling {
  readonly services: Services;
  /** What has been asked for and is not done. */
  readonly underWay: Set<Promise<unknown>>;
}

function addRoute(app: FastifyInstance, route: Route, how: Handling): void {
  const { maxBytes } = route;
  // a context of its own costs memory: only for those that read bodies in their own way
  if (maxBytes === undefined) app.route(handling(route, how));
  else {
    void app.register((inner, _, done) => {
      takeUploads(inner, maxBytes);
      inner.route({ ...handling(route, how), bodyLimit: maxBytes });
      done();
    });
  }
}

function takeUploads(inner: FastifyInstance, maxBytes: number): void {
  const uploads = new Semaphore({ permits: MAX_UPLOADS, permitsEach: 1 });
  inner.addHook("preParsing", async (request, reply) => {
    const release = await uploads.acquire({ holder: request.principal?.person.id, signal: request.signal });
    if (reply.raw.closed) release();
    else reply.raw.once("close", release);
  });
  inner.removeAllContentTypeParsers();
  inner.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBytes }, async (_: unknown, body: Buffer) => body);
}

function handling(route: Route, { services, underWay }: Handling): RouteOptions {
  return {
    method: route.method,
    url: route.path,
    config: { access: route.access },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const own = servicesFor(services, request.principal);
      const work = route.handle(readAsk(route, request, own), own);
      underWay.add(work);
      const answer = await work.finally(() => underWay.delete(work));
      return sendAnswer(route, answer, request, reply);
    },
  };
}

/** Faults of the request become what they are; faults of ours are logged and say nothing about themselves. */
function apiErrorOf(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof CapReached) return apiErrorOfCap(error);
  // a page that is more than a worker thread can take is the page's fault
  if (error instanceof TraceFailure) {
    const failure = error.toRecord();
    return new ApiError("capture-failed", { detail: failure.message, more: { failure, advice: adviceFor(failure) } });
  }
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new ApiError("too-large");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new ApiError("unsupported");
  const status = typeof error === "object" && error !== null && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) {
    return new ApiError("invalid", { detail: "The request could not be read." });
  }
  request.log.error({ err: error, route: request.routeOptions.url }, "request failed");
  if (error instanceof StoreFailure) return apiErrorOfStore(error);
  return new ApiError("internal");
}

function sendApiError(problem: ApiError, reply: FastifyReply): FastifyReply {
  const { retryAfterMs } = problem.details;
  if (retryAfterMs !== undefined) reply.header("retry-after", String(Math.ceil(retryAfterMs / 1_000)));
  if (problem.code === "login-needed") reply.header("www-authenticate", 'Bearer realm="tessera"');
  return reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
}

function apiErrorOfStore(failure: StoreFailure): ApiError {
  const retryAfterMs = RETRY_MS[failure.retry];
  const details: ApiErrorDetails = retryAfterMs === null ? {} : { retryAfterMs };
  return new ApiError(CODES[failure.code], { ...details, detail: failure.message });
}

export interface KnownHosts {
  readonly baseUrl?: string | undefined;
  readonly allowedHosts: readonly string[];
}

/** True for addresses, localhost, names of the local network, and what the configuration names. @internal */
export function isKnownHost(hostHeader: string | undefined, known: KnownHosts): boolean {
  const name = hostnameOf(hostHeader);
  if (name === null) return false;
  // the URL parser has brought every spelling of an address into one of these two
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name) || name.includes(":")) return true;
  if (name === "localhost" || name.endsWith(".localhost") || name.endsWith(".local")) return true;
  const names = [...known.allowedHosts, ...(known.baseUrl ? [new URL(known.baseUrl).host] : [])];
  return names.some((allowed) => hostnameOf(allowed) === name);
}

/** What to read when the name is not known. */
function unknownHostText(hostHeader: string | undefined): string {
  const shown = hostnameOf(hostHeader) ?? "this name";
  return (
    `This Tessera does not know itself as "${shown}".\n` +
    `If that is right, set TESSERA_BASE_URL to the address that people use, ` +
    `or add the name to TESSERA_ALLOWED_HOSTS, and start it again.\n`
  );
}

function hostnameOf(host: string | undefined): string | null {
  if (!host || !/^[\w.:[\]-]{1,300}$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
