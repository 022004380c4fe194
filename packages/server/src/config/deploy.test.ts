import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** Of the Compose specification: what services here may have. A mistyped key would be ignored by no one but its author. */
const SERVICE_KEYS = new Set(
  (
    "build cap_drop command depends_on environment healthcheck image init mem_limit ports read_only restart secrets " +
    "security_opt shm_size stop_grace_period tmpfs volumes"
  ).split(" "),
);

test.each(["deploy/compose.yaml", "deploy/compose.fleet.yaml"])("%s keeps to the Compose specification", (file) => {
  const { services, secrets, volumes, ...rest } = parse(read(file), { merge: true });
  expect(Object.keys(rest).filter((key) => !key.startsWith("x-"))).toEqual([]);
  for (const service of Object.values<Record<string, never>>(services)) {
    expect(Object.keys(service).filter((key) => !SERVICE_KEYS.has(key))).toEqual([]);
    for (const volume of (service.volumes ?? []) as string[]) expect(volumes).toHaveProperty(volume.split(":")[0]!);
    for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other);
    const { target = "plain" } = (service.build ?? {}) as { target?: string };
    expect(read("Dockerfile")).toMatch(new RegExp(`^FROM .* AS ${target}$`, "m"));
    for (const option of (service.security_opt ?? []) as string[]) {
      const [, profile] = /^seccomp=\.\/(.*)$/.exec(option) ?? [];
      if (profile) expect(JSON.parse(read(`deploy/${profile}`))).toMatchObject({ defaultAction: expect.any(String) });
    }
  }
  expect(Object.values<{ file: string }>(secrets).every((secret) => secret.file.startsWith("./"))).toBe(true);
});

test("the Dockerfile copies what there is, and its images run as nobody in particular", () => {
  const lines = read("Dockerfile").replaceAll("\\\n", " ").split("\n");
  const sources = lines
    .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
    .flatMap((line) => line.split(" ").slice(1, -1));
  for (const source of sources) expect(existsSync(new URL(source, root)), source).toBe(true);
  const ignored = read(".dockerignore").trim().split("\n");
  expect(sources.filter((source) => ignored.includes(source.split("/")[0]!))).toEqual([]);
  // what the configuration of the web app's build extends
  expect(sources).toContain("tsconfig.base.json");
  expect(lines.filter((line) => line.startsWith("ADD "))).toEqual([]);
  expect(lines.findLast((line) => line.startsWith("USER "))).toBe("USER node");
  expect(lines.filter((line) => /^(ENTRYPOINT|CMD) (?!\[)/.test(line))).toEqual([]);
});

const lines = (path: string) => read(path).split("\n");

test("no secret that the guide puts beside the compose files gets into a commit or an image", () => {
  const secrets = ["deploy/compose.yaml", "deploy/compose.fleet.yaml"].flatMap((file) =>
    Object.values<{ file: string }>(parse(read(file), { merge: true }).secrets).map((secret) => secret.file.slice(2)),
  );
  expect(new Set(secrets)).toEqual(new Set(["owner-password", "postgres-password", "database-url"]));
  for (const name of secrets) expect(lines(".gitignore")).toContain(`/deploy/${name}`);
  expect(lines(".gitignore")).toContain(".env");
  expect(lines(".dockerignore")).toEqual(expect.arrayContaining(["deploy", "**/.env"]));
  // what the guide names in deploy/ is either part of the program or ignored
  const named = new Set(read("docs/operate/install.md").match(/\bdeploy\/[\w.-]*\w/g) ?? []);
  const isIgnored = (path: string) => lines(".gitignore").includes(`/${path}`) || path.endsWith("/.env");
  expect([...named].filter((path) => !isIgnored(path) && !existsSync(new URL(path, root)))).toEqual([]);
});

test("the images are made by `npm ci`, from a base that can be named by its digest", () => {
  const dockerfile = lines("Dockerfile");
  expect(dockerfile).toContain("ARG NODE_IMAGE=node:24-bookworm-slim");
  const bases = dockerfile.filter((line) => line.startsWith("FROM ")).map((line) => line.split(" ")[1]);
  expect(new Set(bases)).toEqual(new Set(["${" + "NODE_IMAGE}", "plain"]));
  expect(dockerfile.filter((line) => /^RUN npm (ci|install|i)\b/.test(line))).toEqual([
    "RUN npm ci --no-audit --no-fund",
  ]);
});

test("the lock file has every optional package that another one names: `npm ci` refuses it otherwise", () => {
  interface Locked {
    readonly version?: string;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
  }
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("Chromium runs as somebody else than root wherever we say how, and is let make its sandbox", () => {
  const unit = lines("deploy/tessera.service");
  expect(unit).toContain("DynamicUser=yes");
  expect(unit.filter((line) => /^(User=root|RestrictNamespaces=|PrivateUsers=)/.test(line))).toEqual([]);
  for (const file of ["deploy/compose.yaml", "deploy/compose.fleet.yaml"]) {
    const { services } = parse(read(file), { merge: true });
    for (const service of Object.values<Record<string, unknown>>(services)) {
      expect(service).not.toHaveProperty("privileged");
      expect(service.user ?? "node").not.toMatch(/^(root|0)\b/);
      if (!String(service.image).endsWith(":browser")) continue;
      expect(service.security_opt).toContain("seccomp=./chromium-seccomp.json");
    }
  }
  const { defaultAction, syscalls } = JSON.parse(read("deploy/chromium-seccomp.json"));
  const forbidden = new Set(syscalls.flatMap(({ names }: { names: string[] }) => names));
  expect(defaultAction).toBe("SCMP_ACT_ALLOW");
  // what the sandbox is made of, and what it must not be able to do with it
  expect(["clone", "clone3", "unshare", "setns", "chroot", "seccomp"].filter((name) => forbidden.has(name))).toEqual(
    [],
  );
  expect(["mount", "pivot_root", "bpf", "keyctl", "kexec_load"].filter((name) => !forbidden.has(name))).toEqual([]);
  const sources = ["Dockerfile", ...readdirSync(new URL("deploy/", root)).map((name) => `deploy/${name}`)];
  for (const file of sources) expect(read(file)).not.toContain("--no-sandbox");
});

test("the dashboard asks for metrics that exist", () => {
  const source = ["metrics", "worker-metrics"]
    .map((name) => readFileSync(new URL(`../operate/${name}.ts`, import.meta.url), "utf8"))
    .join("");
  const asked = new Set(read("deploy/grafana-dashboard.json").match(/\btessera_[a-z_]+/g) ?? []);
  expect(asked.size).toBeGreaterThan(5);
  for (const metric of asked) expect(source).toContain(`"${metric.replace(/_(bucket|count|sum)$/, "")}"`);
});
