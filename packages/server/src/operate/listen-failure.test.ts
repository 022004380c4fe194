import { expect, test } from "vitest";
import { asListenFailure } from "./listen-failure.ts";

const failed = (code: string): Error => Object.assign(new Error("listen"), { code });
const wanted = { host: "127.0.0.1", port: 8420, variable: "TESSERA_PORT" } as const;

test.each([
  [
    "EADDRINUSE",
    wanted,
    "Port 8420 of 127.0.0.1 is taken by another program. Choose another with TESSERA_PORT, such as 8421",
  ],
  [
    "EACCES",
    { ...wanted, port: 80 },
    "Port 80 of 127.0.0.1 may not be used by this account. Choose another with TESSERA_PORT, such as 8420",
  ],
  ["EADDRINUSE", { ...wanted, variable: "TESSERA_METRICS_PORT" as const }, "another with TESSERA_METRICS_PORT"],
  ["EADDRNOTAVAIL", { ...wanted, host: "192.0.2.1" }, "Choose an address with TESSERA_HOST"],
])("%s is told with the port and the way to choose another", (code, at, words) => {
  const cause = failed(code);
  expect(asListenFailure(cause, at)).toMatchObject({ code, cause, message: expect.stringContaining(words) });
});

test("other failures stay what they are", () => {
  const failure = failed("EMFILE");
  expect(asListenFailure(failure, wanted)).toBe(failure);
  expect(asListenFailure("odd", wanted)).toBe("odd");
});
