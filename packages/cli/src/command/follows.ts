/** Follows and sheets by the words a person types: an id, the end of one, or words of the title. */
import { Sheet } from "@tessera/model";
import type { FollowReply, Given, SheetReply } from "@tessera/model/api";
import { allOf, type Instance } from "./instance.ts";
import { meantBy, shortId } from "./meant.ts";
import { harmless } from "./table.ts";
import { CliError, EXIT } from "./verb.ts";

export type ShownFollow = FollowReply;

const MAX_NAMED = 5;
const FULL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function allFollows(
  instance: Instance,
  filter: Given<"GET /follows">["query"] = {},
): AsyncGenerator<ShownFollow> {
  return allOf(instance, "GET /follows", filter);
}

/** The one follow that is meant; where it is none or several, the person is told which there are. */
export async function findFollow(instance: Instance, words: string): Promise<ShownFollow> {
  if (FULL_ID.test(words)) {
    return instance.ask("GET /follows/:id", { params: { id: words.toLowerCase() } });
  }
  const matching: ShownFollow[] = [];
  for await (const follow of allFollows(instance)) {
    if (follow.id.endsWith(words.toLowerCase()) && words.length >= 4) return follow;
    if (isNamed(follow, words)) matching.push(follow);
  }
  const [only, ...others] = matching;
  if (!only) throw new CliError(EXIT.input, `no follow is called "${words}"; \`tessera list\` names them all`);
  if (others.length === 0) return only;
  const exact = matching.filter(({ title }) => title.toLowerCase() === words.toLowerCase());
  if (exact[0] && exact.length === 1) return exact[0];
  const named = matching.slice(0, MAX_NAMED).map(({ id, title }) => `${shortId(id)} ${harmless(title)}`);
  const more = matching.length > MAX_NAMED ? ` and ${matching.length - MAX_NAMED} more` : "";
  throw new CliError(EXIT.input, `${matching.length} follows are called so: ${named.join(", ")}${more}; give the id`);
}

function isNamed({ title, page }: ShownFollow, words: string): boolean {
  const wanted = words.toLowerCase();
  return title.toLowerCase().includes(wanted) || page.url.toLowerCase() === wanted;
}

/** What can be the title of a sheet: asked before anything is done. */
export function sheetName(words: string, said = "--sheet"): string {
  const name = Sheet.shape.title.safeParse(words.trim());
  if (name.success) return name.data;
  throw new CliError(EXIT.usage, `${said} takes the title of a sheet, at most 200 characters`);
}

/** The sheet that is meant, if there is one. */
export async function findSheet(instance: Instance, name: string): Promise<SheetReply | undefined> {
  const wanted = name.toLowerCase();
  const sheets = await instance.ask("GET /sheets");
  return sheets.find(({ id, title }) => id === wanted || title.toLowerCase() === wanted);
}

/** The one that is meant, which has to be there. */
export async function theSheet(instance: Instance, words: string): Promise<SheetReply> {
  return meantBy(words, await instance.ask("GET /sheets"), { kind: "sheets", title: ({ title }) => title });
}

/** Where there is room on the sheet that is meant, which is made where none is called so. */
export async function putOnSheet(instance: Instance, follow: ShownFollow, name: string, isFeed = false): Promise<void> {
  const known = await findSheet(instance, name);
  const sheet = known ?? (await instance.ask("POST /sheets", { body: { title: name } }));
  const body = {
    followId: follow.id,
    ...(isFeed ? { content: { kind: "feed", followIds: [follow.id] } as const } : {}),
  };
  await instance.ask("POST /sheets/:id/tiles", { params: { id: sheet.id }, body });
}
