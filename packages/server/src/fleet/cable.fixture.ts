/** A cable between a process and its database that can be cut: nothing comes through, and nobody is told. */
import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

export interface Cable {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function layCable(toSocket: string): Promise<Cable> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = createConnection(toSocket);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        ends.delete(from);
        to.destroy();
      });
      if (isCut) from.pause();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const end of ends) end.pause();
    },
    mend() {
      isCut = false;
      for (const end of ends) end.resume();
    },
    async close() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
