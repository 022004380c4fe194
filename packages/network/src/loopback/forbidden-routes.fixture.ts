/** Spellings and routes that must not lead out of the guard, as data: every fetcher runs the same table. */

export interface ForbiddenRoute {
  readonly name: string;
  /** `~port~` is the canary's port, `~site~` the origin of the public site; see `urlOf`. */
  readonly url: string;
  /**
   * A client without a guard reaches for the forbidden address (`leaks`), or may be stopped by something else, such as
   * its own list of schemes (`perhaps`). A suite must show the first before it is believed.
   */
  readonly unguarded: "leaks" | "perhaps";
}

type Row = readonly [name: string, url: string];

/** Ways to write 127.0.0.1 and other addresses of this machine that URL parsers or resolvers accept. */
const LOOPBACK_SPELLINGS: readonly Row[] = [
  ["dotted decimal", "http://127.0.0.1:~port~/"],
  ["another loopback address", "http://127.0.0.2:~port~/"],
  ["last loopback address", "http://127.255.255.254:~port~/"],
  ["one decimal number", "http://2130706433:~port~/"],
  ["one octal number", "http://017700000001:~port~/"],
  ["one hexadecimal number", "http://0x7f000001:~port~/"],
  ["upper-case hexadecimal", "http://0X7F000001:~port~/"],
  ["hexadecimal parts", "http://0x7f.0x0.0x0.0x1:~port~/"],
  ["octal parts", "http://0177.0.0.01:~port~/"],
  ["octal with many zeros", "http://0000000177.0.0.1:~port~/"],
  ["two parts", "http://127.1:~port~/"],
  ["three parts", "http://127.0.1:~port~/"],
  ["mixed bases", "http://0x7f.1:~port~/"],
  ["mixed bases, two numbers", "http://0177.1:~port~/"],
  ["trailing dot", "http://127.0.0.1.:~port~/"],
  ["unspecified address", "http://0.0.0.0:~port~/"],
  ["a zero", "http://0:~port~/"],
  ["full-width digits", "http://１２７.０.０.１:~port~/"],
  ["ideographic full stops", "http://127。0。0。1:~port~/"],
  ["circled digits", "http://①②⑦.⓪.⓪.①:~port~/"],
  ["percent-encoded digits", "http://%31%32%37.0.0.1:~port~/"],
  ["percent-encoded dots", "http://127%2e0%2e0%2e1:~port~/"],
  ["soft hyphen inside", "http://127.0.0.\u00ad1:~port~/"],
  ["localhost", "http://localhost:~port~/"],
  ["LOCALHOST", "http://LOCALHOST:~port~/"],
  ["localhost with a dot", "http://localhost.:~port~/"],
  ["full-width localhost", "http://ｌｏｃａｌｈｏｓｔ:~port~/"],
  ["IPv6 loopback", "http://[::1]:~port~/"],
  ["IPv6 loopback in full", "http://[0000:0000:0000:0000:0000:0000:0000:0001]:~port~/"],
  ["IPv6 loopback with a dotted end", "http://[::0.0.0.1]:~port~/"],
  ["IPv6 unspecified", "http://[::]:~port~/"],
  ["IPv4-mapped, dotted", "http://[::ffff:127.0.0.1]:~port~/"],
  ["IPv4-mapped, hexadecimal", "http://[::ffff:7f00:1]:~port~/"],
  ["IPv4-mapped, in full", "http://[0:0:0:0:0:ffff:7f00:0001]:~port~/"],
  ["IPv4-mapped unspecified", "http://[::ffff:0.0.0.0]:~port~/"],
];

/** IPv4 inside IPv6 in the other forms, and one address of each special-purpose range. */
const SPECIAL_ADDRESSES: readonly Row[] = [
  ["IPv4-compatible", "http://[::127.0.0.1]:~port~/"],
  ["IPv4-translated (SIIT)", "http://[::ffff:0:127.0.0.1]:~port~/"],
  ["NAT64 of loopback", "http://[64:ff9b::127.0.0.1]:~port~/"],
  ["NAT64 of the metadata service", "http://[64:ff9b::a9fe:a9fe]/latest/meta-data/"],
  ["local-use NAT64", "http://[64:ff9b:1::7f00:1]:~port~/"],
  ["6to4 of loopback", "http://[2002:7f00:1::]:~port~/"],
  ["6to4 of a private address", "http://[2002:c0a8:101::1]/"],
  ["Teredo of loopback", "http://[2001:0:7f00:1::80ff:fffe]/"],
  ["ISATAP of loopback", "http://[2a00:1450::5efe:127.0.0.1]:~port~/"],
  ["IPv4-mapped private", "http://[::ffff:192.168.0.1]/"],
  ["IPv4-mapped metadata", "http://[::ffff:a9fe:a9fe]/latest/meta-data/"],
  ["metadata service", "http://169.254.169.254/latest/meta-data/"],
  ["metadata service as a number", "http://2852039166/latest/meta-data/"],
  ["metadata service in octal", "http://0251.0376.0251.0376/latest/meta-data/"],
  ["metadata service over IPv6", "http://[fd00:ec2::254]/latest/meta-data/"],
  ["this network", "http://0.1.2.3/"],
  ["private 10/8", "http://10.0.0.1/"],
  ["private 172.16/12", "http://172.31.255.255/"],
  ["private 192.168/16", "http://192.168.0.1/"],
  ["carrier-grade NAT", "http://100.64.0.1/"],
  ["protocol assignments", "http://192.0.0.1/"],
  ["TEST-NET-1", "http://192.0.2.1/"],
  ["TEST-NET-2", "http://198.51.100.1/"],
  ["TEST-NET-3", "http://203.0.113.1/"],
  ["6to4 relay", "http://192.88.99.1/"],
  ["benchmarking", "http://198.18.0.1/"],
  ["multicast", "http://224.0.0.1/"],
  ["reserved", "http://240.0.0.1/"],
  ["broadcast", "http://255.255.255.255/"],
  ["IPv6 link local", "http://[fe80::1]/"],
  ["IPv6 unique local", "http://[fd12:3456::1]/"],
  ["IPv6 site local", "http://[fec0::1]/"],
  ["IPv6 multicast", "http://[ff02::1]/"],
  ["IPv6 documentation", "http://[2001:db8::1]/"],
  ["IPv6 documentation, new", "http://[3fff::1]/"],
  ["IPv6 discard", "http://[100::1]/"],
  ["IPv6 segment routing", "http://[5f00::1]/"],
  ["IPv6 unassigned", "http://[4000::1]/"],
];

/** Texts on which URL parsers are known to disagree about the host. */
const PARSER_TRICKS: readonly Row[] = [
  ["userinfo that looks like the host", "http://site.test@127.0.0.1:~port~/"],
  ["userinfo with a port", "http://site.test:80@127.0.0.1:~port~/"],
  ["userinfo with an at sign", "http://site.test@site.test@127.0.0.1:~port~/"],
  ["userinfo in percent code", "http://site.test%40127.0.0.1@127.0.0.1:~port~/"],
  ["backslash before the at sign", "http://127.0.0.1:~port~\\@site.test/"],
  ["slash before the at sign", "http://127.0.0.1:~port~/@site.test/"],
  ["hash before the at sign", "http://127.0.0.1:~port~#@site.test/"],
  ["question mark before the at sign", "http://127.0.0.1:~port~?@site.test/"],
  ["backslashes for slashes", "http:\\\\127.0.0.1:~port~\\"],
  ["no slashes", "http:127.0.0.1:~port~/"],
  ["three slashes", "http:///127.0.0.1:~port~/"],
  ["many slashes", "http:////////127.0.0.1:~port~/"],
  ["tab inside the scheme", "ht\ttp://127.0.0.1:~port~/"],
  ["newline inside the host", "http://127.0\n.0.1:~port~/"],
  ["leading control characters", "\u0000\u0001 http://127.0.0.1:~port~/"],
  ["upper-case scheme", "HTTP://127.0.0.1:~port~/"],
];

/** Names whose answers are private, mixed, or change between the check and the connection. */
const NAMES: readonly Row[] = [
  ["name of loopback", "http://loop4.test:~port~/"],
  ["name of IPv6 loopback", "http://loop6.test:~port~/"],
  ["name of an IPv4-mapped address", "http://mapped.test:~port~/"],
  ["name of the unspecified address", "http://any.test:~port~/"],
  ["name of the IPv6 unspecified address", "http://any6.test:~port~/"],
  ["name of the metadata service", "http://metadata.test/"],
  ["name of NAT64 loopback", "http://translated.test:~port~/"],
  ["name of a private address", "http://private.test/"],
  ["name of a unique local address", "http://unique-local.test/"],
  ["address spelled in a wildcard domain", "http://127.0.0.1.wildcard.test:~port~/"],
  ["upper-case name", "http://LOOP4.TEST:~port~/"],
  ["name with a trailing dot", "http://loop4.test.:~port~/"],
  ["mixed answers, the private one first", "http://mixed-private-first.test:~port~/"],
  ["mixed answers, the public one dead", "http://mixed-dead-first.test:~port~/"],
  ["mixed answers of two families", "http://mixed-families.test:~port~/"],
  ["one private answer among many", "http://mixed-many.test:~port~/"],
  ["rebinding at the second question", "http://rebind.test:~port~/"],
];

/** The public site sends the client on. */
const REDIRECTS: readonly Row[] = [
  ...[301, 302, 303, 307, 308].map(
    (status): Row => redirect(`${status} to loopback`, "http://127.0.0.1:~port~/", status),
  ),
  redirect("redirect to IPv6 loopback", "http://[::1]:~port~/"),
  redirect("redirect to an IPv4-mapped address", "http://[::ffff:7f00:1]:~port~/"),
  redirect("redirect to a decimal address", "http://2130706433:~port~/"),
  redirect("redirect to localhost", "http://localhost:~port~/"),
  redirect("redirect to a private name", "http://loop4.test:~port~/"),
  redirect("redirect to a rebinding name", "http://rebind.test:~port~/"),
  redirect("redirect to the metadata service", "http://169.254.169.254/latest/meta-data/"),
  redirect("redirect without a scheme", "//127.0.0.1:~port~/"),
  redirect("redirect with backslashes", "\\\\127.0.0.1:~port~\\"),
  redirect("redirect with userinfo", "http://site.test@127.0.0.1:~port~/"),
  redirect("redirect of a redirect", `~site~/redirect?to=${encodeURIComponent("http://127.0.0.1:~port~/")}`),
];

/** Other schemes, alone and behind a redirect. */
const SCHEMES: readonly Row[] = [
  ["file", "file:///etc/passwd"],
  ["file with one slash", "file:/etc/passwd"],
  ["file without slashes", "file:etc/passwd"],
  ["file on localhost", "file://localhost/etc/passwd"],
  ["upper-case file", "FILE:///etc/passwd"],
  ["file with a tab inside", "fi\tle:///etc/passwd"],
  ["view-source of file", "view-source:file:///etc/passwd"],
  ["view-source of loopback", "view-source:http://127.0.0.1:~port~/"],
  ["ftp", "ftp://127.0.0.1:~port~/"],
  ["gopher", "gopher://127.0.0.1:~port~/_GET"],
  ["ws", "ws://127.0.0.1:~port~/"],
  ["wss", "wss://127.0.0.1:~port~/"],
  ["data", "data:text/html,<title>canary</title>secret"],
  ["javascript", "javascript:alert(1)"],
  ["blob", "blob:http://127.0.0.1:~port~/0"],
  ["about", "about:blank"],
  ["chrome", "chrome://version/"],
  ["filesystem", "filesystem:http://127.0.0.1:~port~/temporary/x"],
  ["unix socket", "unix:/var/run/docker.sock"],
  ["nested prefix", "source:file:///etc/passwd"],
  redirect("redirect to file", "file:///etc/passwd"),
  redirect("redirect to ftp", "ftp://127.0.0.1:~port~/"),
  redirect("redirect to gopher", "gopher://127.0.0.1:~port~/"),
  redirect("redirect to data", "data:text/html,<title>canary</title>secret"),
  redirect("redirect to javascript", "javascript:alert(1)"),
];

export const FORBIDDEN_ROUTES: readonly ForbiddenRoute[] = [
  ...rows([...LOOPBACK_SPELLINGS, ...SPECIAL_ADDRESSES, ...PARSER_TRICKS, ...NAMES, ...REDIRECTS], "leaks"),
  ...rows(SCHEMES, "perhaps"),
];

/** The row's URL in a world where the canary listens on `port`. */
export function urlOf(route: ForbiddenRoute, world: { readonly port: number; readonly site: string }): string {
  return route.url.replaceAll("~site~", world.site).replaceAll("~port~", String(world.port));
}

function redirect(name: string, to: string, status = 302): Row {
  return [name, `~site~/redirect?status=${status}&to=${encodeURIComponent(to)}`];
}

function rows(list: readonly Row[], unguarded: ForbiddenRoute["unguarded"]): readonly ForbiddenRoute[] {
  return list.map(([name, url]) => ({ name, url, unguarded }));
}
