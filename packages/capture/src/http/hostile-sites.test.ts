import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type LoopbackSite, startRawSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterEach, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { captureByHttp } from "./capture-by-http.ts";
import type { CaptureResult } from "./page-capture.ts";

/** Small budgets, so that the tests are quick; what counts is that they hold. */
const LIMITS = {
  maxBytes: 1_000_000,
  timeoutMs: 1_500,
  idleTimeoutMs: 500,
  maxRedirects: 10,
  reader: readOnTheSpot,
} as const;
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

interface Hostile {
  capture(): Promise<CaptureResult>;
  /** From now on it answers as it should. */
  calmDown(): void;
}

async function hostile(attack: (socket: Socket) => void): Promise<Hostile> {
  let isCalm = false;
  const site = await startRawSite((socket) => {
    socket.on("data", () => {
      if (isCalm) socket.end(`${HEAD}Content-Length: 5\r\nConnection: close\r\n\r\n<p>ok`);
      else attack(socket);
    });
  });
  sites.push(site);
  return {
    capture: () => captureByHttp(site.httpClient, new URL(site.origin), LIMITS),
    calmDown: () => {
      isCalm = true;
    },
  };
}

async function fails(attack: (socket: Socket) => void, ...codes: readonly string[]): Promise<void> {
  const { capture, calmDown } = await hostile(attack);
  const failure = await capture().catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "CaptureFailure" });
  expect(codes).toContain((failure as { code: string }).code);
  calmDown();
  expect(await capture()).toMatchObject({ kind: "page", html: "<p>ok" });
}

/** Writes for as long as the other side reads. */
function flood(socket: Socket, chunk: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
}

const CHUNK = `10000\r\n${"x".repeat(0x10000)}\r\n`;

test("an endless body in chunks stops at the byte budget", async () => {
  await fails((socket) => {
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    flood(socket, CHUNK);
  }, "too-large");
});

test("an endless body without a length stops at the byte budget", async () => {
  await fails((socket) => {
    socket.write(`${HEAD}\r\n`);
    flood(socket, "x".repeat(0x10000));
  }, "too-large");
});

test("a page of 1 GB is refused by its announcement, before its body", async () => {
  await fails((socket) => {
    socket.write(`${HEAD}Content-Length: ${1024 ** 3}\r\n\r\n`);
    flood(socket, "x".repeat(0x10000));
  }, "too-large");
});

test("a body that comes drop by drop ends with the total budget", async () => {
  await fails((socket) => {
    socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
    const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write("x")), 100);
  }, "timeout");
});

test("a head that comes drop by drop ends with a budget", async () => {
  await fails((socket) => {
    const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write("H")), 100);
    socket.write("HTTP/1.1 200 OK\r\nX-");
  }, "timeout");
});

test("a server that says nothing ends with the idle budget", async () => {
  await fails(() => undefined, "timeout");
});

test("a server that stops in the middle ends with the idle budget", async () => {
  await fails((socket) => socket.write(`${HEAD}Content-Length: 1000\r\n\r\nhalf`), "timeout");
});

test.each([
  ["gzip", gzipSync(Buffer.alloc(200_000_000))],
  ["br", brotliCompressSync(Buffer.alloc(200_000_000))],
])("a %s bomb stops at the budget", async (coding, bomb) => {
  await fails((socket) => {
    socket.write(`${HEAD}Content-Encoding: ${coding}\r\nContent-Length: ${bomb.length}\r\n\r\n`);
    socket.end(bomb);
  }, "too-large");
});

test("a body that is not in the coding it names is typed", async () => {
  await fails((socket) => {
    socket.end(`${HEAD}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\n<p>no`);
  }, "decompression");
});

test("a flood of headers stops at the head budget", async () => {
  await fails((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    flood(socket, `X-Flood: ${"x".repeat(1_000)}\r\n`);
  }, "protocol");
});

test("one endless header stops at the head budget", async () => {
  await fails((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Flood: ");
    flood(socket, "x".repeat(10_000));
  }, "protocol");
});

test("endless interim answers end with a budget", async () => {
  await fails((socket) => flood(socket, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"), "timeout", "protocol");
});

test.each([
  ["more than there is", "Content-Length: 100\r\n"],
  ["two different lengths", "Content-Length: 5\r\nContent-Length: 6\r\n"],
  ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"],
  ["a negative length", "Content-Length: -5\r\n"],
  ["no number", "Content-Length: five\r\n"],
])("a wrong length is typed: %s", async (_name, length) => {
  await fails((socket) => socket.end(`${HEAD}${length}\r\n<p>no`), "protocol", "reset");
});

test("a connection reset before, in and after the head is typed", async () => {
  for (const text of ["", "HTTP/1.1 200", `${HEAD}Content-Length: 1000\r\n\r\nhalf`]) {
    await fails(
      (socket) => (text === "" ? socket.resetAndDestroy() : socket.write(text, () => socket.resetAndDestroy())),
      "reset",
    );
  }
});

test.each([
  "220 mail.example ESMTP\r\n",
  "SSH-2.0-OpenSSH_9.6\r\n",
  "\x00\x01\x02\x03",
  "HTTP/9.9 200 OK\r\n\r\n",
  "HTTP/1.1 abc\r\n\r\n",
])("what is not HTTP is typed: %j", async (text) => {
  await fails((socket) => socket.end(text), "protocol");
});

test("10,000 redirects stop at the tenth", async () => {
  let requests = 0;
  const site = await startSite((_request, response) => {
    requests++;
    response.writeHead(302, { location: `/${requests}` }).end();
  });
  sites.push(site);
  await expect(captureByHttp(site.httpClient, new URL(site.origin), LIMITS)).rejects.toMatchObject({
    code: "too-many-redirects",
  });
  expect(requests).toBe(11);
});

test.each(["http://[", "http://a b", "//", "http://\u0000/"])("a redirect to %j is typed", async (location) => {
  await fails((socket) => {
    socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
  }, "protocol");
});

test("a wrong charset gives replacement characters, not a failure", async () => {
  const { capture } = await hostile((socket) => {
    socket.end(
      "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 5\r\n\r\n<p>\xff\xfe",
      "latin1",
    );
  });
  expect(await capture()).toMatchObject({ kind: "page", html: "<p>\uFFFD\uFFFD" });
});

test("a body of the largest size allowed is still a page", async () => {
  const body = `<p>${"x".repeat(LIMITS.maxBytes - 3)}`;
  const site = await startSite((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(body),
  );
  sites.push(site);
  expect(await captureByHttp(site.httpClient, new URL(site.origin), LIMITS)).toMatchObject({
    kind: "page",
    html: body,
  });
});
