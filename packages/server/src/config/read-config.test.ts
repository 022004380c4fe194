import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ConfigurationError, readConfig } from "./read-config.ts";
import { configurationReference } from "./reference.ts";
import { SETTINGS } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-config-"));
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("nothing has to be set", () => {
  expect(readConfig({ PATH: "/bin" })).toMatchObject({ port: 8420, host: "127.0.0.1", smtpSecurity: "starttls" });
});

test("the environment comes before the file, the file before the defaults", () => {
  const TESSERA_CONFIG = file("a.yaml", "port: 9000\nhost: 0.0.0.0\nallowedHosts: [a.example, b.example]\n");
  expect(readConfig({ TESSERA_CONFIG, TESSERA_PORT: "9001" })).toMatchObject({
    port: 9001,
    host: "0.0.0.0",
    allowedHosts: ["a.example", "b.example"],
  });
  expect(readConfig({ TESSERA_ALLOWED_HOSTS: "a.example, b.example," }).allowedHosts).toEqual([
    "a.example",
    "b.example",
  ]);
});

test("secrets come from files too, without their last line break", () => {
  const TESSERA_OWNER_PASSWORD_FILE = file("secret", "correct horse\n");
  expect(readConfig({ TESSERA_OWNER_PASSWORD_FILE }).ownerPassword).toBe("correct horse");
  expect(() => readConfig({ TESSERA_OWNER_PASSWORD_FILE, TESSERA_OWNER_PASSWORD: "another one" })).toThrow(/not both/);
  expect(() => readConfig({ TESSERA_OWNER_PASSWORD_FILE: "/nowhere" })).toThrow(/cannot be read \(ENOENT\)/);
});

test("every mistake is named with its variable, and no secret is repeated", () => {
  const mistakes = () =>
    readConfig({ TESSERA_PORT: "70000", TESSERA_OWNER_PASSWORD: "hunter2", TESSERA_BASE_URL: "x" });
  expect(mistakes).toThrow(/TESSERA_PORT[\s\S]*TESSERA_BASE_URL|TESSERA_BASE_URL[\s\S]*TESSERA_PORT/);
  expect(mistakes).not.toThrow(/hunter2/);
  expect(() => readConfig({ TESSERA_PROT: "1" })).toThrow(/TESSERA_PROT/);
  expect(() => readConfig({ TESSERA_CONFIG: file("b.yaml", "prot: 1") })).toThrow(/unknown setting prot/);
  expect(() => readConfig({ TESSERA_CONFIG: file("c.yaml", "a: [") })).toThrow(ConfigurationError);
});

test("whatever the environment holds, the answer is a configuration or a clear error", () => {
  const variable = fc.constantFrom(...SETTINGS.map((setting) => setting.variable));
  fc.assert(
    fc.property(fc.dictionary(variable, fc.string()), (environment) => {
      try {
        readConfig(environment);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigurationError);
      }
    }),
  );
});

test("the reference page is the one of this schema: `tessera serve --settings` writes it", () => {
  const page = new URL("../../../../docs/operate/configuration.md", import.meta.url);
  expect(readFileSync(page, "utf8")).toBe(configurationReference());
});
