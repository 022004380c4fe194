/** Bodies in any store that speaks S3: every request goes by the one way out, signed with the operator's keys. */
import { CaptureFailure, type HttpClient, type PrivateGrant } from "@tessera/network";
import { type ObjectStore, type StoredObject, StoreFailure } from "@tessera/store";
import { AwsV4Signer } from "aws4fetch";

export interface S3Options {
  readonly httpClient: HttpClient;
  /** The store itself, which may be anywhere that the operator says. */
  readonly grant?: PrivateGrant;
  /** With the bucket, path style: `https://s3.example/bucket`. */
  readonly url: URL;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Larger than any packed body. */
const MAX_BYTES = 300 * 1024 * 1024;

/** A list names a thousand objects at most, each with less than two kilobytes. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 120_000;
const ATTEMPTS = 3;

export function s3Objects(options: S3Options): ObjectStore {
  return {
    async put(key, bytes) {
      const { status } = await send(options, { method: "PUT", key, body: Buffer.from(bytes) });
      if (status !== 200) throw refused(`cannot store ${key}`, status);
    },
    async get(key) {
      const { status, body } = await send(options, { method: "GET", key });
      if (status === 404) return null;
      if (status !== 200) throw refused(`cannot read ${key}`, status);
      return body;
    },
    async remove(key) {
      const { status } = await send(options, { method: "DELETE", key });
      if (status !== 204 && status !== 200 && status !== 404) throw refused(`cannot remove ${key}`, status);
    },
    list: () => listObjects(options),
  };
}

/** By the thousand: ListObjectsV2. */
async function* listObjects(options: S3Options): AsyncGenerator<StoredObject> {
  const [, bucket = "", ...rest] = options.url.pathname.replace(/\/$/, "").split("/");
  const prefix = rest.map((part) => `${decodeURIComponent(part)}/`).join("");
  const inBucket = { ...options, url: new URL(`/${bucket}`, options.url) };
  for (let token: string | null = null; ; ) {
    const query = new URLSearchParams({ "list-type": "2", prefix, ...(token && { "continuation-token": token }) });
    // a signature is made of spaces as %20, and the server compares it with what it was sent
    const question = `?${String(query).replaceAll("+", "%20")}`;
    const { status, body } = await send(inBucket, { method: "GET", key: question, maxBytes: MAX_LIST_BYTES });
    if (status !== 200) throw refused("cannot list the bucket", status);
    const { objects, next } = readObjectList(body.toString("utf8"));
    for (const { key, changedAt } of objects) yield { key: key.slice(prefix.length), changedAt };
    if (next === null) return;
    token = next;
  }
}

interface S3Request {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Of an object, or the query of a question about the bucket. */
  readonly key: string;
  readonly body?: Buffer;
  readonly maxBytes?: number;
}

/** All are the same when done twice, so that trouble on the way is simply tried again. */
async function send(
  options: S3Options,
  request: S3Request,
): Promise<{ readonly status: number; readonly body: Buffer }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await sendOnce(options, request);
      if (answer.status < 500 || attempt === ATTEMPTS) return answer;
    } catch (failure) {
      if (!(failure instanceof CaptureFailure)) throw failure;
      if (failure.retry === "never" || attempt === ATTEMPTS) {
        throw new StoreFailure("unavailable", "the object store cannot be reached", failure);
      }
    }
  }
}

async function sendOnce(options: S3Options, request: S3Request) {
  const { httpClient, grant, url, region, accessKey, secretKey } = options;
  const { method, key, body, maxBytes = MAX_BYTES } = request;
  const target = new URL(`${url.href.replace(/\/$/, "")}${key.startsWith("?") ? "" : "/"}${key}`);
  const signer = new AwsV4Signer({
    method,
    url: target.href,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: "s3",
    region,
    ...(body && { body: new Uint8Array(body) }),
  });
  const { headers } = await signer.sign();
  return httpClient.fetch(target, {
    method,
    grant,
    headers: Object.fromEntries(headers),
    ...(body && { body }),
    maxRedirects: 0,
    maxBytes,
    timeoutMs: TIMEOUT_MS,
  });
}

function refused(what: string, status: number): StoreFailure {
  const code = status === 403 || status === 401 ? "cannot-open" : status === 507 ? "full" : "unavailable";
  return new StoreFailure(code, `the object store said ${status}: ${what}`, null);
}

export interface ObjectList {
  readonly objects: readonly StoredObject[];
  /** Null at the end of the list. */
  readonly next: string | null;
}

/** Linear, and a list is a thousand names at most: on the main thread it takes no time. @internal */
export function readObjectList(xml: string): ObjectList {
  const objects: StoredObject[] = [];
  for (const part of xml.split("<Contents>").slice(1)) {
    const end = part.indexOf("</Contents>");
    const entry = end < 0 ? "" : part.slice(0, end);
    const key = textOf(entry, "Key");
    if (key !== null) objects.push({ key, changedAt: Date.parse(textOf(entry, "LastModified") ?? "") || 0 });
  }
  const isCut = textOf(xml, "IsTruncated") === "true";
  return { objects, next: isCut ? textOf(xml, "NextContinuationToken") : null };
}

/** What stands in the first element of this name; none of those that are asked for has another in it. */
function textOf(xml: string, name: string): string | null {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf("</", start);
  return start < 0 || end < 0 ? null : unescaped(xml.slice(start + name.length + 2, end));
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });
}
