import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Person } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let port: number;
beforeAll(async () => {
  world = await openApiWorld();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(() => world.close());

const answered: string[] = [];
beforeEach(() => {
  answered.length = 0;
});

/** An import that was begun: its body is still to be written. */
async function begin(name: string, person: Person): Promise<{ sent: ClientRequest; answer: Promise<number> }> {
  const authorization = await world.tokenFor(person, ["write"]);
  const headers = { authorization, "content-type": "text/plain" };
  const sent = request({ host: "127.0.0.1", port, method: "POST", path: "/api/v1/import?dryRun=true", headers });
  const answer = new Promise<number>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      answered.push(name);
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  return { sent, answer };
}

test("large bodies of one person are read one after the other, and others do not wait for them", async () => {
  const [mallory, ada] = [await world.addPerson(), await world.addPerson()];
  const first = await begin("mallory 1", mallory);
  const arrived = once(world.app.server, "request");
  first.sent.write("https://a.example/1\n");
  await arrived;
  const second = await begin("mallory 2", mallory);
  second.sent.end("https://a.example/2\n");
  const other = await begin("ada", ada);
  other.sent.end("https://a.example/3\n");
  expect(await other.answer).toBe(202);
  first.sent.end("https://a.example/4\n");
  expect(await Promise.all([first.answer, second.answer])).toEqual([202, 202]);
  expect(answered).toEqual(["ada", "mallory 1", "mallory 2"]);
});

test("whoever goes away leaves their place to the next", async () => {
  const mallory = await world.addPerson();
  const first = await begin("gone", mallory);
  const arrived = once(world.app.server, "request");
  first.sent.write("https://a.example/1\n");
  await arrived;
  const second = await begin("next", mallory);
  second.sent.end("https://a.example/2\n");
  first.answer.catch(() => undefined);
  first.sent.destroy();
  expect(await second.answer).toBe(202);
});
