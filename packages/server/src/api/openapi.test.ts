import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, test } from "vitest";
import { openApi } from "./openapi.ts";

const text = JSON.stringify(openApi());

/** The strictest set of the linter that it recommends, each finding as one line. */
async function findingsIn(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const found = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

test("a linter of OpenAPI documents finds nothing, and would find an answer that is missing", async () => {
  expect(await findingsIn(text)).toEqual([]);
  const broken = openApi() as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
  broken.paths["/api/v1/me"]!.get!.responses = {};
  expect(await findingsIn(JSON.stringify(broken))).not.toEqual([]);
});

/** A program of somebody who has only the document. */
const USE = `
import type { components, operations, paths } from "./client.d.ts";
type Answer = paths["/api/v1/follows/{id}"]["get"]["responses"][200]["content"]["application/json"];
export const title = (follow: Answer): string => follow.title;
export const wanted: operations["postFollows"]["requestBody"]["content"]["application/json"] =
  { source: { url: "https://example.com/" }, schedule: { kind: "every", intervalMs: 60_000 } };
export const isSame = (follow: components["schemas"]["Follow"]): Answer => follow;
export const problem = (p: operations["getFollowsId"]["responses"][404]["content"]["application/problem+json"]) => p.code;
`;

test("a client that is generated from it compiles, and knows what is what", async () => {
  const client = astToString(await openapiTS(text, { defaultNonNullable: false }));
  expect(faultsOf({ "client.d.ts": client, "use.ts": USE })).toEqual([]);
  const wrong = USE.replace("follow.title", "follow.nothing");
  expect(faultsOf({ "client.d.ts": client, "use.ts": wrong }).join()).toContain("nothing");
}, 60_000);

function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const options = {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  const given = (path: string): string | undefined => files[path.replace(/^.*\//, "")];
  host.fileExists = (path) => given(path) !== undefined || fileExists.call(host, path);
  host.readFile = (path) => given(path) ?? readFile.call(host, path);
  host.getSourceFile = (path, version, ...rest) => {
    const source = given(path);
    return source === undefined
      ? getSourceFile.call(host, path, version, ...rest)
      : ts.createSourceFile(path, source, version);
  };
  const program = ts.createProgram(Object.keys(files), options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
