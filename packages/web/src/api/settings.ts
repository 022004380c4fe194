/** Account, people, instance, channels and deliveries over the API. */
import type { Gathering, PrivateHost, QuietHours, Role, Scope, Settings, SettingsPatch } from "@tessera/model";
import { ask } from "./ask.ts";
import type {
  AuditReply,
  ChannelReply,
  DeliveryReply,
  InvitationReply,
  NewInvitationReply,
  NewTokenReply,
  PendingFollowReply,
  PersonReply,
  SessionReply,
  Slice,
  TokenReply,
} from "./replies.ts";

export interface MePatch {
  readonly displayName?: string;
  readonly locale?: string;
  readonly timeZone?: string;
}

export const changeMe = (body: MePatch): Promise<PersonReply> => ask("PATCH", "/me", { body });

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly revokeTokens: boolean;
}

export const changePassword = (body: PasswordChange): Promise<void> => ask("POST", "/me/password", { body });

export const listSessions = (): Promise<SessionReply[]> => ask("GET", "/me/sessions");
export const endSession = (id: string): Promise<void> => ask("DELETE", `/me/sessions/${id}`);
export const readAudit = (): Promise<Slice<AuditReply>> => ask("GET", "/me/audit?limit=20");

export const listTokens = (): Promise<TokenReply[]> => ask("GET", "/me/tokens");
export interface TokenBody {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for one that does not end. */
  readonly expiresAt: number | null;
}

export const addToken = (body: TokenBody): Promise<NewTokenReply> => ask("POST", "/me/tokens", { body });
export const revokeToken = (id: string): Promise<void> => ask("DELETE", `/me/tokens/${id}`);

export const listPeople = (): Promise<Slice<PersonReply>> => ask("GET", "/people?limit=200");
export const changePerson = (
  id: string,
  body: { readonly role?: Role; readonly isDisabled?: boolean },
): Promise<PersonReply> => ask("PATCH", `/people/${id}`, { body });
export const removePerson = (id: string): Promise<void> => ask("DELETE", `/people/${id}`);

export const listInvitations = (): Promise<InvitationReply[]> => ask("GET", "/invitations");
export const invite = (note: string): Promise<NewInvitationReply> => ask("POST", "/invitations", { body: { note } });
export const withdrawInvitation = (id: string): Promise<void> => ask("DELETE", `/invitations/${id}`);

export type SettingsReply = Settings & {
  /** What was set where it runs and cannot be changed here. */
  readonly atStart: { readonly privateHosts: readonly PrivateHost[] };
};

export const readSettings = (): Promise<SettingsReply> => ask("GET", "/settings");
export const changeSettings = (body: SettingsPatch): Promise<SettingsReply> => ask("PATCH", "/settings", { body });

export interface ImportReply {
  readonly format: string;
  /** Follows that wait for the first look at their page. */
  readonly waiting: number;
  /** What came of an archive, there at once; null for other formats. */
  readonly imported: Readonly<Record<"follows" | "sheets" | "observations" | "channels", number>> | null;
  /** What was left out, and why; an archive's reasons have a code. */
  readonly notes: readonly {
    readonly name: string;
    readonly message: string;
    readonly code: "channel-left-out" | "robots-respected" | null;
  }[];
}

export const importFile = (file: Blob): Promise<ImportReply> => ask("POST", "/import", { body: file });
export const listPendingFollows = (): Promise<Slice<PendingFollowReply>> => ask("GET", "/wishes?limit=200");
export const retryPendingFollow = (id: string): Promise<void> => ask("POST", `/wishes/${id}/retry`);
export const dropPendingFollow = (id: string): Promise<void> => ask("DELETE", `/wishes/${id}`);

export interface QueueReply {
  /** Null where the server checks by itself. */
  readonly pools: Readonly<Record<"plain" | "browser", { readonly waiting: number; readonly active: number }>> | null;
  readonly deadLetters: readonly {
    readonly id: string;
    readonly pageId: string;
    readonly url: string | null;
    readonly at: number;
    readonly attempts: number;
    readonly error: string;
  }[];
}

export const readQueue = (): Promise<QueueReply> => ask("GET", "/queue");
/** Takes the failed check off the list and looks at its page now. */
export const retryCheck = (id: string): Promise<void> => ask("POST", `/queue/dead-letters/${id}/retry`);

export interface ChannelBody {
  readonly name: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly isDefault: boolean;
  readonly quietHours: QuietHours | null;
  readonly gathering: Gathering;
}

export const listChannels = (): Promise<ChannelReply[]> => ask("GET", "/channels");

/** On which kinds this instance can send. */
export const listChannelKinds = (): Promise<readonly string[]> => ask("GET", "/channel-kinds");

export const addChannel = (body: ChannelBody): Promise<ChannelReply> => ask("POST", "/channels", { body });

export const changeChannel = (
  id: string,
  body: Partial<ChannelBody> & { readonly isPaused?: boolean },
): Promise<ChannelReply> => ask("PATCH", `/channels/${id}`, { body });

export const removeChannel = (id: string): Promise<void> => ask("DELETE", `/channels/${id}`);

export const testChannel = (id: string): Promise<{ readonly isSent: boolean; readonly error: string | null }> =>
  ask("POST", `/channels/${id}/test`);

export const failedDeliveries = (): Promise<Slice<DeliveryReply>> => ask("GET", "/deliveries?state=dead");

export const reviveDelivery = (id: string): Promise<void> => ask("POST", `/deliveries/${id}/revive`);
