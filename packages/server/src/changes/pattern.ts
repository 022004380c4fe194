/** Regular expressions that people write: RE2 only, so that no pattern can take more than linear time. */
import { RE2JS, RE2JSException } from "re2js";

export type Pattern =
  | { readonly kind: "pattern"; test(text: string): boolean }
  | { readonly kind: "invalid"; readonly message: string };

/** Compiles a pattern in RE2 syntax, `^` and `$` meaning a line; one that is none is data, because people write it. */
export function compilePattern(source: string): Pattern {
  try {
    const compiled = RE2JS.compile(source, RE2JS.MULTILINE);
    return { kind: "pattern", test: (text) => compiled.test(text) };
  } catch (error) {
    if (error instanceof RE2JSException) return { kind: "invalid", message: error.message };
    throw error;
  }
}
