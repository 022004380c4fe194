/** A real DNS server on loopback for the tests: it answers what a hostile owner of a domain would. */
import { createSocket, type Socket } from "node:dgram";
import ipaddr from "ipaddr.js";

/** The addresses of a name at its n-th question (from 0), whichever family is asked for; null: no such name. */
export type Zone = (name: string, asked: number) => readonly string[] | null;

export interface NameServer {
  /** `127.0.0.1:port`, as resolvers take it. */
  readonly address: string;
  close(): Promise<void>;
}

const TYPE = { 1: "ipv4", 28: "ipv6" } as const;
const HEADER_BYTES = 12;

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked = new Map<string, number>();
  const socket: Socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const { name, type, end } = readQuestion(question);
    // A lookup asks for both families at once: that is one question of the name.
    const count = asked.get(`${name} ${type}`) ?? 0;
    asked.set(`${name} ${type}`, count + 1);
    socket.send(answer(question.subarray(0, end), type, zone(name, count)), from.port, from.address);
  });
  await new Promise<void>((ready) => socket.bind(0, "127.0.0.1", ready));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
}

/** RFC 1035 section 4.1.2: labels, a zero byte, two bytes each of type and class. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (message[at]) {
    labels.push(message.toString("latin1", at + 1, at + 1 + message[at]!));
    at += 1 + message[at]!;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035 sections 4.1.1 and 4.1.3: the question again, then one record an address, none to be kept (TTL 0). */
function answer(question: Buffer, type: number, addresses: readonly string[] | null): Buffer {
  const family = type === 1 || type === 28 ? TYPE[type] : null;
  const records = (addresses ?? [])
    .map((address) => ipaddr.parse(address))
    .filter((address) => address.kind() === family)
    .map((address) => {
      const data = Buffer.from(address.toByteArray());
      const head = Buffer.alloc(HEADER_BYTES);
      head.writeUInt16BE(0xc000 | HEADER_BYTES, 0); // the name is the one of the question
      head.writeUInt16BE(type, 2);
      head.writeUInt16BE(1, 4);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
  const reply = Buffer.concat([question, ...records]);
  reply.writeUInt16BE(addresses ? 0x8580 : 0x8583, 2);
  reply.writeUInt16BE(records.length, 6);
  reply.writeUInt16BE(0, 8);
  reply.writeUInt16BE(0, 10);
  return reply;
}
