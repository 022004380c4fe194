/** Mail leaves through the guard like everything else: SMTP is spoken over a connection that the guard has opened. */
import type { SendMailOptions } from "nodemailer";
import type { PrivateGrant } from "../guard/allow-list.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { normalised } from "../guard/destination.ts";
import { createGuard, type Guard } from "../guard/guard.ts";

/** The one mail server of the instance, as the operator named it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` required, or `plain` with STARTTLS where the server offers it. */
  readonly security: "tls" | "starttls" | "plain";
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly from: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same on every attempt, so that a mailbox drops what it already has. */
  readonly messageId: string;
  /** Shown inside the HTML as `cid:picture`. */
  readonly picture: { readonly bytes: Uint8Array; readonly contentType: string } | null;
}

export interface MailOutOptions {
  readonly server: MailServer;
  /** By default one that lets through to the operator's server and to nothing else. */
  readonly guard?: Guard;
  /** More certificate authorities than the system's, as PEM. */
  readonly ca?: string;
}

const TIMEOUT_MS = 30_000;

export class MailOut {
  readonly #options: MailOutOptions;
  readonly #guard: Guard;
  /** The operator has named the server, and it may be anywhere. */
  readonly #grant: PrivateGrant | null;

  constructor(options: MailOutOptions) {
    this.#options = options;
    const { host, port } = options.server;
    this.#guard = options.guard ?? createGuard();
    this.#grant = options.guard ? null : { hostname: normalised({ hostname: host, port }).hostname, ports: [port] };
  }

  /** Resolves when the server has taken the mail; throws a CaptureFailure that says whether to try again. */
  async send(mail: Mail): Promise<void> {
    const { server, ca } = this.#options;
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      host: server.host,
      port: server.port,
      secure: server.security === "tls",
      requireTLS: server.security === "starttls",
      ...(server.user === undefined ? {} : { auth: { user: server.user, pass: server.password ?? "" } }),
      ...(ca === undefined ? {} : { tls: { ca } }),
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (_, callback) => {
        const destination = { hostname: server.host, port: server.port };
        this.#guard.connect(destination, { timeoutMs: TIMEOUT_MS, grant: this.#grant }).then(
          (connection) => callback(null, { connection }),
          (failure: Error) => callback(failure),
        );
      },
    });
    try {
      await transport.sendMail(mailOptions(mail, server.from));
    } catch (error) {
      throw mailFailure(error);
    } finally {
      transport.close();
    }
  }
}

function mailOptions(mail: Mail, from: string): SendMailOptions {
  return {
    from,
    to: mail.to,
    subject: mail.subject.replace(/\s+/g, " "),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    headers: { "Auto-Submitted": "auto-generated" },
    attachments: mail.picture
      ? [
          {
            cid: "picture",
            filename: "block",
            contentType: mail.picture.contentType,
            content: Buffer.from(mail.picture.bytes),
          },
        ]
      : [],
  };
}

/**
 * A reply of 5xx is final (RFC 5321 section 4.2.1), and so is a refused password; everything else may pass. Only what
 * the server says of the receiver is for the reader: its own name, address and certificate are the operator's business.
 */
function mailFailure(error: unknown): CaptureFailure {
  if (error instanceof CaptureFailure) {
    const { code, retry } = error;
    return new CaptureFailure(code, {
      message: "the mail server of this instance cannot be reached",
      retry,
      cause: error,
    });
  }
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string };
  const isFinal = responseCode === undefined ? code === "EAUTH" || code === "EENVELOPE" : responseCode >= 500;
  const said = code === "EENVELOPE" && error instanceof Error ? `: ${error.message}` : "";
  return new CaptureFailure("protocol", {
    message: `the mail server of this instance did not take the message${said}`,
    retry: isFinal ? "never" : "soon",
    cause: error,
  });
}
