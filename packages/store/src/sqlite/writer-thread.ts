/**
 * The thread that writes the embedded store: a commit waits for the disk, and whoever waits there answers nobody. It
 * does one request after the other and knows nothing about them.
 */
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import { StoreFailure } from "../contract/store-failure.ts";
import { type FileOptions, openFile } from "./open-file.ts";
import type { recorderOver } from "./record-in-thread.ts";
import { Statements } from "./statements.ts";
import type { SentFailure, WriterAnswer, WriterRequest } from "./writer-messages.ts";

const port = parentPort;
if (!port) throw new RangeError("this is the program of a thread");

const database = openFile(workerData as FileOptions);
const statements = new Statements(database);
let record: ReturnType<typeof recorderOver> | null = null;

async function perform({ work }: WriterRequest): Promise<WriterAnswer["result"]> {
  switch (work.kind) {
    case "query":
      return statements.run(work);
    case "record":
      // loaded with the first check: it knows the schema, of which nothing else here does
      record ??= (await import("./record-in-thread.ts")).recorderOver(database, sent);
      return record(work.checks);
    case "rollback":
      // a full disk makes SQLite roll back by itself
      if (database.inTransaction) statements.run({ sql: "ROLLBACK", parameters: [] });
      return null;
    case "back-up":
      await (await import("./sqlite-upkeep.ts")).backUpSqlite(database, work.target);
      return null;
    case "close":
      database.close();
      return null;
  }
}

/** Errors lose their class between threads. What is neither the disk's nor SQLite's fault is a mistake and ends us. */
function sent(failure: unknown): SentFailure {
  if (failure instanceof StoreFailure) return { by: "store", code: failure.code, message: failure.message };
  if (failure instanceof Sqlite.SqliteError) return { by: "sqlite", code: failure.code, message: failure.message };
  throw failure;
}

port.on("message", (request: WriterRequest) => {
  void perform(request)
    .then(
      (result): WriterAnswer => ({ id: request.id, result, failure: null }),
      (failure): WriterAnswer => ({ id: request.id, result: null, failure: sent(failure) }),
    )
    .then((answer) => {
      port.postMessage(answer);
      if (request.work.kind === "close") port.close();
    });
});
