/** A tile shows one follow or several: which ones, in which order, is a table of its own. */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const joinedTiles: Migration = {
  name: "joined-tiles",
  async up({ db, dialect }) {
    const integer = dialect === "sqlite" ? "INTEGER" : "BIGINT";
    const options = dialect === "sqlite" ? "STRICT" : "";
    const places = "x, y, width, height, style, version";
    const statements = [
      "DROP INDEX tiles_sheet",
      "DROP INDEX tiles_follow",
      "ALTER TABLE tiles RENAME TO tiles_before",
      `CREATE TABLE tiles (
        id TEXT PRIMARY KEY, sheet_id TEXT NOT NULL REFERENCES sheets (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        content TEXT NOT NULL DEFAULT '{}', x ${integer} NOT NULL, y ${integer} NOT NULL, width ${integer} NOT NULL, height ${integer} NOT NULL,
        style TEXT NOT NULL, version ${integer} NOT NULL
      ) ${options}`,
      `INSERT INTO tiles (id, sheet_id, kind, ${places}) SELECT id, sheet_id, 'follow', ${places} FROM tiles_before`,
      `CREATE TABLE tile_follows (
        tile_id TEXT NOT NULL REFERENCES tiles (id) ON DELETE CASCADE,
        follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE, position ${integer} NOT NULL,
        PRIMARY KEY (tile_id, follow_id)
      ) ${options}`,
      "INSERT INTO tile_follows (tile_id, follow_id, position) SELECT id, follow_id, 0 FROM tiles_before",
      "DROP TABLE tiles_before",
      "CREATE INDEX tiles_sheet ON tiles (sheet_id)",
      "CREATE INDEX tile_follows_follow ON tile_follows (follow_id)",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
