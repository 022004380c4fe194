/** `tessera feed`: the items of a feed that is followed, and what was read of them. */
import type { FeedItemReply } from "@tessera/model/api";
import { expectWords, readArguments, readCount } from "../command/arguments.ts";
import { findFollow } from "../command/follows.ts";
import { writeInstant } from "../command/moment.ts";
import { REACH, REACH_HELP, withInstance } from "../command/reach.ts";
import { harmless, printTable } from "../command/table.ts";
import { EXIT, type Verb } from "../command/verb.ts";

const USAGE = "tessera feed FOLLOW [--unread] [--limit N] [--mark-read] [--json]";
const USUAL_LIMIT = "20";
/** More are never given at once. */
const MOST_ITEMS = 200;

const options = {
  ...REACH,
  unread: { type: "boolean", default: false },
  limit: { type: "string", default: USUAL_LIMIT },
  "mark-read": { type: "boolean", default: false },
} as const;

export const feed: Verb = {
  about: "show the items of a feed that you follow, and mark them as read",
  help: `${USAGE}

The items of a feed, or of any list that you follow, the latest first: a mark where you have not read it, since when it is
there, its title and its address. \`tessera follow ADDRESS\` begins to follow a feed.

  --unread         only what you have not read
  --limit N        at most this many, up to ${MOST_ITEMS} (default ${USUAL_LIMIT})
  --mark-read      mark what is shown as read
${REACH_HELP}

Examples:
  tessera feed "The Herald"
  tessera feed Herald --unread --mark-read
  tessera feed Herald --json | jq -r .href`,
  options,

  async run(args, terminal) {
    const { values, positionals } = readArguments(args, options, USAGE);
    expectWords(positionals, [1, 1], USAGE);
    const limit = readCount(values.limit, "--limit");
    return withInstance({ values, terminal }, async (instance) => {
      const { id } = await findFollow(instance, positionals[0] ?? "");
      // those that were read count for nothing among the unread
      const query = { limit: values.unread ? MOST_ITEMS : Math.min(limit, MOST_ITEMS) };
      const { items } = await instance.ask("GET /follows/:id/items", { params: { id }, query });
      const shown = (values.unread ? items.filter(({ isRead }) => !isRead) : items).slice(0, limit);
      if (values.json) for (const item of shown) terminal.out(JSON.stringify(item));
      else printTable(shown, COLUMNS, terminal);
      if (values["mark-read"] && shown.length > 0) {
        const body = { items: shown.map((item) => item.id), isRead: true };
        await instance.ask("POST /follows/:id/items/read", { params: { id }, body });
      }
      return EXIT.ok;
    });
  },
};

const COLUMNS = [
  { title: "", cell: ({ isRead }: FeedItemReply) => (isRead ? " " : "●") },
  { title: "SINCE", cell: ({ at }: FeedItemReply) => writeInstant(at) },
  { title: "TITLE", cell: ({ title }: FeedItemReply) => harmless(title) },
  { title: "ADDRESS", cell: ({ href }: FeedItemReply) => harmless(href ?? "") },
];
