import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { BrowserProxy } from "./browser-proxy.ts";

/** What comes back of a request that nobody is allowed to make, or nothing where the door is closed at once. */
async function knock(browserAt: string): Promise<string> {
  const dial = async () => {
    throw new Error("nothing is to be reached here");
  };
  const proxy = new BrowserProxy({ dial, remote: { host: "127.0.0.1", browserAt } });
  await proxy.start();
  onTestFinished(() => proxy.stop());
  const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write("CONNECT site.test:443 HTTP/1.1\r\nhost: site.test:443\r\n\r\n");
  let answer = "";
  socket.on("data", (bytes: Buffer) => {
    answer += bytes.toString();
  });
  socket.setTimeout(5_000, () => socket.destroy());
  await once(socket, "close");
  return answer;
}

test("a door for a browser elsewhere answers that browser, and closes for everybody else", async () => {
  expect(await knock("127.0.0.1")).toContain("403");
  expect(await knock("127.0.0.5")).toBe("");
});
