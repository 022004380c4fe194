/** The owner's part: people, invitations, settings, the audit log. */
import type { Settings } from "@tessera/model";
import type { instanceApi, SettingsReply } from "@tessera/model/api";
import type { Config } from "../../config/settings.ts";
import { audit } from "../../people/audit.ts";
import { invite } from "../../people/joining.ts";
import { ApiError } from "../api-error.ts";
import { changedAnswer, defined, found, mapListing } from "../replies.ts";
import type { Handlers } from "../route.ts";

export const instanceHandlers: Handlers<typeof instanceApi> = {
  "GET /people": async ({ query }, { store }) => ({
    body: mapListing(await store.people.list(query), (person) => person),
  }),
  "PATCH /people/:id": async ({ who, params, body, ifVersion, origin, now }, { store }) => {
    if (params.id === who.person.id)
      throw new ApiError("conflict", { reason: "own-role", detail: "Nobody can change their own role." });
    const disabledAt = body.isDisabled === undefined ? undefined : body.isDisabled ? now : null;
    const changed = await store.people.change(params.id, defined({ role: body.role, disabledAt }), {
      now,
      ifVersion,
    });
    if (changed.kind === "changed" && body.isDisabled !== undefined) {
      if (body.isDisabled) await store.sessions.endAll(params.id);
      const action = body.isDisabled ? "person-disabled" : "person-enabled";
      await audit(store, { personId: params.id, action, address: origin.address, at: now });
    }
    return changedAnswer(changed, (person) => person);
  },
  "DELETE /people/:id": async ({ who, params }, { store }) => {
    if (params.id === who.person.id)
      throw new ApiError("conflict", { reason: "own-account", detail: "The owner cannot remove themselves." });
    found(await store.people.remove(params.id));
    return {};
  },
  "GET /invitations": async (_, { store }) => ({ body: [...(await store.invitations.list())] }),
  "POST /invitations": async ({ who, body, origin, baseUrl, now }, { store }) => {
    const { invitation, secret } = await invite(store, { ...body, invitedBy: who.person.id, now });
    await audit(store, { personId: who.person.id, action: "invited", address: origin.address, at: now });
    return { body: { ...invitation, link: new URL(`/join#${secret}`, baseUrl).href } };
  },
  "DELETE /invitations/:id": async ({ params }, { store }) => {
    found(await store.invitations.withdraw(params.id));
    return {};
  },
  "GET /settings": async (_, { store, config }) => ({ body: settingsReply(await store.settings.read(), config) }),
  "PATCH /settings": async ({ who, body, origin, now }, { store, config, onSettings }) => {
    const settings = await store.settings.change(defined(body));
    await onSettings();
    const detail = { settings: Object.keys(body).join(", ") };
    await audit(store, {
      personId: who.person.id,
      action: "settings-changed",
      address: origin.address,
      detail,
      at: now,
    });
    return { body: settingsReply(settings, config) };
  },
  "GET /audit": async ({ query }, { store }) => ({ body: mapListing(await store.audit.list(query), (entry) => entry) }),
};

function settingsReply(settings: Settings, config: Config): SettingsReply {
  return { ...settings, atStart: { privateHosts: [...config.privateHosts, ...config.privateChannelHosts] } };
}
