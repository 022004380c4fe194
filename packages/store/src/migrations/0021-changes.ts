/**
 * What changed, in the order of time and over all blocks; which follows have something unseen, kept by triggers, as most have
 * nothing most of the time; and the parts that the messages of a channel are made of.
 */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const changes: Migration = {
  name: "changes",
  async up({ db, dialect }) {
    await db.schema.alterTable("channels").addColumn("form", "text").execute();
    await db.schema.createIndex("observations_at").on("observations").columns(["at", "id"]).execute();
    const statements = [
      `ALTER TABLE follows ADD COLUMN has_news ${dialect === "sqlite" ? "INTEGER" : "BIGINT"} NOT NULL DEFAULT 1`,
      `UPDATE follows SET has_news = ${OF_FOLLOW}`,
      "CREATE INDEX follows_news ON follows (person_id) WHERE has_news = 1",
      ...(dialect === "sqlite" ? IN_SQLITE : IN_POSTGRES),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const newsOf = (latest: string) => `CASE WHEN ${latest} IS DISTINCT FROM follows.seen_observation_id THEN 1 ELSE 0 END`;
const OF_FOLLOW = `(SELECT ${newsOf("b.latest_observation_id")} FROM blocks b WHERE b.id = follows.block_id)`;
const OF_BLOCK = newsOf("NEW.latest_observation_id");

const keep = (which: string, news: string) =>
  `UPDATE follows SET has_news = ${news} WHERE ${which} AND has_news <> ${news};`;
const KEEP_FOLLOW = keep("id = NEW.id", OF_FOLLOW);
const KEEP_FOLLOWS_OF_BLOCK = keep("block_id = NEW.id", OF_BLOCK);
const HOLD_FOLLOWS_OF_BLOCK = "PERFORM 1 FROM follows WHERE block_id = NEW.id FOR NO KEY UPDATE;";
const FOLLOW_CHANGES = "UPDATE OF block_id, seen_observation_id ON follows";
const BLOCK_CHANGES = "UPDATE OF latest_observation_id ON blocks";

const IN_SQLITE = [
  `CREATE TRIGGER follows_news_insert AFTER INSERT ON follows BEGIN ${KEEP_FOLLOW} END`,
  `CREATE TRIGGER follows_news_update AFTER ${FOLLOW_CHANGES} BEGIN ${KEEP_FOLLOW} END`,
  `CREATE TRIGGER blocks_news_update AFTER ${BLOCK_CHANGES} BEGIN ${KEEP_FOLLOWS_OF_BLOCK} END`,
] as const;

const inPostgres = (name: string, when: string, does: string) => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${does} RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} AFTER ${when} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
];
const IN_POSTGRES = [
  ...inPostgres("follows_news", `INSERT OR ${FOLLOW_CHANGES}`, KEEP_FOLLOW),
  // whoever marks a follow as seen at this moment has read the block as it was: that has to be over first
  ...inPostgres("blocks_news", BLOCK_CHANGES, `${HOLD_FOLLOWS_OF_BLOCK} ${KEEP_FOLLOWS_OF_BLOCK}`),
];
