/** Which names this server answers to: without this check any web site could talk to it by pointing its name here. */

export interface KnownHosts {
  readonly baseUrl?: string | undefined;
  readonly allowedHosts: readonly string[];
}

/** True for addresses, localhost, names of the local network, and what the configuration names. */
export function isKnownHost(hostHeader: string | undefined, known: KnownHosts): boolean {
  const name = hostnameOf(hostHeader);
  if (name === null) return false;
  // the URL parser has brought every spelling of an address into one of these two
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name) || name.includes(":")) return true;
  if (name === "localhost" || name.endsWith(".localhost") || name.endsWith(".local")) return true;
  const names = [...known.allowedHosts, ...(known.baseUrl ? [new URL(known.baseUrl).host] : [])];
  return names.some((allowed) => hostnameOf(allowed) === name);
}

/** What to read when the name is not known. */
export function unknownHostText(hostHeader: string | undefined): string {
  const shown = hostnameOf(hostHeader) ?? "this name";
  return (
    `This Tessera does not know itself as "${shown}".\n` +
    `If that is right, set TESSERA_BASE_URL to the address that people use, ` +
    `or add the name to TESSERA_ALLOWED_HOSTS, and start it again.\n`
  );
}

function hostnameOf(host: string | undefined): string | null {
  if (!host || !/^[\w.:[\]-]{1,300}$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
