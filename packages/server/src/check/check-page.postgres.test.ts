/** The suite of the check flow once more, with every world kept in PostgreSQL. */
import { openPostgres } from "@tessera/store";
import { testServer } from "@tessera/store/test-server";
import { afterAll, test } from "vitest";
import { keepWorldsIn } from "./check-world.fixture.ts";

const server = await testServer();
if (server) {
  const database = await server.createDatabase();
  await (await openPostgres({ url: database.url, now: Date.now() })).close();
  keepWorldsIn(async (now) => {
    await database.empty();
    return openPostgres({ url: database.url, now, connections: 4 });
  });
  afterAll(() => database.drop());
  await import("./check-page.test.ts");
} else {
  test.skip("the check flow on PostgreSQL: there is none on this machine");
}
