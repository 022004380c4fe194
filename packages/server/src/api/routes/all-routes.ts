/** Every route of the server, in the order of the documentation. */
import type { Route } from "../route.ts";
import { blockRoutes } from "./block-routes.ts";
import { channelRoutes } from "./channel-routes.ts";
import { feedRoutes, pictureRoutes } from "./feed-routes.ts";
import { followRoutes } from "./follow-routes.ts";
import { backfillRoutes, historyRoutes } from "./history-routes.ts";
import { interchangeRoutes } from "./interchange-routes.ts";
import { liveRoutes, meRoutes } from "./me-routes.ts";
import { operateRoutes } from "./operate-routes.ts";
import { pageRoutes } from "./page-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { queueRoutes } from "./queue-routes.ts";
import { repairRoutes } from "./repair-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { sheetRoutes } from "./sheet-routes.ts";
import { showRoutes } from "./show-routes.ts";

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
