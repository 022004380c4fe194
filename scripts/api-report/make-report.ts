/** What the engine exports, with kinds and signatures, as a page to review. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** The catalogues of the engine's exports, by the name that others import them by. */
const ENTRIES = { "@tessera/engine": "index.ts", "@tessera/engine/papers": "papers/index.ts" } as const;

export const REPORT: string = join(import.meta.dirname, "../../packages/engine/api-report.md");
const SOURCES = join(import.meta.dirname, "../../packages/engine/src");

const HEAD = `# What the engine exports

Written by \`npm run -s api-report\`; a test compares it. A change here is a change for everyone who imports the engine.
`;

export function makeReport(): string {
  const chapters = Object.entries(ENTRIES).map(([name, entry]) => `## \`${name}\`\n\n${sectionsOf(entry).join("\n")}`);
  return [HEAD, ...chapters].join("\n");
}

/** A section for each module of a catalogue, in its order. */
function sectionsOf(entry: string): string[] {
  const catalogue = parsed(entry, readFileSync(join(SOURCES, entry), "utf8"));
  return catalogue.statements.map((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause))
      throw new TypeError(`${entry} is a catalogue: one line an entry, by name`);
    const module = join(dirname(entry), (statement.moduleSpecifier as ts.StringLiteral).text);
    const declared = declarationsIn(module);
    const lines = statement.exportClause.elements.map(
      ({ name }) => declared.get(name.text) ?? missing(module, name.text),
    );
    return `### ${module}\n\n\`\`\`ts\n${lines.join("\n")}\n\`\`\`\n`;
  });
}

/** The exported declarations of a module by name, without their bodies and comments. */
function declarationsIn(module: string): ReadonlyMap<string, string> {
  const source = readFileSync(join(SOURCES, module), "utf8");
  const { outputText } = ts.transpileDeclaration(source, {
    fileName: module,
    compilerOptions: { removeComments: true },
  });
  const file = parsed(module, outputText);
  const printer = ts.createPrinter({ removeComments: true });
  const declared = new Map<string, string>();
  for (const statement of file.statements) {
    const text = printer.printNode(ts.EmitHint.Unspecified, statement, file).replace(/^export (declare )?/, "");
    for (const name of namesOf(statement)) declared.set(name, [declared.get(name), text].filter(Boolean).join("\n"));
  }
  return declared;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text);
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name ? [name.text] : [];
}

function parsed(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
}

function missing(module: string, name: string): never {
  throw new RangeError(`${module} does not declare ${name} itself: the catalogue names the module that does`);
}
