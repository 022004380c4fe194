/** Selectors as the other programs write them. */
import type { BlockLocator } from "@tessera/model";

export type SelectorReading =
  | { readonly kind: "wish"; readonly wish: BlockLocator }
  | { readonly kind: "unknown"; readonly language: string };

/** `xpath:`, `xpath1:`, a leading slash and parentheses mean XPath; `json:` and the like are no blocks; the rest is CSS. */
export function readSelector(text: string): SelectorReading {
  const trimmed = text.trim();
  const [, language = "", rest = ""] = /^(xpath1?|css|json|jqraw|jq):\s*([\s\S]*)$/.exec(trimmed) ?? [];
  if (language.startsWith("j")) return { kind: "unknown", language };
  if (language.startsWith("xpath")) return { kind: "wish", wish: { kind: "xpath", expression: rest } };
  if (language === "css") return { kind: "wish", wish: { kind: "css", selector: rest } };
  if (/^(\/|\()/.test(trimmed)) return { kind: "wish", wish: { kind: "xpath", expression: trimmed } };
  return { kind: "wish", wish: { kind: "css", selector: trimmed } };
}
