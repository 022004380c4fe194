/** Logs as JSON lines, with secrets taken out wherever they might stand. */
import type { AddressRefusal } from "@tessera/network";
import { StoreFailure, type StoreFailureCode } from "@tessera/store";
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from "pino";

const WHILE_MS = 60_000;
const AGAIN_AFTER_MS = 60 * 60_000;

/** Hosts that are remembered; a page that makes up more names than this is logged again. */
const MAX_HOSTS = 1_000;

/** Fields that never reach a log, at the top or one level down. */
const SECRET_FIELDS = [
  "password",
  "current",
  "next",
  "secret",
  "token",
  "authorization",
  "cookie",
  "signingSecret",
  "botToken",
  "accessToken",
  "webhookUrl",
  "feedKey",
  "targets",
  "auth",
];

const STANDARD_ERROR = 2;

/** Writes to standard error unless told: what a command says is on standard output. */
export function createLogger(level: LoggerOptions["level"] & string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [
        field,
        `*.${field}`,
        `*.*.${field}`,
        `headers["${field}"]`,
        `*.headers["set-${field}"]`,
      ]),
      censor: "(secret)",
    },
    serializers: { err: readableError },
  };
  return pino(options, destination ?? pino.destination(STANDARD_ERROR));
}

/** The message and where it happened; what else an error carries may be anybody's. */
function readableError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause instanceof Error ? { cause: readableError(error.cause) } : {};
  const code = "code" in error ? { code: String(error.code) } : {};
  return {
    name: error.name,
    message: withoutSecrets(error.message),
    ...code,
    stack: withoutSecrets(error.stack ?? ""),
    ...cause,
  };
}

/** Secrets in addresses: what follows a fragment or stands in a query of feeds, hooks and links. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(tessera_)[\w-]{20,}/g, "$1(secret)")
    .replace(/(\/feeds\/(?:sheets\/)?)[\w-]{16,}/g, "$1(secret)")
    .replace(/(\/bot)\d+:[\w-]+/g, "$1(secret)")
    .replace(/(\/api\/webhooks\/\d+\/)[\w-]+/g, "$1(secret)")
    .replace(/(\/services\/\w+\/\w+\/)[\w-]+/g, "$1(secret)")
    .replace(/(\/\/)[^/\s:@]*:[^/\s@]+@/g, "$1(secret)@")
    .replace(/([?&#](?:token|key|secret|password)=)[^&\s]+/gi, "$1(secret)")
    .replace(/(\/(?:join|set-up)#)[\w-]+/g, "$1(secret)");
}

/** Logs each host once an hour: pages ask for the same again and again. */
export function logRefusals(
  logger: Pick<Logger, "info">,
  clock: () => number = Date.now,
): (refusal: AddressRefusal) => void {
  const loggedAt = new Map<string, number>();
  return (refusal) => {
    const key = `${refusal.hostname}:${refusal.port} ${refusal.address}`;
    const before = loggedAt.get(key);
    if (before !== undefined && clock() - before < AGAIN_AFTER_MS) return;
    if (loggedAt.size >= MAX_HOSTS) loggedAt.clear();
    loggedAt.set(key, clock());
    logger.info({ refusal }, "a private address was asked for and refused");
  };
}

interface Said {
  at: number;
  /** Since it was last said. */
  times: number;
}

/** Passes errors on with how often they came since the last time: failures of the store once a minute, others always. */
export function throttledLog(
  log: (error: unknown, times: number) => void,
  clock: () => number,
): (error: unknown) => void {
  const said = new Map<StoreFailureCode, Said>();
  return (error) => {
    if (!(error instanceof StoreFailure)) return log(error, 1);
    const before = said.get(error.code);
    const times = (before?.times ?? 0) + 1;
    const isDue = !before || clock() - before.at >= WHILE_MS;
    if (isDue) log(error, times);
    said.set(error.code, isDue ? { at: clock(), times: 0 } : { at: before.at, times });
  };
}
