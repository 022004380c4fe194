/** Sheets shared with other people of the instance: given and taken back by their owner, left by whoever has them. */
import type { ShareReply, shareApi } from "@tessera/model/api";
import type { GivenShare } from "@tessera/store";
import { audit } from "../../people/audit.ts";
import { ApiError } from "../api-error.ts";
import { reachSheet } from "../reach.ts";
import { found } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { sharedSheetReply } from "../shared-sheets.ts";

/** Names that one person may try in a minute: who has an account here is nobody's to find out by guessing. */
const NAMES_PER_MINUTE = 20;

export const shareHandlers: Handlers<typeof shareApi> = {
  "GET /shares": async ({ who, query }, { store }) => ({
    body: (await store.shares.of(who.person.id, query.sheet)).map(shareReply),
  }),
  "GET /shares/with-me": async ({ who, baseUrl }, { store }) => ({
    body: (await store.shares.with(who.person.id)).map((shared) => sharedSheetReply(shared, baseUrl)),
  }),
  "PUT /sheets/:id/shares": async ({ who, params: { id }, body, origin, now }, services) => {
    const { store, rates } = services;
    const { owner } = await reachSheet(who, id, "owner", services);
    found((await store.sheets.list(owner)).some((sheet) => sheet.id === id));
    const retryAfterMs = rates.take(`names tried by ${owner}`, NAMES_PER_MINUTE, now);
    if (retryAfterMs > 0) throw new ApiError("too-many", { retryAfterMs });
    const person = (await store.people.credentialsOf(body.name))?.person;
    const share = person && { sheetId: id, personId: person.id, role: body.role, createdAt: now };
    const outcome = share ? await store.shares.put(owner, share) : "missing";
    if (outcome === "missing")
      throw new ApiError("not-found", { detail: "There is nobody of this name to share with." });
    if (outcome === "full")
      throw new ApiError("cap-reached", { reason: "shares", detail: "A sheet can be shared with 100 people." });
    const given = found((await store.shares.of(owner, id)).find((each) => each.person.id === person?.id));
    const detail = { sheet: given.title, sheetId: id, with: given.person.name, role: body.role };
    await audit(store, { personId: owner, action: "sheet-shared", address: origin.address, detail, at: now });
    return { body: shareReply(given) };
  },
  "DELETE /sheets/:id/shares/:person": async ({ who, params: { id, person }, origin, now }, { store }) => {
    const isLeaving = person === who.person.id;
    const shared = isLeaving ? await store.shares.find(person, id) : null;
    const given = isLeaving
      ? null
      : (await store.shares.of(who.person.id, id)).find((each) => each.person.id === person);
    found(await store.shares.end(who.person.id, { sheetId: id, personId: person }, now));
    const owner = shared?.owner.id ?? who.person.id;
    const detail = {
      sheet: shared?.sheet.title ?? given?.title ?? "",
      sheetId: id,
      with: isLeaving ? who.person.name : (given?.person.name ?? ""),
      did: isLeaving ? "left" : "ended",
    };
    await audit(store, { personId: owner, action: "sheet-unshared", address: origin.address, detail, at: now });
    return {};
  },
};

function shareReply({ share: { personId: _, ...share }, title, person }: GivenShare): ShareReply {
  return { ...share, title, person };
}
