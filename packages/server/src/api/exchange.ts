/** Between HTTP and handlers: input through the schemas, answers through the schemas, versions as ETags. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { constants, gzip as gzipCallback } from "node:zlib";
import { isRaw } from "@tessera/model/api";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { countedAs, isForwarded, type Sender } from "../operate/forwarding.ts";
import type { Principal } from "../people/principal.ts";
import { ApiError } from "./api-error.ts";
import type { Answer, Ask, Client, Route } from "./route.ts";
import type { Services } from "./services.ts";
import { cookieOf, DEVICE_COOKIE } from "./session-cookie.ts";

/** What a handler gets: parsed, checked, typed. */
export function readAsk(
  route: Route,
  request: FastifyRequest,
  services: Services,
): Ask<unknown, unknown, unknown, Principal | null> {
  return {
    params: parsed(route.params, request.params, "path"),
    query: parsed(route.query, request.query, "query"),
    body: route.maxBytes === undefined ? parsed(route.body, request.body, "body") : request.body,
    who: request.principal,
    origin: { address: request.ip, userAgent: request.headers["user-agent"] ?? "" },
    client: clientOf(request),
    ifVersion: versionOf(request.headers["if-match"]),
    now: services.clock(),
    baseUrl: services.config.baseUrl ?? `${request.protocol}://${request.host}`,
    bearer: /^Bearer (\S{1,500})$/.exec(request.headers.authorization ?? "")?.[1] ?? null,
    signal: request.signal,
  };
}

function clientOf(request: FastifyRequest): Client {
  return {
    countedAs: countedAs(senderOf(request)),
    isForwarded: isForwarded(request.headers),
    deviceMark: cookieOf(request.headers.cookie, DEVICE_COOKIE),
    locale: /^[a-z-]{2,35}/i.exec(request.headers["accept-language"] ?? "")?.[0] ?? "",
  };
}

export function senderOf({ ip, socket, headers }: FastifyRequest): Sender {
  return { ip, peer: socket.remoteAddress ?? ip, headers };
}

/** A part of a request through its schema; throws a problem that names what is wrong. */
export function parsed(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: [part, ...path].join("."), message }));
  throw new ApiError("invalid", {
    issues,
    ...(issues[0] ? { detail: `${issues[0].path}: ${issues[0].message}` } : {}),
  });
}

/** `"7"` or `W/"7"`; a list or `*` says nothing about a version. */
function versionOf(header: string | undefined): number | undefined {
  const [, version] = /^(?:W\/)?"(\d{1,15})"$/.exec(header ?? "") ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Sends an answer; what its schema does not name is not sent. */
export async function sendAnswer(
  route: Route,
  answer: Answer<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers(answer.headers ?? {});
  for (const name of answer.withoutHeaders ?? []) reply.removeHeader(name);
  if (answer.etag !== undefined) {
    const etag = `"${answer.etag}"`;
    reply.header("etag", etag);
    if (!answer.headers?.["cache-control"]) reply.header("cache-control", "private, no-cache");
    if (request.method === "GET" && isKnownEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  }
  reply.code(answer.status ?? route.status);
  if (answer.raw !== undefined) {
    reply.type(answer.contentType ?? (isRaw(route.reply) ? route.reply.contentType : "text/plain; charset=utf-8"));
    const { raw, gzip } = answer;
    if (gzip && takesGzip(request, reply)) return reply.header("content-encoding", "gzip").send(gzip);
    if (typeof raw === "string") return sendText(raw, request, reply);
    return reply.send(Buffer.isBuffer(raw) || raw instanceof Readable ? raw : Readable.from(raw));
  }
  if (route.reply === undefined || isRaw(route.reply) || answer.body === undefined) return reply.send();
  const text = JSON.stringify(route.reply.parse(answer.body));
  if (request.method === "GET" && answer.etag === undefined) {
    const etag = etagOf(text);
    reply.header("etag", `W/${etag}`);
    if (isKnownEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  }
  return sendText(text, request, reply.type("application/json; charset=utf-8"));
}

const gzipped = promisify(gzipCallback);
/** Shorter texts fit into a packet or two as they are. */
const MIN_GZIPPED = 4_096;

/**
 * Text is compressed on its way: the follows of a sheet repeat each other. Our cookies are not sent along with requests
 * that other sites cause, so nobody can have answers made whose length tells what is in them.
 */
async function sendText(text: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (text.length < MIN_GZIPPED || !takesGzip(request, reply)) return reply.send(text);
  const packed = await gzipped(text, { level: constants.Z_BEST_SPEED });
  return reply.header("content-encoding", "gzip").send(packed);
}

function takesGzip(request: FastifyRequest, reply: FastifyReply): boolean {
  const isForOrigin = String(reply.getHeader("vary") ?? "").startsWith("origin");
  reply.header("vary", isForOrigin ? "origin, accept-encoding" : "accept-encoding");
  return /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
}

/** Of an answer without a version, so that whoever asks again and again is spared what has not changed. */
function etagOf(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url")}"`;
}

function isKnownEtag(header: string | undefined, etag: string): boolean {
  const known = (header ?? "").split(",").map((part) => part.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}
