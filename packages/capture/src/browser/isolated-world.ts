/** Our own code beside a foreign page: same DOM, but nothing that the page's scripts define or change is seen. */
import { callInPage, type InPageModule } from "@tessera/page";
import type { CDPSession } from "playwright-core";

const WORLD = "tessera";

export class IsolatedWorld {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Calls a function of a module in the page that is there now. Fails when the page goes away meanwhile. */
  async call<T>(module: InPageModule, name: string, ...values: readonly unknown[]): Promise<T> {
    const { frameTree } = await this.#session.send("Page.getFrameTree");
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      expression: callInPage(module, name, ...values),
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(`${name} threw in the page: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    }
    return result.value as T;
  }
}
