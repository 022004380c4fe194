/** Lists that come in slices, read to their end. */
import { sliceOf } from "@tessera/server";
import type { z } from "zod";
import type { Given, Instance } from "./instance.ts";

const SLICE = "200";

interface Wanted<S> {
  /** The schema of one. */
  readonly item: S;
  readonly query?: NonNullable<Given["query"]>;
}

export async function* allOf<S extends z.ZodType>(
  instance: Instance,
  route: string,
  { item, query = {} }: Wanted<S>,
): AsyncGenerator<z.output<S>> {
  for (let after: string | undefined; ; ) {
    const slice = await instance.ask(route, sliceOf(item), { query: { ...query, limit: SLICE, after } });
    yield* slice.items;
    if (slice.next === null) return;
    after = slice.next;
  }
}

/** The same at once, where there are not many. */
export async function listOf<S extends z.ZodType>(
  instance: Instance,
  route: string,
  wanted: Wanted<S>,
): Promise<readonly z.output<S>[]> {
  const found: z.output<S>[] = [];
  for await (const each of allOf(instance, route, wanted)) found.push(each);
  return found;
}
