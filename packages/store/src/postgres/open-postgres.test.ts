import { afterAll, describe, onTestFinished } from "vitest";
import { describeStore } from "../store.conformance.ts";
import { openPostgres } from "./open-postgres.ts";
import { testServer } from "./test-server.fixture.ts";

const server = await testServer();
// one that is emptied: to make a database takes ten times as long as most tests do
const database = await server?.createDatabase();

describe.skipIf(!database)("with a real PostgreSQL", () => {
  afterAll(() => database?.drop());
  describeStore("postgres", async () => {
    await database!.empty();
    const store = await openPostgres({ url: database!.url, now: Date.now() });
    onTestFinished(() => store.close());
    return store;
  });
});
