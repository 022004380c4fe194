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

test("nothing has to be set", async () => {
  expect(await readConfig({ PATH: "/bin" })).toMatchObject({ port: 8420, host: "127.0.0.1", smtpSecurity: "starttls" });
});

test("the environment comes before the file, the file before the defaults", async () => {
  const TESSERA_CONFIG = file("a.yaml", "port: 9000\nhost: 0.0.0.0\nallowedHosts: [a.example, b.example]\n");
  expect(await readConfig({ TESSERA_CONFIG, TESSERA_PORT: "9001" })).toMatchObject({
    port: 9001,
    host: "0.0.0.0",
    allowedHosts: ["a.example", "b.example"],
  });
  expect((await readConfig({ TESSERA_ALLOWED_HOSTS: "a.example, b.example," })).allowedHosts).toEqual([
    "a.example",
    "b.example",
  ]);
});

test("secrets come from files too, without their last line break", async () => {
  const TESSERA_OWNER_PASSWORD_FILE = file("secret", "correct horse\n");
  expect((await readConfig({ TESSERA_OWNER_PASSWORD_FILE })).ownerPassword).toBe("correct horse");
  await expect(readConfig({ TESSERA_OWNER_PASSWORD_FILE, TESSERA_OWNER_PASSWORD: "another one" })).rejects.toThrow(
    /not both/,
  );
  await expect(readConfig({ TESSERA_OWNER_PASSWORD_FILE: "/nowhere" })).rejects.toThrow(/cannot be read \(ENOENT\)/);
});

test("every mistake is named with its variable, and no secret is repeated", async () => {
  const mistakes = () =>
    readConfig({ TESSERA_PORT: "70000", TESSERA_OWNER_PASSWORD: "hunter2", TESSERA_BASE_URL: "x" });
  await expect(mistakes()).rejects.toThrow(/TESSERA_PORT[\s\S]*TESSERA_BASE_URL|TESSERA_BASE_URL[\s\S]*TESSERA_PORT/);
  await expect(mistakes()).rejects.toThrow(/^(?![\s\S]*hunter2)/);
  await expect(readConfig({ TESSERA_PROT: "1" })).rejects.toThrow(/TESSERA_PROT/);
  await expect(readConfig({ TESSERA_CONFIG: file("b.yaml", "prot: 1") })).rejects.toThrow(/unknown setting prot/);
  await expect(readConfig({ TESSERA_CONFIG: file("c.yaml", "a: [") })).rejects.toThrow(ConfigurationError);
});

test("whatever the environment holds, the answer is a configuration or a clear error", async () => {
  const variable = fc.constantFrom(...SETTINGS.map((setting) => setting.variable));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(variable, fc.string()), async (environment) => {
      try {
        await readConfig(environment);
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
