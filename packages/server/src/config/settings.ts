/** Every setting of the program: its type, default and meaning in one schema, from which the reference is written. */
import { type PrivateHost, ProxyName, readPrivateHost } from "@tessera/model";
import { z } from "zod";

/** A list, in the environment separated by commas. */
const list = z.preprocess(
  (value) =>
    typeof value === "string"
      ? value
          .split(",")
          .map((part) => part.trim())
          .filter(Boolean)
      : value,
  z.array(z.string().max(300)).max(1_000),
);

/** Private hosts as an operator writes them, for one use. */
const privateHosts = (use: PrivateHost["use"]) =>
  list.pipe(
    z.array(
      z.string().transform((text, context) => {
        const host = readPrivateHost(text, use);
        if (host) return host;
        context.addIssue({ code: "custom", message: `not a host name, an address or a network: ${text}` });
        return z.NEVER;
      }),
    ),
  );

/** Proxies with their names. */
const namedProxies = list.pipe(
  z
    .array(
      z.string().transform((text, context) => {
        const [, name = "", url = ""] = /^([^=]*)=(.*)$/.exec(text) ?? [];
        const isProxy = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
        if (ProxyName.safeParse(name).success && isProxy) return { name, url };
        context.addIssue({ code: "custom", message: "each must be a name, an equals sign and an http address" });
        return z.NEVER;
      }),
    )
    .max(50),
);

/** A whole number, in the environment as digits. */
const whole = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  );

/** Yes or no, in the environment as `true` or `false`. */
const flag = z.preprocess((value) => (value === "true" ? true : value === "false" ? false : value), z.boolean());

/** A URL that this server is reached at: origin and nothing else. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).pathname === "/", "must be an address without a path");

export const Config = z.strictObject({
  data: z.string().min(1).default("./data").describe("Directory that holds everything: the database and its backups."),
  mostStoreMebibytes: whole(16, 100_000_000)
    .optional()
    .describe(
      "How large the database in `data` may become, 16 at least. Beyond that nothing is written but everything can be read, as on a full disk. Without it the disk is the limit.",
    ),
  database: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta({ secret: true })
    .describe(
      "PostgreSQL that holds everything instead of `data`, such as `postgres://tessera:secret@db/tessera`; pages are then checked by `tessera work`, in any number of processes.",
    ),
  objectsUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "With `database`: bucket of an S3-compatible store for the bodies of pages, such as `https://s3.example/tessera`; without it they are in the database.",
    ),
  objectsRegion: z.string().min(1).default("us-east-1").describe("Region of the object store, if it has one."),
  objectsAccessKey: z.string().min(1).optional().meta({ secret: true }).describe("Access key of the object store."),
  objectsSecretKey: z.string().min(1).optional().meta({ secret: true }).describe("Secret key of the object store."),
  pool: z
    .enum(["all", "plain", "browser"])
    .default("all")
    .describe("What `tessera work` does: `plain` fetches, `browser` renders in Chromium, `all` does both."),
  host: z.string().min(1).default("127.0.0.1").describe("Address to listen on; `0.0.0.0` for all, as in a container."),
  port: whole(0, 65_535).default(8420).describe("Port to listen on; 0 takes any free port."),
  baseUrl: origin
    .optional()
    .describe("Where people reach this server, such as `https://tessera.example`; links in messages lead there."),
  allowedHosts: list
    .default([])
    .describe(
      "More host names under which this server may be reached, besides that of `baseUrl`, `localhost`, `*.local` and addresses.",
    ),
  trustedProxies: list
    .default([])
    .describe("Addresses or networks of reverse proxies whose `X-Forwarded-*` headers are trusted."),
  ownerName: z
    .string()
    .min(1)
    .max(64)
    .default("owner")
    .describe("Login name of the owner, used at the first start only."),
  ownerPassword: z
    .string()
    .min(8)
    .max(1_000)
    .optional()
    .meta({ secret: true })
    .describe("Password of the owner, used at the first start only; without it a one-time set-up link is printed."),
  sessionDays: whole(1, 3_650).default(30).describe("Days after which an unused session ends."),
  smtpHost: z.string().min(1).optional().describe("Mail server; without it there is no mail."),
  smtpPort: whole(1, 65_535).default(587).describe("Port of the mail server."),
  smtpSecurity: z
    .enum(["starttls", "tls", "plain"])
    .default("starttls")
    .describe("`starttls` required, `tls` from the first byte, or `plain`."),
  smtpUser: z.string().optional().describe("User at the mail server, if it needs one."),
  smtpPassword: z.string().optional().meta({ secret: true }).describe("Password at the mail server."),
  smtpFrom: z.string().default("Tessera <tessera@localhost>").describe("Sender of all mail."),
  privateHosts: privateHosts("pages")
    .default([])
    .describe(
      "Private hosts whose own pages may be captured, such as `nas.local`, `192.168.1.10:8080`, `192.168.1.0/24` or `[fd00::1]:81`: ports 80 and 443 unless one is named, for the owner only unless it begins with `everybody@`. An address or network allows URLs that contain such an address, not names that lead there. The owner can add more in the settings.",
    ),
  privateChannelHosts: privateHosts("channels")
    .default([])
    .describe(
      "Private hosts that messages may be sent to, written in the same way, such as `everybody@ntfy.lan:8080`.",
    ),
  proxy: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ secret: true })
    .describe(
      "HTTP proxy for all requests to other servers; without it `HTTP_PROXY`, `HTTPS_PROXY` and `ALL_PROXY` are used. `NO_PROXY` names the exceptions.",
    ),
  proxies: namedProxies
    .default([])
    .meta({ secret: true })
    .describe(
      "More proxies, each with a name that people can choose for a page, such as `de=http://proxy.example:3128,us=http://user:secret@other.example:3128`; workers need the same.",
    ),
  secretsKey: z
    .base64()
    .refine((text) => Buffer.from(text, "base64").length === 32, "must be 32 bytes in base64")
    .optional()
    .meta({ secret: true })
    .describe(
      "Key with which secrets for pages, secrets of channels and kept cookies are sealed in the database: 32 random bytes in base64, as `openssl rand -base64 32` gives them. Without it one is made in `data`, in the file `secrets.key`; with `database` it has to be set, the same for the server and all workers.",
    ),
  userAgent: z.string().min(1).max(300).optional().describe("How this server identifies itself to other servers."),
  memory: z
    .enum(["auto", "small", "normal", "large"])
    .default("auto")
    .describe(
      "How much is taken of the machine: threads, tabs and caches, as [the table below](#memory) says. `auto` goes by the memory of the machine or, in a container, by its limit.",
    ),
  workers: whole(1, 64).optional().describe("Threads that trace and compare; without it as `memory` says."),
  concurrency: whole(1, 500)
    .optional()
    .describe(
      "Pages checked at once, without it as `memory` says; one person gets at most seven eighths of the places.",
    ),
  browser: z
    .string()
    .min(1)
    .default("auto")
    .describe(
      "`auto` uses Chromium if a page needs it and one is found, `off` never does; an address such as `ws://chrome:9222/` is a Chromium that runs elsewhere (`docs/operate/security.md` says what is guarded then); anything else is the path of the Chromium to use.",
    ),
  browserProxyHost: z
    .string()
    .regex(/^[\w.:[\]-]{1,255}$/)
    .default("127.0.0.1")
    .describe(
      "With a Chromium that runs elsewhere: the name or address under which it reaches this program, because all requests of pages come through here.",
    ),
  webgl: z
    .enum(["auto", "on", "off"])
    .default("auto")
    .describe(
      "Whether pages may draw with WebGL (maps, 3D charts) in Chromium: `auto` where Chromium has its sandbox, because it is drawn by code that is made as a page wants it; a page that draws otherwise needs none.",
    ),
  browserPages: whole(1, 50)
    .optional()
    .describe("Pages rendered at once, without it as `memory` says; one person gets at most all but one of them."),
  web: z.string().min(1).optional().describe("Directory of the built web app; in a checkout it is found without this."),
  logLevel: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace"])
    .default("info")
    .describe("How much is logged."),
  metricsPort: whole(0, 65_535)
    .optional()
    .describe(
      "Port on which `tessera work` serves `/metrics`, `/healthz` and `/readyz` at `host`; without it a worker listens on no port. The server has them on `port`.",
    ),
  metricsToken: z
    .string()
    .min(16)
    .optional()
    .meta({ secret: true })
    .describe("Bearer token for `/metrics`; without it only this machine may read them, and not through a proxy."),
  secureCookies: flag
    .optional()
    .describe("Whether cookies are sent over HTTPS only; by default if `baseUrl` is https."),
});
export type Config = z.infer<typeof Config>;
export type SettingName = keyof Config;

export interface Setting {
  readonly name: SettingName;
  /** `TESSERA_SMTP_HOST` for `smtpHost`. */
  readonly variable: string;
  readonly about: string;
  readonly isSecret: boolean;
}

/** The settings in the order of the schema. */
export const SETTINGS: readonly Setting[] = (Object.keys(Config.shape) as SettingName[]).map((name) => ({
  name,
  variable: variableOf(name),
  about: Config.shape[name].description ?? "",
  isSecret: isSecret(Config.shape[name]),
}));

function variableOf(name: string): string {
  return `TESSERA_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The mark may lie on the type inside an optional one or below a default. */
function isSecret(schema: z.ZodType): boolean {
  let at: z.ZodType | undefined = schema;
  while (at) {
    if (at.meta()?.secret) return true;
    at = at instanceof z.ZodOptional || at instanceof z.ZodDefault ? (at.unwrap() as z.ZodType) : undefined;
  }
  return false;
}
