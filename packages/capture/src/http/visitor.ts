/** As whom a page is visited: what its origin is sent, what the browser says of itself, and what nobody may be told. */
import type { ConsentAnswer, Viewport } from "@tessera/model";

export interface OwnCookie {
  readonly name: string;
  readonly value: string;
}

export interface Visitor {
  /** Sent to the origin of the page and to no other, whatever it redirects to. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of the host of the page and of no other. */
  readonly cookies?: readonly OwnCookie[] | undefined;
  /** A language tag. */
  readonly language?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Of the browser alone, as what follows. */
  readonly viewport?: Viewport | undefined;
  readonly consent?: ConsentAnswer | undefined;
  /** A stored secret by its name, for a field on a page of this origin; null where there is none for it. */
  readonly secretAt?: ((origin: string, name: string) => string | null) | undefined;
  /** What a page may repeat of what it was sent, and nobody is to read there. */
  readonly hiding?: Hiding | undefined;
}

/** RFC 9110 section 12.5.4: the language itself is as good as any of its kinds. */
export function acceptLanguageOf(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  const [primary = ""] = language.split("-", 1);
  return primary === language ? language : `${language},${primary};q=0.9`;
}

const MASK = "•••";
/** Shorter ones are in every text by accident. */
const SHORTEST_HIDDEN = 4;

/** Takes secrets out of texts, in the forms in which pages and addresses repeat them. Takes one pass for each form. */
export class Hiding {
  /** All texts to be hidden, longest first. */
  readonly forms: readonly string[];

  constructor(secrets: Iterable<string>) {
    const forms = [...secrets].filter((secret) => secret.length >= SHORTEST_HIDDEN).flatMap(formsOf);
    // a longer one may hold a shorter one
    this.forms = [...new Set(forms)].sort((a, b) => b.length - a.length);
  }

  get isNeeded(): boolean {
    return this.forms.length > 0;
  }

  text(text: string): string {
    let hidden = text;
    for (const form of this.forms) if (hidden.includes(form)) hidden = hidden.replaceAll(form, MASK);
    return hidden;
  }

  /** For an address, in which the mask has to be one too. */
  address(href: string): string {
    const hidden = this.text(href);
    return hidden !== href && URL.canParse(hidden) ? new URL(hidden).href : hidden;
  }
}

function formsOf(secret: string): readonly string[] {
  const inAddress = encodeURIComponent(secret);
  const inMarkup = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    secret,
    inAddress,
    new URLSearchParams([["", secret]]).toString().slice(1),
    new URL(`http://a/?${secret.replaceAll("#", "%23")}`).search.slice(1),
    inMarkup,
    inMarkup.replaceAll('"', "&quot;"),
    inMarkup.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    JSON.stringify(secret).slice(1, -1),
  ];
}
