/** A host or network behind the owner's own door that may be captured although it is private. */
import { z } from "zod";

/** `nas.local`, `nas.local:8080`, `192.168.1.10:8080`, `192.168.1.0/24`, `fd00::/8`. */
export const PrivateHost = z
  .string()
  .max(300)
  .trim()
  .refine((text) => isNetwork(text) || isHost(text), { error: "not a host name, an address or a network" });

/** An address alone, or with the number of bits that name its network. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  // Only four plain numbers: with leading zeros or fewer parts other programs read another address.
  const isV4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && hostnameOf(address) === address;
  const v6 = hostnameOf(`[${address}]`);
  // An IPv4 address written as IPv6 has no network of its own there.
  const isAddress = isV4 || (v6 !== null && !(bits !== undefined && v6.startsWith("[::ffff:")));
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isV4 ? 32 : 128));
  return isAddress && isLength && rest.length === 0;
}

function hostnameOf(host: string): string | null {
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : null;
}

/** A name or address with or without a port, and nothing else of a URL. */
function isHost(text: string): boolean {
  const name = /[/?#@\\\s]/.test(text) ? null : hostnameOf(text);
  return name !== null && /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*\.?)$/.test(name);
}
