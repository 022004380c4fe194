/** A site on loopback and a whole instance that may look at it, with its owner logged in. */
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type Logger, pino } from "pino";
import { Config } from "../config/settings.ts";
import { type Assembly, assemble } from "../main/assemble.ts";
import { firstStart } from "../people/joining.ts";
import { watchRefusals } from "./declared-refusals.fixture.ts";
import { httpServer } from "./http-server.ts";
import { allRoutes } from "./routes/all-routes.ts";

export interface SiteAnswer {
  readonly type: string;
  readonly body: string | Buffer;
  /** Whoever does not send it is not let in. */
  readonly cookie?: string;
}

export interface SiteWorld {
  readonly origin: string;
  readonly assembly: Assembly;
  readonly app: FastifyInstance;
  /** Of the owner's session. */
  readonly headers: Readonly<Record<string, string>>;
  get(url: string): ReturnType<typeof inject>;
  post(url: string, payload: object): ReturnType<typeof inject>;
  /** Opens a page of the site for picking. */
  open(path: string, source?: object): ReturnType<typeof inject>;
  close(): Promise<void>;
}

function inject(app: FastifyInstance, options: InjectOptions) {
  return app.inject(options);
}

/** `answers` is what the site says, by path; it may be changed at any time. */
export async function openSiteWorld(
  answers: Readonly<Record<string, SiteAnswer>>,
  settings: Partial<Record<keyof Config, unknown>> = {},
  logger: Logger = pino({ level: "silent" }),
): Promise<SiteWorld> {
  const site = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    const isLetIn = !answer?.cookie || request.headers.cookie?.includes(answer.cookie);
    if (answer && !isLetIn) response.writeHead(403).end();
    else if (answer) response.writeHead(200, { "content-type": answer.type }).end(answer.body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), "tessera-site-"));
  const config = Config.parse({ data, privateHosts: [`127.0.0.1:${port}`], browser: "off", ...settings });
  const assembly = await assemble({ config, onError: (error) => logger.error(error) });
  const { services } = assembly;
  await firstStart(services.store, { ownerName: "ada", ownerPassword: "correct horse", now: Date.now() });
  const app = httpServer({ services, routes: allRoutes(), logger });
  const refusals = watchRefusals(app);
  const ours = { host: "localhost", origin: "http://localhost" };
  const payload = { name: "ada", password: "correct horse" };
  const login = await app.inject({ method: "POST", url: "/api/v1/login", headers: ours, payload });
  const headers = { ...ours, cookie: String(login.headers["set-cookie"]).split(";")[0] ?? "" };
  const post = (url: string, payload: object) => inject(app, { method: "POST", url, headers, payload });
  return {
    origin,
    assembly,
    app,
    headers,
    get: (url) => inject(app, { method: "GET", url, headers }),
    post,
    open: (path, source = {}) =>
      post("/api/v1/pages", { source: { url: `${origin}${path}`, respectRobots: false, ...source } }),
    async close() {
      await app.close();
      await assembly.close();
      site.close();
      site.closeAllConnections();
      refusals.check();
    },
  };
}
