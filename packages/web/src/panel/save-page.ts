/** What is followed on a page is fetched as the panel says from now on. */
import type { PageId, PageSource } from "@tessera/model";
import type { PageReply } from "@tessera/model/api";
import { ask } from "../api/ask.ts";

/** What is no longer said is taken back. */
export function savePage(id: PageId, { url: _, respectRobots: __, ...said }: PageSource): Promise<PageReply> {
  const nothing = {
    cookies: null,
    headers: null,
    viewport: null,
    language: null,
    proxy: null,
    consent: null,
    userAgent: null,
  };
  return ask("PATCH /pages/:id", { params: { id }, body: { ...nothing, ...said } });
}
