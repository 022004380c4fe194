/** An address that cannot be listened at: which one it was, and how to choose another. */

const REASONS = {
  EADDRINUSE: "is taken by another program",
  EACCES: "may not be used by this account",
  EADDRNOTAVAIL: "is at no address of this machine",
} as const;

type ListenCode = keyof typeof REASONS;

export interface Wanted {
  readonly host: string;
  readonly port: number;
  /** By which another port is chosen. */
  readonly variable: "TESSERA_PORT" | "TESSERA_METRICS_PORT";
}

/** Named as an example; the first is the one that a server takes unless told. */
const EXAMPLES = [8420, 8421] as const;

class ListenFailure extends Error {
  override readonly name = "ListenFailure";
  readonly code: ListenCode;
  readonly retry = "never";

  constructor(code: ListenCode, { host, port, variable }: Wanted, cause: unknown) {
    const advice =
      code === "EADDRNOTAVAIL"
        ? "Choose an address with TESSERA_HOST, such as 127.0.0.1, or 0.0.0.0 for all"
        : `Choose another with ${variable}, such as ${EXAMPLES.find((each) => each !== port)}, or 0 for any that is free`;
    super(`Port ${port} of ${host} ${REASONS[code]}. ${advice}.`, { cause });
    this.code = code;
  }
}

/** Other failures stay what they are. */
export function asListenFailure(failure: unknown, wanted: Wanted): unknown {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  return isListenCode(code) ? new ListenFailure(code, wanted, failure) : failure;
}

function isListenCode(code: string): code is ListenCode {
  return code in REASONS;
}
