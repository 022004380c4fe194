import { afterAll, describe } from "vitest";
import { describeStore } from "../store.conformance.ts";
import { openPostgres } from "./open-postgres.ts";
import { testServer } from "./test-server.fixture.ts";

const server = await testServer();
const database = await server?.createDatabase();

describe.skipIf(!database)("with a real PostgreSQL", () => {
  afterAll(() => database?.drop());
  describeStore("postgres", () => openPostgres({ url: database!.url, now: Date.now() }));
});
