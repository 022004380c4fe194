/** The CONNECT request to a proxy and its answer (RFC 9110 section 9.3.6), on a socket that is then the tunnel. */
import { isIPv6, type Socket } from "node:net";
import { CaptureFailure } from "../guard/capture-failure.ts";
import type { Destination } from "../guard/destination.ts";

export interface TunnelRequest {
  readonly to: Destination;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
}

const LONGEST_HEAD = 16 * 1024;
const END_OF_HEAD = "\r\n\r\n";

/** Rejects with a CaptureFailure when the proxy says no, and with the socket's or signal's own error otherwise. */
export async function askForTunnel(socket: Socket, { to, authorization, signal }: TunnelRequest): Promise<void> {
  const authority = `${isIPv6(to.hostname) ? `[${to.hostname}]` : to.hostname}:${to.port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization) lines.push(`Proxy-Authorization: ${authorization}`);
  socket.write(lines.join("\r\n") + END_OF_HEAD);
  const status = statusOf(await readHead(socket, signal));
  if (status >= 200 && status < 300) return;
  const isWall = status === 407;
  throw new CaptureFailure(isWall ? "blocked" : "refused", {
    message: isWall
      ? "the proxy of this instance asks for a user name and password"
      : "the proxy of this instance does not connect to the site",
    ...(status > 0 ? { status } : {}),
  });
}

/** The bytes up to the empty line; what comes after them belongs to the tunnel and stays in the socket. */
function readHead(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((settle, reject) => {
    let received = Buffer.alloc(0);
    const finish = (act: () => void) => {
      socket.off("data", onData).off("error", onError).off("end", onEnd);
      signal.removeEventListener("abort", onAbort);
      socket.pause();
      act();
    };
    const onError = (error: Error) => finish(() => reject(error));
    const onEnd = () => finish(() => reject(new Error("the proxy hung up")));
    const onAbort = () => finish(() => reject(signal.reason));
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(END_OF_HEAD);
      if (end < 0 && received.length <= LONGEST_HEAD) return;
      finish(() => {
        const rest = received.subarray(end + END_OF_HEAD.length);
        if (end >= 0 && rest.length > 0) socket.unshift(rest);
        settle(received.toString("latin1", 0, Math.max(end, 0)));
      });
    };
    socket.on("data", onData).on("error", onError).on("end", onEnd);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

function statusOf(head: string): number {
  return Number(/^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head)?.[1] ?? 0);
}
