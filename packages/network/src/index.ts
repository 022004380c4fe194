/** The one way out of the program. */

export { BrowserProxy, type RemoteDoor } from "./browser-proxy/browser-proxy.ts";
export type { Dial } from "./client/connector.ts";
export { decompress } from "./client/decompress.ts";
export {
  DEFAULT_USER_AGENT,
  type FetchLimits,
  type FetchOptions,
  HttpClient,
  type HttpClientOptions,
} from "./client/http-client.ts";
export { type Mail, MailOut, type MailOutOptions, type MailServer } from "./client/mail-out.ts";
export { createProxyDial, type ProxySettings, proxyFromEnvironment } from "./client/proxy.ts";
export { makePushKeys, type Push, type PushKeys, type PushSubscription, sendPush } from "./client/push-out.ts";
export {
  type FetchedResponse,
  headerOf,
  type ResponseHeaders,
  type StreamedResponse,
  type Timing,
} from "./client/response.ts";
export { hasPrivateAddress } from "./guard/address.ts";
export {
  type AllowList,
  type Asker,
  createAllowList,
  grantAt,
  grantOf,
  type PrivateGrant,
} from "./guard/allow-list.ts";
export { CaptureFailure, type CaptureFailureDetails } from "./guard/capture-failure.ts";
export { type Destination, destinationOf } from "./guard/destination.ts";
export {
  type AddressRefusal,
  type ConnectOptions,
  createGuard,
  type Guard,
  type GuardOptions,
} from "./guard/guard.ts";
export type { Resolver } from "./guard/resolver.ts";
export { Politeness, type PolitenessOptions, type VisitOptions } from "./politeness/politeness.ts";
export { Semaphore, type SemaphoreOptions, type UseOptions } from "./politeness/semaphore.ts";
