/** A TCP connection to one of the given addresses and to no other. */
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { CaptureFailure } from "./capture-failure.ts";
import type { Destination } from "./destination.ts";

interface TcpOptions {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Node tries the addresses in turn (RFC 8305); the lookup it is given can only answer with the checked ones. */
export function connectToOneOf(addresses: readonly string[], host: Destination, options: TcpOptions): Promise<Socket> {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, answers);
    else done(null, answers[0]!.address, answers[0]!.family);
  };
  return new Promise((settle, reject) => {
    options.signal?.throwIfAborted();
    const socket = connect({ host: host.hostname, port: host.port, lookup: pinned, noDelay: true });
    const stop = (failure: unknown) => {
      cleanUp();
      socket.destroy();
      reject(failure);
    };
    const onAbort = () => stop(options.signal?.reason);
    const onError = (cause: Error) => stop(connectFailure(host, cause));
    const timer = setTimeout(() => {
      stop(new CaptureFailure("timeout", { message: `no connection to ${host.hostname} in ${options.timeoutMs} ms` }));
    }, options.timeoutMs);
    const cleanUp = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", onAbort);
      socket.off("error", onError);
    };
    options.signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("error", onError);
    socket.once("connect", () => {
      cleanUp();
      settle(socket);
    });
  });
}

function connectFailure(host: Destination, cause: Error): CaptureFailure {
  const code = "code" in cause ? cause.code : undefined;
  const message = `no connection to ${host.hostname}:${host.port}`;
  return new CaptureFailure(code === "ETIMEDOUT" ? "timeout" : "refused", { message, cause });
}
