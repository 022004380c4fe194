/** The OpenAPI document, written from the same table that serves the routes. */
import { z } from "zod";
import { isRaw, type Route } from "./route.ts";

/** OpenAPI 3.1 with JSON Schema 2020-12, the draft that zod writes. */
export function openApi(routes: readonly Route[]): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tessera",
      version: "1",
      description: "Follow single blocks of web pages. Errors are RFC 9457 problem details; lists come in slices.",
    },
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A token of one's own, with the scopes that it was given",
        },
        session: { type: "apiKey", in: "cookie", name: "tessera_session" },
      },
      schemas: { ApiError: PROBLEM_SCHEMA },
    },
  };
}

const PROBLEM_SCHEMA = {
  type: "object",
  required: ["type", "title", "status", "code"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string" },
    detail: { type: "string" },
    issues: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
  },
} as const;

function operationOf(route: Route): Readonly<Record<string, unknown>> {
  const { access } = route;
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    security:
      access.kind === "public" ? [] : [{ session: [] }, ...(access.sessionOnly ? [] : [{ token: [access.scope] }])],
    parameters: [...parametersOf(route.params, "path"), ...parametersOf(route.query, "query")],
    ...(bodyOf(route) ?? {}),
    responses: {
      [route.status]: { description: route.summary, ...(contentOf(route) ?? {}) },
      default: {
        description: "A problem",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

/** `GET /api/v1/follows/:id/history` is `getFollowsIdHistory`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^a-zA-Z0-9]+/).filter((word) => word && word !== "api" && word !== "v1");
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function parametersOf(schema: z.ZodType | null, place: "path" | "query"): readonly unknown[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as ObjectSchema;
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: inner,
  }));
}

function bodyOf(route: Route): Readonly<Record<string, unknown>> | null {
  if (route.maxBytes !== null) {
    return {
      requestBody: {
        required: true,
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
    };
  }
  if (!route.body) return null;
  return {
    requestBody: { required: true, content: { "application/json": { schema: schemaOf(route.body, "input") } } },
  };
}

function contentOf(route: Route): Readonly<Record<string, unknown>> | null {
  if (route.reply === null) return null;
  if (isRaw(route.reply)) return { description: route.reply.about, content: { [route.reply.contentType]: {} } };
  return { content: { "application/json": { schema: schemaOf(route.reply, "output") } } };
}

/** Transforms have no schema of their own: their input is shown. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
  return json;
}
