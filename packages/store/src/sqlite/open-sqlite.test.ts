import { describeStore } from "../store.conformance.ts";
import { openSqlite } from "./open-sqlite.ts";

describeStore("sqlite", () => openSqlite({ directory: null, now: Date.now() }));
