/** YAML that somebody else wrote, as plain data: neither its aliases nor its depth make it grow without bound. */
import { parseAllDocuments } from "yaml";
import { ImportRefused } from "./import-plan.ts";

/** A file that doubles by aliases more often than this is a bomb, not a configuration. */
const MAX_ALIASES = 100;

/** Throws an ImportRefused where it is no YAML. Slow: callers limit the text to a megabyte. */
export function yamlDocuments(text: string): readonly unknown[] {
  const documents = parsed(text);
  if (!Array.isArray(documents)) throw new ImportRefused("empty", "The YAML file has no documents.");
  return documents.map((document) => {
    const [error] = document.errors;
    if (error) throw new ImportRefused("damaged", `The YAML file cannot be read: ${error.message.split("\n")[0]}`);
    try {
      return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
    } catch (cause) {
      throw new ImportRefused("invalid", "The YAML file grows without bound by its aliases: refused.", cause);
    }
  });
}

function parsed(text: string): ReturnType<typeof parseAllDocuments> {
  try {
    // comparing all keys of a mapping with each other is quadratic, and of two the last one counts
    return parseAllDocuments(text, { schema: "core", merge: false, uniqueKeys: false });
  } catch (cause) {
    // the parser goes down into lists and mappings by calling itself
    if (cause instanceof RangeError) throw new ImportRefused("invalid", "The YAML file is nested too deeply.", cause);
    throw cause;
  }
}
