/** How long a connection may stay without saying what it wants: whoever only holds one takes a place from others. */
import type { FastifyInstance, FastifyRequest } from "fastify";

export interface ConnectionLimits {
  /** From the beginning of a connection, or of a request on it, to the end of the request's headers. */
  readonly headersMs: number;
  /** How long the sender of a body may say nothing. */
  readonly silenceMs: number;
  /** A whole request with its body. */
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** How often the first and third are looked at. */
  readonly traceMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  silenceMs: 15_000,
  requestMs: 120_000,
  idleMs: 30_000,
  traceMs: 2_000,
};

/** The limits as fastify takes them. Answers may take as long as they need: live events do. */
export function limitsForFastify({ headersMs, requestMs, idleMs, traceMs }: ConnectionLimits) {
  return {
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    http: { headersTimeout: Math.min(headersMs, requestMs), connectionsCheckingInterval: traceMs },
  };
}

/** Ends connections whose sender stops in the middle of a body. */
export function endSilentBodies(app: FastifyInstance, { silenceMs }: ConnectionLimits): void {
  const allow = (ms: number) => async (request: FastifyRequest) => {
    // without a listener of our own, Node ends a socket whose time is over
    request.raw.socket?.setTimeout?.(ms);
  };
  app.addHook("preParsing", allow(silenceMs));
  app.addHook("preValidation", allow(0));
}
