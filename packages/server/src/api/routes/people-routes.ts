/** The owner's part: people, invitations, settings, the audit log. */
import { InvitationId, PersonId, PrivateHost, Role, Settings, SettingsPatch } from "@tessera/model";
import { z } from "zod";
import type { Config } from "../../config/settings.ts";
import { audit } from "../../people/audit.ts";
import { invite } from "../../people/joining.ts";
import { ApiError } from "../api-error.ts";
import { type Route, route } from "../route.ts";
import { AuditReply, InvitationReply, NewInvitationReply, PersonReply } from "../views/people.ts";
import { byId, changedAnswer, found, mapListing, SliceQuery, sliceOf } from "../views/slice.ts";
import { defined } from "./me-routes.ts";

const tag = "instance";
const owning = { kind: "person", scope: "manage", ownerOnly: true } as const;
/** Who may come in and with which rights is decided by a person, not by a program. */
const guarded = { ...owning, sessionOnly: true } as const;

const personRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/people",
    summary: "Everybody on this instance",
    tag,
    access: owning,
    query: SliceQuery,
    reply: sliceOf(PersonReply),
    handle: async ({ query }, { store }) => ({ body: mapListing(await store.people.list(query), (person) => person) }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/people/:id",
    summary: "Change a person's role, shut an account or open it again",
    tag,
    access: guarded,
    params: byId(PersonId),
    body: z.strictObject({ role: Role.optional(), isDisabled: z.boolean().optional() }),
    reply: PersonReply,
    handle: async ({ who, params, body, ifVersion, origin, now }, { store }) => {
      if (params.id === who.person.id) throw new ApiError("conflict", { detail: "Nobody can change their own role." });
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
  }),
  route({
    method: "DELETE",
    path: "/api/v1/people/:id",
    summary: "Remove a person and everything that is theirs",
    tag,
    access: guarded,
    params: byId(PersonId),
    handle: async ({ who, params }, { store }) => {
      if (params.id === who.person.id)
        throw new ApiError("conflict", { detail: "The owner cannot remove themselves." });
      found(await store.people.remove(params.id));
      return {};
    },
  }),
];

const invitationRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/invitations",
    summary: "Invitations, used and open",
    tag,
    access: owning,
    reply: z.array(InvitationReply),
    handle: async (_, { store }) => ({ body: [...(await store.invitations.list())] }),
  }),
  route({
    method: "POST",
    path: "/api/v1/invitations",
    summary: "Invite somebody; the link is shown this once",
    tag,
    access: guarded,
    body: z.strictObject({ role: Role.default("member"), note: z.string().max(200).default("") }),
    reply: NewInvitationReply,
    status: 201,
    handle: async ({ who, body, origin, baseUrl, now }, { store }) => {
      const { invitation, secret } = await invite(store, { ...body, invitedBy: who.person.id, now });
      await audit(store, { personId: who.person.id, action: "invited", address: origin.address, at: now });
      return { body: { ...invitation, link: new URL(`/join#${secret}`, baseUrl).href } };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/invitations/:id",
    summary: "Withdraw an invitation",
    tag,
    access: guarded,
    params: byId(InvitationId),
    handle: async ({ params }, { store }) => {
      found(await store.invitations.withdraw(params.id));
      return {};
    },
  }),
];

const SettingsReply = Settings.extend({
  atStart: z
    .object({ privateHosts: z.array(PrivateHost) })
    .describe("What its environment allows besides; not changed here"),
});

function settingsReply(settings: Settings, config: Config): z.input<typeof SettingsReply> {
  return { ...settings, atStart: { privateHosts: [...config.privateHosts, ...config.privateChannelHosts] } };
}

const instanceRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/settings",
    summary: "Settings of this instance",
    tag,
    access: owning,
    reply: SettingsReply,
    handle: async (_, { store, config }) => ({ body: settingsReply(await store.settings.read(), config) }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/settings",
    summary: "Change settings of this instance",
    tag,
    access: guarded,
    body: SettingsPatch,
    reply: SettingsReply,
    handle: async ({ who, body, origin, now }, { store, config, onSettings }) => {
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
  }),
  route({
    method: "GET",
    path: "/api/v1/audit",
    summary: "What happened to all accounts, latest first",
    tag,
    access: guarded,
    query: SliceQuery,
    reply: sliceOf(AuditReply),
    handle: async ({ query }, { store }) => ({ body: mapListing(await store.audit.list(query), (entry) => entry) }),
  }),
];

export const peopleRoutes: readonly Route[] = [...personRoutes, ...invitationRoutes, ...instanceRoutes];
