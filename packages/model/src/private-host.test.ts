import fc from "fast-check";
import { expect, test } from "vitest";
import { PrivateHost } from "./private-host.ts";

test("names, addresses and networks pass, with a port where there is one", () => {
  for (const text of [
    "nas.local",
    "nas:8080",
    "192.168.1.10",
    "192.168.1.10:80",
    "[fd00::1]:80",
    "fd00::1",
    "10.0.0.0/8",
    "fd00::/8",
    " a.lan ",
    "my_nas",
    "büro.lan",
  ]) {
    expect(PrivateHost.safeParse(text)).toMatchObject({ success: true });
  }
});

test("what is something else is said", () => {
  for (const text of [
    "",
    "http://nas.local",
    "nas.local/x",
    "a@b",
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0/8",
    "10.0.0.0/8/8",
    "a b",
    "999.1.1.1",
    "host!!",
    "a..b",
    "*.lan",
  ]) {
    expect(PrivateHost.safeParse(text)).toMatchObject({ success: false });
  }
  fc.assert(fc.property(fc.string(), (text) => typeof PrivateHost.safeParse(text).success === "boolean"));
});
