/** What a person's browser shows of their follows: those with something new, and those about which somebody has to do something. */
import { AskingVerdict, type FollowId, type PersonId } from "@tessera/model";
import type { ExpressionBuilder } from "kysely";
import type { FollowNews } from "../contract/follow-records.ts";
import { sheetsOf } from "./changes.ts";
import type { Connection } from "./connection.ts";
import { viewsOf } from "./follow-views.ts";
import type { Tables } from "./tables.ts";

type Is = ExpressionBuilder<Tables, "follows" | "blocks" | "observations">;

/** As `hasNews` of a follow has it. */
const isUnseen = (is: Is) =>
  is.or([
    is("follows.seen_observation_id", "is", null),
    is("follows.seen_observation_id", "!=", is.ref("observations.id")),
  ]);

const asks = (is: Is) => is("blocks.verdict", "in", AskingVerdict.options);

/** Of blocked pages those that somebody can open again by logging in are told apart by whoever reads their verdict. */
const isBlocked = (is: Is) => is("blocks.verdict", "=", "blocked");

export async function followNews(connection: Connection, owner: PersonId, limit: number): Promise<FollowNews> {
  const { db } = connection;
  const active = db
    .selectFrom("follows")
    .innerJoin("blocks", "blocks.id", "follows.block_id")
    .innerJoin("observations", "observations.id", "blocks.latest_observation_id")
    .where("follows.person_id", "=", owner)
    .where("follows.deleted_at", "is", null)
    .where("follows.paused_at", "is", null);
  const count = async (which: (is: Is) => ReturnType<typeof asks>): Promise<number> => {
    const row = await active
      .select((from) => from.fn.countAll<number>().as("count"))
      .where(which)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  };
  const rows = await active
    .selectAll("follows")
    .where((is) => is.or([isUnseen(is), asks(is), isBlocked(is)]))
    .orderBy("observations.at", "desc")
    .orderBy("follows.id")
    .limit(limit)
    .execute();
  const sheets = await sheetsOf(
    connection,
    owner,
    rows.map(({ id }) => id as FollowId),
  );
  const views = await viewsOf(connection, rows);
  return {
    changed: await count(isUnseen),
    questions: await count(asks),
    items: views.map((view) => ({ view, sheetId: sheets.get(view.follow.id)?.id ?? null })),
  };
}
