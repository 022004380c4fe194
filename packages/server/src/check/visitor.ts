/** As whom a page is captured: what its source says, with the stored secrets of its person in place of their names. */
import { Hiding, type Visitor } from "@tessera/capture";
import { type PageCookie, type PageHeader, type PageSource, type PersonId, secretsNamed } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import type { OwnSecrets, PageSecrets } from "../people/page-secrets.ts";

const NONE: OwnSecrets = { at: () => null, called: () => [] };

/**
 * Undefined where the page is captured as any is. Throws a CaptureFailure where a secret is missing: a page that is asked
 * for without what it needs would be another one.
 */
export async function visitorOf(
  source: PageSource,
  person: PersonId | null,
  stored: Pick<PageSecrets, "of">,
): Promise<Visitor | undefined> {
  const { headers = [], cookies = [], language, userAgent, viewport, consent } = source;
  const names = secretsNamed(source);
  const isPlain = [language, userAgent, viewport, consent].every((setting) => setting === undefined);
  if (isPlain && headers.length + cookies.length + names.size === 0) return undefined;
  const secrets = names.size > 0 && person ? await stored.of(person) : NONE;
  const { origin } = new URL(source.url);
  const told = (one: PageHeader | PageCookie): string => {
    const value = "value" in one ? one.value : secrets.at(origin, one.secret);
    if (value !== null) return value;
    const name = "secret" in one ? one.secret : one.name;
    throw new CaptureFailure("step-failed", { message: `no secret “${name}” is stored for ${origin}` });
  };
  return {
    headers: Object.fromEntries(headers.map((header) => [header.name, told(header)])),
    cookies: cookies.map((cookie) => ({ name: cookie.name, value: told(cookie) })),
    language,
    userAgent,
    viewport,
    consent,
    secretAt: (at, name) => secrets.at(at, name),
    hiding: new Hiding(secrets.called(names)),
  };
}
