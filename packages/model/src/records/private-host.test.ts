import fc from "fast-check";
import { expect, test } from "vitest";
import { PrivateHost, privateHostsOfOldSetting, readPrivateHost, writePrivateHost } from "./private-host.ts";

test("names, addresses and networks are read, with a port where there is one", () => {
  const read = (text: string) => {
    const { host, port } = readPrivateHost(text, "pages") ?? {};
    return [host, port];
  };
  expect(read("nas.local")).toEqual(["nas.local", null]);
  expect(read(" NAS.local.:8080 ")).toEqual(["nas.local", 8080]);
  expect(read("my_nas")).toEqual(["my_nas", null]);
  expect(read("büro.lan")).toEqual(["xn--bro-hoa.lan", null]);
  expect(read("192.168.1.10")).toEqual(["192.168.1.10", null]);
  expect(read("192.168.1.10:80")).toEqual(["192.168.1.10", 80]);
  expect(read("10.0.0.0/8")).toEqual(["10.0.0.0/8", null]);
  expect(read("10.0.0.0/8:81")).toEqual(["10.0.0.0/8", 81]);
  expect(read("fd00::1")).toEqual(["fd00::1", null]);
  expect(read("[FD00::1]:80")).toEqual(["fd00::1", 80]);
  expect(read("[fd00::/8]:80")).toEqual(["fd00::/8", 80]);
});

test("an entry is for the owner and for one use unless it says otherwise", () => {
  expect(readPrivateHost("nas.local", "pages")).toEqual({ host: "nas.local", port: null, for: "owner", use: "pages" });
  expect(readPrivateHost("owner@nas.local", "pages")?.for).toBe("owner");
  expect(readPrivateHost("everybody@ntfy.lan:81", "channels")).toEqual({
    host: "ntfy.lan",
    port: 81,
    for: "everybody",
    use: "channels",
  });
  expect(PrivateHost.parse({ host: "nas.local" })).toEqual({
    host: "nas.local",
    port: null,
    for: "owner",
    use: "pages",
  });
});

test("what is something else is refused", () => {
  for (const text of [
    "",
    "http://nas.local",
    "nas.local/x",
    "a@b",
    "somebody@nas.local",
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0/8",
    "10.0.0.0/8/8",
    "a b",
    "999.1.1.1",
    "10.1",
    "0x7f.1",
    "010.0.0.1",
    "nas.local:0",
    "nas.local:65536",
    "nas.local:",
    "[nas.local]:80",
    "host!!",
    "a..b",
    "*.lan",
  ]) {
    expect([text, readPrivateHost(text, "pages")]).toEqual([text, null]);
  }
  for (const host of ["nas.local:80", "[fd00::1]", "a/b"]) expect(PrivateHost.safeParse({ host }).success).toBe(false);
});

test("whatever is typed, it is read or refused, and what was read is written so that it reads the same", () => {
  const part = fc.constantFrom("10", "010", "0x1", "256", "::", "::1", "fd00", "ffff", "nas", "a-b", "É", "1");
  const glue = fc.constantFrom(".", ":", "/", "", "[", "]", "%", "8", "128", "33", "@");
  const typed = fc.array(fc.tuple(part, glue), { maxLength: 5 }).map((all) => all.flat().join(""));
  fc.assert(
    fc.property(fc.oneof(fc.string(), typed), (text) => {
      const read = readPrivateHost(text, "pages");
      if (read) expect(readPrivateHost(writePrivateHost(read), "pages")).toEqual({ ...read, for: "owner" });
    }),
    { numRuns: 2_000 },
  );
});

test("an entry of old settings opens for the owner what it opened, and no port or person more", () => {
  expect(privateHostsOfOldSetting("nas.local:8080")).toEqual([
    { host: "nas.local", port: 8080, for: "owner", use: "pages" },
    { host: "nas.local", port: 8080, for: "owner", use: "channels" },
  ]);
  expect(privateHostsOfOldSetting("10.1")).toEqual([]);
});
