/** Hosts behind the owner's own door that may be reached although they are private: by whom, and what for. */
import { z } from "zod";

/** A name, an address, or a network such as `192.168.1.0/24`; in the spelling of the URL parser. */
const Host = z
  .string()
  .max(300)
  .transform((text, context) => {
    const host = hostOf(text.trim());
    if (host !== null) return host;
    context.addIssue({ code: "custom", message: "not a host name, an address or a network" });
    return z.NEVER;
  });

/** One host for one use. What is not named here is not opened: neither its other ports nor other names of its address. */
export const PrivateHost = z
  .strictObject({
    /** A name opens URLs with that name, an address or a network those with such an address written in them. */
    host: Host,
    /** Null for the usual ports of the web, 80 and 443. */
    port: z.int().min(1).max(65_535).nullable().default(null),
    for: z.enum(["owner", "everybody"]).default("owner"),
    /** Pages that are captured, or messages that are sent. */
    use: z.enum(["pages", "channels"]).default("pages"),
  })
  .meta({ id: "PrivateHost" });
export type PrivateHost = z.infer<typeof PrivateHost>;

/**
 * As an operator writes it: `nas.local`, `nas.local:8080`, `192.168.1.0/24:81`, `[fd00::1]:80`, `[fd00::/8]:80`, each for
 * the owner unless it begins with `everybody@`.
 */
export function readPrivateHost(text: string, use: PrivateHost["use"]): PrivateHost | null {
  const [, who = "owner", rest = ""] = /^(?:(owner|everybody)@)?(.*)$/s.exec(text.trim()) ?? [];
  const { host, port } = splitPort(rest);
  const read = PrivateHost.safeParse({ host, port: port === undefined ? null : Number(port), for: who, use });
  return read.success ? read.data : null;
}

/** The host and its port as in the address of a page; without who and what for. */
export function writePrivateHost({ host, port }: Pick<PrivateHost, "host" | "port">): string {
  if (port === null) return host;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Settings before each entry said for whom and what for: the owner's pages and messages, nothing that was not open. */
export function privateHostsOfOldSetting(text: string): readonly PrivateHost[] {
  return (["pages", "channels"] as const).flatMap((use) => readPrivateHost(text, use) ?? []);
}

function splitPort(text: string): { readonly host: string; readonly port: string | undefined } {
  const bracketed = /^\[([^\]]*)\](?::(\d{1,5}))?$/.exec(text);
  if (bracketed?.[1]?.includes(":")) return { host: bracketed[1] ?? "", port: bracketed[2] };
  const [, host = text, port] = /^([^:]*):(\d{1,5})$/.exec(text) ?? [];
  return { host, port };
}

function hostOf(text: string): string | null {
  if (isNetwork(text)) return text.toLowerCase();
  const name = /[/?#@\\\s:[\]]/.test(text) ? null : parsedHost(text);
  // What the parser reads as an address must have been written as one: `10.1` is a typing error, not 10.0.0.1.
  const isName = name !== null && /^[\w-]+(\.[\w-]+)*\.?$/.test(name) && !/(^|\.)\d+\.?$/.test(name);
  return isName ? name.replace(/\.$/, "") : null;
}

/** An address alone, or with the number of bits that name its network. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  // Only four plain numbers: with leading zeros or fewer parts other programs read another address.
  const isV4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && parsedHost(address) === address;
  const v6 = parsedHost(`[${address}]`);
  // An IPv4 address written as IPv6 has no network of its own there.
  const isAddress = isV4 || (v6 !== null && !(bits !== undefined && v6.startsWith("[::ffff:")));
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : 128));
  return isAddress && isLength && rest.length === 0;
}

function parsedHost(host: string): string | null {
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : null;
}
