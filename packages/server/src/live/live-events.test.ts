import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Config } from "../config/settings.ts";
import { type Answered, type ApiClient, apiClient, logIn } from "../crash-tests/api-client.fixture.ts";
import { type RunningServer, serve } from "../main/serve.ts";

const PASSWORD = "correct horse battery";
let root = "";
let site: LoopbackSite;
let server: RunningServer;
let client: ApiClient;
let cookie = "";
let says = "one";

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "tessera-live-"));
  site = await startSite((request, response) => {
    const isRobots = request.url === "/robots.txt";
    response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html" });
    response.end(isRobots ? "" : `<title>t</title><main><h1>Board</h1><p>${says}</p></main>`);
  });
  const config = Config.parse({
    data: root,
    port: 0,
    browser: "off",
    ownerPassword: PASSWORD,
    privateHosts: [`127.0.0.1:${site.port}`],
  });
  server = await serve({ config, logger: pino({ level: "silent" }) });
  cookie = (await logIn(server.url, PASSWORD)) ?? "";
  client = apiClient(server.url, cookie);
});
afterAll(async () => {
  await client.close();
  await server.stop();
  await site.close();
  rmSync(root, { recursive: true, force: true });
});

function openEvents(headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(new URL("/api/v1/events", server.url), { headers }, resolve).on("error", reject);
  });
}

interface Heard {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Events as a browser reads them. */
async function* eventsOf(stream: IncomingMessage): AsyncGenerator<Heard> {
  let kind = "";
  for await (const line of createInterface({ input: stream })) {
    const [, field, value = ""] = /^(event|data): (.*)$/.exec(line) ?? [];
    if (field === "event") kind = value;
    if (field === "data") yield { kind, data: JSON.parse(value) as Heard["data"] };
  }
}

async function nextOf(events: AsyncGenerator<Heard>, kind: string): Promise<Heard["data"]> {
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error(`the stream ended before ${kind}`);
    if (value.kind === kind) return value.data;
  }
}

test("a change on a page arrives at whoever has the sheet open, and only with a login", async () => {
  const stranger = await openEvents({});
  expect(stranger.statusCode).toBe(401);
  stranger.resume();
  const stream = await openEvents({ cookie });
  expect([stream.statusCode, stream.headers["content-type"]]).toEqual([200, "text/event-stream"]);
  const events = eventsOf(stream);
  const wish = { source: { url: `http://127.0.0.1:${site.port}/` }, wish: { kind: "css", selector: "p" } };
  const made = await client.ask("POST", "/api/v1/follows", wish);
  const { id } = (made as Answered).json as { id: string };
  expect(await nextOf(events, "follow-changed")).toMatchObject({ followId: id });
  says = "two";
  await client.ask("POST", `/api/v1/follows/${id}/check`);
  const observed = await nextOf(events, "observed");
  expect(observed).toMatchObject({ followId: id, verdict: "found" });
  expect(observed).not.toHaveProperty("personId");
  const shown = await client.ask("GET", `/api/v1/follows/${id}`);
  expect(shown?.json).toMatchObject({ value: "two", latest: { id: observed.observationId, change: "changed" } });
  await server.stop();
  // the end of the server is the end of the stream, and not a wait for it
  while (!(await events.next()).done);
});
