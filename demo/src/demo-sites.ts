/** All demo sites, in the order in which they are served. */
import { newsSite } from "./news/news.ts";
import { noticesSite } from "./notices/notices.ts";
import { scoresSite } from "./scores/scores.ts";
import { shopSite } from "./shop/shop.ts";
import type { DemoSite } from "./site.ts";

export const DEMO_SITES: readonly DemoSite[] = [newsSite, shopSite, scoresSite, noticesSite];
