/** The OpenAPI document, written from the contract that the routes are served by. */
import { API_ERROR_CODES, type ApiErrorCode, type Scope } from "@tessera/model";
import {
  type Access,
  API_BASE,
  API_CHAPTERS,
  type Contract,
  type Contracts,
  gadgetRootApi,
  isRaw,
  rootApi,
} from "@tessera/model/api";
import { z } from "zod";
import { PROBLEMS } from "./api-error.ts";
import { statusOf } from "./route.ts";

type Json = Readonly<Record<string, unknown>>;

/** OpenAPI 3.1 with JSON Schema 2020-12, the draft that zod writes. @internal */
export function openApi(): Json {
  const components = new Components();
  const chapters = Object.entries<Contracts>(API_CHAPTERS);
  const paths: Record<string, Json> = {};
  for (const [tag, contracts] of chapters) addPaths(paths, contracts, { tag, base: API_BASE, components });
  addPaths(paths, rootApi, { tag: "operate", base: "", components });
  addPaths(paths, gadgetRootApi, { tag: "gadgets", base: "", components });
  return {
    openapi: "3.1.0",
    info: {
      title: "Tessera",
      version: "1",
      description: "Follow single blocks of web pages. Errors are RFC 9457 problem details; lists come in slices.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This instance" }],
    tags: chapters.map(([name]) => ({ name, description: CHAPTERS[name as keyof typeof API_CHAPTERS] })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A token of one's own, with the scopes that it was given",
        },
        session: { type: "apiKey", in: "cookie", name: "tessera_session", description: "The cookie of a login" },
      },
      schemas: { ...components.all(), Problem: PROBLEM_SCHEMA },
    },
  };
}

/** Written once, since anybody may ask for it. */
let written: string | null = null;
export function openApiText(): string {
  written ??= JSON.stringify(openApi());
  return written;
}

const CHAPTERS: Readonly<Record<keyof typeof API_CHAPTERS, string>> = {
  session: "Coming in and going out",
  me: "One's own account",
  follows: "What is followed, and what it says now",
  history: "What it said before, and what changed",
  search: "Finding what is followed by what it says or said",
  changes: "Everything that changed, and what of it was seen",
  repair: "Answers where a block is in doubt",
  templates: "One block on many pages of one layout",
  sheets: "Sheets and the tiles on them",
  shares: "Sheets shared with other people here",
  pages: "Pages, their captures, and the catalogue",
  panel: "How a page is fetched: trying, showing steps, secrets",
  blocks: "What can be picked",
  showing: "Blocks as they look",
  feeds: "Feeds, their items, and what was read of them",
  channels: "Where messages go",
  gadgets: "Blocks on other sites, and sheets by a secret link",
  browsers: "Browsers of one's own",
  interchange: "Imports and exports",
  instance: "The owner's part",
  operate: "For operators and programs",
};

const PROBLEM_SCHEMA = {
  type: "object",
  required: ["type", "title", "status", "code"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: API_ERROR_CODES },
    detail: { type: "string" },
    reason: { type: "string", description: "More exactly than the code" },
    issues: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
} as const;

interface Chapter {
  readonly tag: string;
  readonly base: string;
  readonly components: Components;
}

/** What is done at one address may stand in several chapters. */
function addPaths(paths: Record<string, Json>, contracts: Contracts, chapter: Chapter): void {
  for (const [name, contract] of Object.entries<Contract>(contracts)) {
    const [method = "", route = ""] = name.split(" ");
    const path = (chapter.base + route).replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, contract, chapter) };
  }
}

function operationOf(name: string, contract: Contract, { tag, components }: Chapter): Json {
  const { access, summary } = contract;
  const needsSession = access.kind === "person" && access.sessionOnly;
  return {
    operationId: operationId(name),
    summary,
    tags: [tag],
    security: access.kind === "public" ? [] : [{ session: [] }, ...(needsSession ? [] : tokensFor(access))],
    parameters: [
      ...parametersOf(contract.params, "path", components),
      ...parametersOf(contract.query, "query", components),
    ],
    ...requestBody(contract, components),
    responses: { [statusOf(contract)]: answerOf(contract, components), ...problemsOf(name, contract) },
  };
}

/** With the scope of the route; a paired browser has its own. */
function tokensFor({
  scope,
  byBrowser,
}: Extract<Access, { kind: "person" }>): readonly { readonly token: readonly Scope[] }[] {
  const scopes = new Set<Scope>([scope, ...(byBrowser ? (["browser"] as const) : [])]);
  return [...scopes].map((each) => ({ token: [each] }));
}

/** `GET /follows/:id/history` is `getFollowsIdHistory`. */
function operationId(name: string): string {
  const [method = "", ...words] = name.split(/[^a-zA-Z0-9]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

function parametersOf(schema: z.ZodType | undefined, place: "path" | "query", components: Components): readonly Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = components.schemaOf(schema, "input") as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...inner }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: inner,
  }));
}

function requestBody(contract: Contract, components: Components): Json {
  if (contract.maxBytes !== undefined) {
    const schema = { type: "string", format: "binary" };
    return { requestBody: { required: true, content: { "application/octet-stream": { schema } } } };
  }
  if (!contract.body) return {};
  const schema = components.schemaOf(contract.body, "input");
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

function answerOf({ reply, summary }: Contract, components: Components): Json {
  if (reply === undefined) return { description: summary };
  if (isRaw(reply))
    return { description: reply.about, content: { [reply.contentType]: { schema: { type: "string" } } } };
  return { description: summary, content: { "application/json": { schema: components.schemaOf(reply, "output") } } };
}

/** Why a route may refuse: what its access and its input bring with them, and what its contract names. @internal */
export function refusalsOf(name: string, contract: Contract): ReadonlySet<ApiErrorCode> {
  const { access, params, query, body, maxBytes, fails = [] } = contract;
  const codes: readonly (readonly [when: unknown, ...codes: ApiErrorCode[]])[] = [
    [true, "unknown-host", ...fails],
    [access.kind === "person", "login-needed", "scope-missing"],
    [access.kind === "person" && access.ownerOnly, "owner-only"],
    [params ?? query ?? body, "invalid"],
    [params, "not-found"],
    [body ?? maxBytes, "too-large", "unsupported"],
    [!name.startsWith("GET "), "cross-site"],
    [name.startsWith("PATCH "), "changed-meanwhile"],
  ];
  return new Set(codes.flatMap(([when, ...those]) => (when ? those : [])));
}

function problemsOf(name: string, contract: Contract): Json {
  const byStatus = Map.groupBy(refusalsOf(name, contract), (code) => PROBLEMS[code][0]);
  const answers = [...byStatus].map(([status, codes]) => [
    String(status),
    problem(codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join("; ")),
  ]);
  return { ...Object.fromEntries(answers), default: problem("Something went wrong on the server") };
}

function problem(description: string): Json {
  return { description, content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } };
}

type Io = "input" | "output";
/** Transforms have no schema of their own: their input is shown. */
const AS_JSON = { unrepresentable: "any", target: "draft-2020-12" } as const;
const REF = /"#\/\$defs\/(\w+)"/g;

/** Schemas that have a name stand once; those that read otherwise as input than as output, twice. */
class Components {
  readonly #named = { input: namedSchemas("input"), output: namedSchemas("output") };
  readonly #differing = this.#findDiffering();
  readonly #used = new Map<string, { readonly id: string; readonly io: Io }>();

  schemaOf(schema: z.ZodType, io: Io): Json {
    const { $schema: _, $defs: __, ...json } = z.toJSONSchema(schema, { ...AS_JSON, io });
    return this.#withRefs(json, io);
  }

  /** Those that were named, and those that these name. */
  all(): Json {
    const schemas: Record<string, Json> = {};
    // it grows while it is walked
    for (const [name, { id, io }] of this.#used) schemas[name] = this.#withRefs(this.#named[io].get(id) ?? {}, io);
    return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #withRefs(json: Json, io: Io): Json {
    const text = JSON.stringify(json).replace(REF, (_, id: string) => {
      const isOwn = io === "input" && this.#differing.has(id);
      const name = isOwn ? `${id}Input` : id;
      this.#used.set(name, { id, io: isOwn ? "input" : "output" });
      return `"#/components/schemas/${name}"`;
    });
    return JSON.parse(text) as Json;
  }

  /** Also those that only name one that differs. */
  #findDiffering(): ReadonlySet<string> {
    const { input, output } = this.#named;
    const texts = [...input].map(([id, json]) => ({ id, text: JSON.stringify(json) }));
    const differing = new Set(texts.flatMap(({ id, text }) => (text === JSON.stringify(output.get(id)) ? [] : [id])));
    for (let before = -1; before < differing.size; ) {
      before = differing.size;
      for (const { id, text } of texts)
        if ([...text.matchAll(REF)].some(([, ref = ""]) => differing.has(ref))) differing.add(id);
    }
    return differing;
  }
}

function namedSchemas(io: Io): ReadonlyMap<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...AS_JSON, io, uri: (id) => `#/$defs/${id}` });
  return new Map(Object.entries(schemas).map(([id, { $schema: _, $id: __, id: ___, ...json }]) => [id, json as Json]));
}
