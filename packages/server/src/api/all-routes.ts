/** Every route of the server, in the order of the documentation. */
import type { Route } from "./route.ts";
import { backfillRoutes } from "./routes/backfill-routes.ts";
import { blockRoutes } from "./routes/block-routes.ts";
import { channelRoutes } from "./routes/channel-routes.ts";
import { feedRoutes } from "./routes/feed-routes.ts";
import { followRoutes } from "./routes/follow-routes.ts";
import { historyRoutes } from "./routes/history-routes.ts";
import { interchangeRoutes } from "./routes/interchange-routes.ts";
import { liveRoutes } from "./routes/live-routes.ts";
import { meRoutes } from "./routes/me-routes.ts";
import { operateRoutes } from "./routes/operate-routes.ts";
import { pageRoutes } from "./routes/page-routes.ts";
import { peopleRoutes } from "./routes/people-routes.ts";
import { pictureRoutes } from "./routes/picture-routes.ts";
import { queueRoutes } from "./routes/queue-routes.ts";
import { repairRoutes } from "./routes/repair-routes.ts";
import { sessionRoutes } from "./routes/session-routes.ts";
import { sheetRoutes } from "./routes/sheet-routes.ts";
import { showRoutes } from "./routes/show-routes.ts";

export function allRoutes(): readonly Route[] {
  const routes: Route[] = [
    ...sessionRoutes,
    ...meRoutes,
    ...followRoutes,
    ...historyRoutes,
    ...repairRoutes,
    ...backfillRoutes,
    ...sheetRoutes,
    ...pageRoutes,
    ...blockRoutes,
    ...showRoutes,
    ...channelRoutes,
    ...liveRoutes,
    ...interchangeRoutes,
    ...peopleRoutes,
    ...feedRoutes,
    ...pictureRoutes,
    ...queueRoutes,
    ...operateRoutes(() => routes),
  ];
  return routes;
}
