import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ConnectionLimits } from "../operate/connection-limits.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";
import { httpServer } from "./http-server.ts";

/** So short that a test ends; whether a connection ends at all is what is asked. */
const SHORT = { headersMs: 200, silenceMs: 50, requestMs: 30_000, idleMs: 50, traceMs: 20 };
/** A machine that is busy may take a while from a connection to its headers. */
const PATIENT = { ...SHORT, headersMs: 30_000 };

let world: ApiWorld;
let app: FastifyInstance;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  world = await openApiWorld();
});

async function listen(limits: ConnectionLimits): Promise<void> {
  const { services, routes } = world;
  app = httpServer({ services, routes, logger: pino({ level: "silent" }), limits });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(url).port);
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  world.services.live.close();
  await app.close();
  await world.close();
});

async function open(said: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  if (said !== "") socket.write(said);
  return socket;
}

/** However it ends: what is still being said may meet an end that is already there. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => void socket.once("close", () => resolve()));

const POST =
  "POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n";

test.each([
  ["says nothing", ""],
  ["never ends its headers", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-"],
  ["stops before its body", `${POST}\r\n`],
  ["stops in the middle of its body", `${POST}\r\n{"name":`],
  ["has had its answer and wants nothing more", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"],
])("a connection that %s is closed", async (_, said) => {
  await listen(SHORT);
  const socket = await open(said);
  await closed(socket);
  expect(socket.destroyed).toBe(true);
});

test("one that drips its headers byte by byte is closed all the same", async () => {
  await listen(SHORT);
  const socket = await open("GET /healthz HTTP/1.1\r\nX-Slow: ");
  const dripping = setInterval(() => socket.writable && socket.write("x"), 5);
  await closed(socket);
  clearInterval(dripping);
  expect(socket.destroyed).toBe(true);
});

test("one that waits for its answer stays: live events come when there are some", async () => {
  await listen(PATIENT);
  const ada = await world.addPerson();
  const cookie = await world.cookieFor(ada);
  const live = await open(`GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
  const [said] = (await once(live, "data")) as [Buffer];
  expect(said.toString()).toMatch(/^HTTP\/1.1 200/);
  // others have come, said nothing more, and gone
  for (let at = 0; at < 3; at++) await closed(await open(`${POST}\r\n`));
  expect(live.destroyed).toBe(false);
});
