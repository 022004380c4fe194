/** One block on many pages of one layout. */
import { z } from "zod";
import { CaptureId, FollowId, SheetId, TemplateId } from "../records/ids.ts";
import { WebUrl } from "../records/page-source.ts";
import { MAX_TEMPLATE_PAGES, Template, TemplatePage } from "../records/template.ts";
import { BlockPath } from "../records/verdict.ts";
import { byId, type Contracts, READING, WRITING } from "./contract.ts";

export const TemplateReply = Template.omit({ personId: true })
  .extend({
    pages: z.array(TemplatePage).describe("In the order in which they were given"),
    waiting: z.int().describe("How many of them are not settled yet"),
  })
  .strip()
  .meta({ id: "Template" });
export type TemplateReply = z.output<typeof TemplateReply>;

const urls = z.array(WebUrl).min(1).max(MAX_TEMPLATE_PAGES);

const PageLink = z.object({ url: z.string(), text: z.string() });

/** The links of one block of a page. */
const LinkGroup = z
  .object({
    path: BlockPath,
    title: z.string().describe("Its label or first heading; empty where it has neither"),
    excerpt: z.string(),
    links: z.array(PageLink).describe("Each address once, without its fragment"),
  })
  .meta({ id: "LinkGroup" });
export type LinkGroup = z.output<typeof LinkGroup>;

export const templateApi = {
  "POST /follows/:id/like": {
    summary:
      "Follow the same block on other pages of the same layout: in the background, politely, each address once; pages of another layout are listed and not followed",
    access: WRITING,
    params: byId(FollowId),
    body: z.strictObject({
      urls,
      result: z
        .discriminatedUnion("kind", [
          z.strictObject({
            kind: z.literal("each"),
            sheetId: SheetId.nullable().default(null).describe("A tile each on this sheet; on none unless told"),
          }),
          z.strictObject({
            kind: z.literal("board"),
            sheetId: SheetId.describe("Where the table is put; its first row is the follow itself"),
            title: z.string().trim().min(1).max(300).optional(),
          }),
        ])
        .default({ kind: "each", sheetId: null }),
      insists: z.boolean().default(false).describe("Also on pages of another layout"),
    }),
    reply: TemplateReply,
    status: 202,
    fails: ["cap-reached", "too-many"],
  },
  "GET /templates": {
    summary: "Blocks that I asked for on many pages, latest first",
    access: READING,
    reply: z.array(TemplateReply),
  },
  "GET /templates/:id": {
    summary: "What became of each address",
    access: READING,
    params: byId(TemplateId),
    reply: TemplateReply,
  },
  "POST /templates/:id/pages": {
    summary: "Try addresses of it again that came to nothing; with `insists` on pages of another layout as well",
    access: WRITING,
    params: byId(TemplateId),
    body: z.strictObject({ urls, insists: z.boolean().default(false) }),
    reply: TemplateReply,
    status: 202,
    fails: ["cap-reached", "too-many"],
  },
  "DELETE /templates/:id": {
    summary: "Forget the account, and what of it still waits; what is followed stays",
    access: WRITING,
    params: byId(TemplateId),
  },
  "GET /captures/:id/links": {
    summary: "The links of a page, by the blocks that they stand in, those with most links first",
    access: READING,
    params: byId(CaptureId),
    query: z.object({ path: BlockPath.optional().describe("Only those of this element") }),
    reply: z.array(LinkGroup),
  },
} as const satisfies Contracts;
