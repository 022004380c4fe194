/** What is stored of a change, told as a message would have told it. */
import type { Message } from "@tessera/model";
import type { FollowChange, Store } from "@tessera/store";
import { changeOf } from "../changes/stored-content.ts";
import { messageAbout } from "./compose.ts";
import type { Language } from "./message/language.ts";
import { entryOf, type MessageEntry } from "./message/outgoing-message.ts";

export interface ToldChange {
  readonly change: FollowChange;
  readonly message: Message;
  readonly entry: MessageEntry;
}

export interface ToldBy {
  readonly store: Pick<Store, "bodies" | "observations">;
  readonly language: Language;
  readonly baseUrl: string;
}

export async function toldChange(change: FollowChange, { store, language, baseUrl }: ToldBy): Promise<ToldChange> {
  const { follow, page, observation, sheet } = change;
  const difference = await changeOf(store, observation);
  // where the content is not the news, what it last was is
  const before = difference ? null : await store.observations.before(follow.personId, follow.id, observation.id);
  const message = messageAbout({
    ...{ follow, observation, change: difference, sourceUrl: page.source.url, pageTitle: page.title },
    last: before?.excerpt || null,
  });
  const addresses = { baseUrl, picturePath: () => "" };
  return {
    change,
    message,
    entry: entryOf(message, addresses, language, { followId: follow.id, sheet }),
  };
}
