/** Every route of the server, in the order of the documentation. */
import { API, gadgetRootApi, rootApi } from "@tessera/model/api";
import { type Handlers, type Route, routesOf } from "../route.ts";
import { blockHandlers } from "./block-routes.ts";
import { browserHandlers } from "./browser-routes.ts";
import { changesHandlers } from "./changes-routes.ts";
import { channelHandlers } from "./channel-routes.ts";
import { feedItemHandlers } from "./feed-routes.ts";
import { followHandlers } from "./follow-routes.ts";
import { gadgetHandlers, gadgetRootHandlers } from "./gadget-routes.ts";
import { historyHandlers } from "./history-routes.ts";
import { interchangeHandlers } from "./interchange-routes.ts";
import { meHandlers, sessionHandlers } from "./me-routes.ts";
import { operateHandlers, rootHandlers } from "./operate-routes.ts";
import { pageHandlers } from "./page-routes.ts";
import { panelHandlers } from "./panel-routes.ts";
import { instanceHandlers } from "./people-routes.ts";
import { repairHandlers } from "./repair-routes.ts";
import { searchHandlers } from "./search-routes.ts";
import { shareHandlers } from "./share-routes.ts";
import { sheetHandlers } from "./sheet-routes.ts";
import { showHandlers } from "./show-routes.ts";
import { templateHandlers } from "./template-routes.ts";

const HANDLERS: Handlers<typeof API> = {
  ...sessionHandlers,
  ...meHandlers,
  ...followHandlers,
  ...historyHandlers,
  ...searchHandlers,
  ...changesHandlers,
  ...repairHandlers,
  ...templateHandlers,
  ...sheetHandlers,
  ...shareHandlers,
  ...pageHandlers,
  ...panelHandlers,
  ...blockHandlers,
  ...showHandlers,
  ...feedItemHandlers,
  ...channelHandlers,
  ...gadgetHandlers,
  ...browserHandlers,
  ...interchangeHandlers,
  ...instanceHandlers,
  ...operateHandlers,
};

export function allRoutes(): readonly Route[] {
  return [
    ...routesOf(API, HANDLERS),
    ...routesOf(rootApi, rootHandlers, ""),
    ...routesOf(gadgetRootApi, gadgetRootHandlers, ""),
  ];
}
