import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { SETTINGS } from "./settings.ts";

const root = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const known = new Set(
  SETTINGS.flatMap(({ variable, isSecret }) => (isSecret ? [variable, `${variable}_FILE`] : [variable])),
);
/** Variables of the command line client and of the tests. */
const OTHERS = /^TESSERA_(CONFIG|SERVER|TOKEN|TOKEN_FILE|PERSON|URL|TEST_POSTGRES)$/;

const files = [
  "Dockerfile",
  ...readdirSync(new URL("deploy/", root)).map((name) => `deploy/${name}`),
  ...readdirSync(new URL("docs/operate/", root)).map((name) => `docs/operate/${name}`),
];

test.each(files)("%s names only settings that exist", (file) => {
  const named = new Set(read(file).match(/\bTESSERA_[A-Z_]*[A-Z]\b/g) ?? []);
  expect([...named].filter((name) => !known.has(name) && !OTHERS.test(name))).toEqual([]);
});

test("the compose files run what there is, as nobody in particular", () => {
  for (const file of ["deploy/compose.yaml", "deploy/compose.fleet.yaml"]) {
    const { services, secrets } = parse(read(file), { merge: true });
    for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
      for (const secret of (service.secrets ?? []) as string[]) expect(secrets).toHaveProperty(secret);
      if (name === "postgres") continue;
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], init: true });
    }
  }
});

test("the dashboard asks for metrics that exist", () => {
  const source = ["metrics", "check-metrics", "worker-metrics"]
    .map((name) => readFileSync(new URL(`../operate/${name}.ts`, import.meta.url), "utf8"))
    .join("");
  const asked = new Set(read("deploy/grafana-dashboard.json").match(/\btessera_[a-z_]+/g) ?? []);
  expect(asked.size).toBeGreaterThan(5);
  for (const metric of asked) expect(source).toContain(`"${metric.replace(/_(bucket|count|sum)$/, "")}"`);
});
