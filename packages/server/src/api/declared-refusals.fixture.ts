import type { ApiErrorCode } from "@tessera/model";
import { API, API_BASE, type Contract, gadgetRootApi, rootApi } from "@tessera/model/api";
import type { FastifyInstance } from "fastify";
import { refusalsOf } from "./openapi.ts";

const CONTRACTS = new Map<string, Contract>([
  ...Object.entries<Contract>(API).map(([name, contract]) => [name.replace("/", `${API_BASE}/`), contract] as const),
  ...Object.entries<Contract>(rootApi),
  ...Object.entries<Contract>(gadgetRootApi),
]);

/** Remembers refusals that the contract of their route does not name; whoever closes the app throws them. */
export function watchRefusals(app: FastifyInstance): { check(): void } {
  const undeclared = new Set<string>();
  app.addHook("onSend", async (request, reply, payload) => {
    const name = `${request.method} ${request.routeOptions.url}`;
    const contract = CONTRACTS.get(name);
    if (!contract || reply.statusCode < 400 || reply.statusCode >= 500 || typeof payload !== "string") return;
    if (!String(reply.getHeader("content-type")).includes("problem+json")) return;
    const { code } = JSON.parse(payload) as { readonly code: ApiErrorCode };
    if (!refusalsOf(name, contract).has(code))
      undeclared.add(`${name} answers ${code}: name it in \`fails\` of its contract`);
  });
  return {
    check() {
      if (undeclared.size > 0) throw new Error([...undeclared].join("\n"));
    },
  };
}
