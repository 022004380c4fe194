/** How this browser becomes one of a person's browsers, and stops being one. */
import type { ReplyOf } from "@tessera/model/api";
import { forget, type Pairing, recall, remember } from "../platform/stored.ts";
import { AskFailure, ask, askAt } from "./ask.ts";

/** How safe the way to an address is. */
export type WayThere = "safe" | "this-machine" | "open";

/** The address of an instance as people write it: `tessera.local:8420`, with or without what comes before. */
export function addressOf(written: string): string | null {
  const text = written.trim();
  if (text === "") return null;
  const isWhole = /^https?:\/\//i.test(text);
  // a colon that no port follows belongs to another kind of address
  const [host = ""] = text.split("/");
  if (!isWhole && host.includes(":") && !/:\d/.test(host)) return null;
  const address = isWhole ? text : `${isNear(text) ? "http" : "https"}://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, origin, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname !== "" ? origin : null;
}

export function wayTo(address: string): WayThere {
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return "safe";
  return isThisMachine(hostname) ? "this-machine" : "open";
}

/** An address without a certificate authority that would know it. */
function isNear(text: string): boolean {
  const host = text.split(/[/:]/)[0] ?? "";
  return (
    isThisMachine(host) ||
    /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(host) ||
    /\.(?:local|lan|home)$/.test(host)
  );
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}

export async function pair(address: string, code: string, name: string): Promise<Pairing> {
  const reply = (await askAt({ address }, "POST /pair", { body: { code, name } })) as ReplyOf<"POST /pair">;
  const pairing: Pairing = {
    address,
    secret: reply.secret,
    browserName: reply.browser.name,
    person: reply.person.displayName,
    instance: reply.instance,
  };
  await remember("pairing", pairing);
  return pairing;
}

/** Here in any case, and there as well where it can be reached. */
export async function unpair(): Promise<void> {
  await ask("DELETE /browser").catch((failure: unknown) => {
    if (!(failure instanceof AskFailure)) throw failure;
  });
  await forgetPairing();
}

/** The token is worth nothing any more: what was shown with it goes as well. */
export function forgetPairing(): Promise<void> {
  return forget("pairing", "lastNews", "lastSheet", "round", "sheetId");
}

export function isRevoked(failure: unknown): boolean {
  return failure instanceof AskFailure && (failure.code === "login-needed" || failure.code === "unpaired");
}

export async function isPaired(): Promise<boolean> {
  return (await recall("pairing")) !== null;
}
