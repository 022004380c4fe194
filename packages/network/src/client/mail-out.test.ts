import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { createGuard } from "../guard/guard.ts";
import { type Mail, MailOut } from "./mail-out.ts";

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(done));
});

/** A real SMTP server on loopback that keeps what it is sent. */
async function mailServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: string[] }> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
    ...options,
  });
  servers.push(server);
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((ready) => listening.once("listening", ready));
  const address = listening.address();
  return { port: typeof address === "object" && address ? address.port : 0, received };
}

const mail: Mail = {
  to: "reader@example.org",
  subject: "Price\r\nBcc: everyone@example.org",
  text: "was 10 €, now 9 €",
  html: '<p>was 10 €, now 9 €</p><img src="cid:picture">',
  messageId: "<1@tessera.example>",
  picture: { bytes: Buffer.from("picture"), contentType: "image/png" },
};
const server = (port: number) =>
  ({ host: "127.0.0.1", port, security: "plain", from: "Tessera <tessera@example.org>" }) as const;

test("a mail arrives with text, HTML and picture, and its subject stays one line", async () => {
  const { port, received } = await mailServer();
  await new MailOut({ server: server(port) }).send(mail);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatch(/^Subject: Price Bcc: everyone@example.org\r$/m);
  expect(received[0]).not.toMatch(/^Bcc:/m);
  expect(received[0]).toMatch(/^Message-ID: <1@tessera.example>\r$/m);
  expect(received[0]).toContain("multipart/related");
});

test("the user's password is sent and a refused one is final", async () => {
  const { port } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.password === "right" ? done(null, { user: "u" }) : done(new Error("Invalid username or password")),
  });
  const send = (password: string) => new MailOut({ server: { ...server(port), user: "u", password } }).send(mail);
  await expect(send("right")).resolves.toBeUndefined();
  await expect(send("wrong")).rejects.toMatchObject({ name: "CaptureFailure", retry: "never" });
});

test("a server that is busy is tried again, one that refuses the reader is not", async () => {
  const refusing = (responseCode: number) =>
    mailServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error("no"), { responseCode })),
    });
  const send = async (responseCode: number) =>
    new MailOut({ server: server((await refusing(responseCode)).port) }).send(mail);
  await expect(send(550)).rejects.toMatchObject({ retry: "never" });
  await expect(send(451)).rejects.toMatchObject({ retry: "soon" });
});

test("mail goes nowhere that the guard forbids", async () => {
  const { port, received } = await mailServer();
  const guard = createGuard();
  await expect(new MailOut({ server: server(port), guard }).send(mail)).rejects.toMatchObject({
    code: "forbidden-address",
  });
  expect(received).toEqual([]);
});

test("a reader hears what is wrong with their address, and not where the mail server stands", async () => {
  const { port } = await mailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error("no such mailbox"), { responseCode: 550 })),
  });
  const messageOf = (out: MailOut) => out.send(mail).catch((error: Error) => error.message);
  expect(await messageOf(new MailOut({ server: server(port) }))).toContain("no such mailbox");
  const away = { ...server(port), port: 1 };
  const untrusted = { ...server(port), security: "tls" as const };
  for (const unreachable of [away, untrusted]) {
    expect(await messageOf(new MailOut({ server: unreachable }))).toMatch(
      /^the mail server of this instance (cannot be reached|did not take the message)$/,
    );
  }
});

test("a required STARTTLS that the server does not offer sends nothing", async () => {
  const { port, received } = await mailServer();
  const out = new MailOut({ server: { ...server(port), security: "starttls" } });
  await expect(out.send(mail)).rejects.toMatchObject({ name: "CaptureFailure" });
  expect(received).toEqual([]);
});
