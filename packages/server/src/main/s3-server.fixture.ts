/**
 * A small faithful S3 for tests: path style, PUT, GET and DELETE of objects and lists of them, every signature verified by itself from
 * the published steps (AWS Signature Version 4), errors as S3 says them.
 */
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface TestS3 {
  readonly url: URL;
  readonly host: string;
  readonly objects: Map<string, Buffer>;
  /** Answers the next requests with 503. */
  failNext(times: number): void;
  close(): Promise<void>;
}

export const KEYS = { accessKey: "AKIATEST", secretKey: "secret/with+signs", region: "eu-test-1" } as const;

export async function openTestS3(bucket = "bodies"): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  /** So few at a time that every list has to be continued. */
  const listing = (query: URLSearchParams): string => {
    const names = [...objects.keys()].map((name) => name.slice(bucket.length + 1)).sort();
    const left = names.filter(
      (name) => name.startsWith(query.get("prefix") ?? "") && name > (query.get("continuation-token") ?? ""),
    );
    const some = left.slice(0, 2);
    const isCut = left.length > some.length;
    const next = isCut ? `<NextContinuationToken>${some.at(-1)}</NextContinuationToken>` : "";
    const contents = some.map(
      (name) => `<Contents><Key>${name}</Key><LastModified>2020-01-01T00:00:00.000Z</LastModified></Contents>`,
    );
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = (status: number, content: string | Buffer = "") => response.writeHead(status).end(content);
    if (failures-- > 0) return answer(503, "<Error><Code>SlowDown</Code></Error>");
    if (!isSigned(request, body)) return answer(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://s3.test");
    const key = decodeURIComponent(pathname.slice(1));
    if (key === bucket && searchParams.get("list-type") === "2") return answer(200, listing(searchParams));
    if (!key.startsWith(`${bucket}/`)) return answer(404, "<Error><Code>NoSuchBucket</Code></Error>");
    if (request.method === "PUT") {
      objects.set(key, body);
      return answer(200);
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return answer(204);
    }
    const found = objects.get(key);
    return found ? answer(200, found) : answer(404, "<Error><Code>NoSuchKey</Code></Error>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: new URL(`http://${host}/${bucket}`),
    host,
    objects,
    failNext: (times) => {
      failures = times;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/** The four steps of Signature Version 4: canonical request, string to sign, signing key, signature. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = "" } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    );
  if (!parts) return false;
  const [, accessKey, date = "", region = "", names = "", signature] = parts;
  const payload = String(request.headers["x-amz-content-sha256"]);
  if (accessKey !== KEYS.accessKey || (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body))) return false;
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const sorted = query.split("&").sort().join("&");
  const canonical = [request.method, path, sorted, headers.join(""), names, payload].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${KEYS.secretKey}`);
  return hmac(key, text).toString("hex") === signature;
}
