import fc from "fast-check";
import { expect, test } from "vitest";
import { readMhtml } from "./mhtml.ts";

interface Written {
  readonly html: Buffer;
  readonly encoding: "base64" | "quoted-printable" | "8bit";
  readonly boundary: string;
  readonly lineEnd: string;
}

/** As browsers write it: some other part first, then the HTML, named by `start`. */
function mhtml({ html, encoding, boundary, lineEnd }: Written): Buffer {
  const lines = (...all: string[]) => Buffer.from(all.map((line) => line + lineEnd).join(""), "latin1");
  return Buffer.concat([
    lines("MIME-Version: 1.0", `Content-Type: multipart/related; start="<root>";`, `\tboundary="${boundary}"`, ""),
    lines(`--${boundary}`, "Content-Type: text/html", "Content-ID: <frame>", "", "<p>a frame"),
    lines(`--${boundary}`, "Content-Type: image/png", "", "no image"),
    lines(
      `--${boundary}`,
      "Content-Type: text/html",
      "Content-ID: <root>",
      `Content-Transfer-Encoding: ${encoding}`,
      "",
    ),
    encode(html, encoding, lineEnd),
    lines("", `--${boundary}--`),
  ]);
}

function encode(html: Buffer, encoding: Written["encoding"], lineEnd: string): Buffer {
  if (encoding === "8bit") return html;
  const text =
    encoding === "base64"
      ? html.toString("base64").replace(/.{76}/g, `$&${lineEnd}`)
      : [...html]
          .map((byte) => `=${byte.toString(16).padStart(2, "0").toUpperCase()}`)
          .join("")
          .replace(/.{75}/g, (line) => line)
          .replace(/((?:=..){20})/g, `$1=${lineEnd}`);
  return Buffer.from(text, "latin1");
}

test("what was written is read again, byte for byte", () => {
  fc.assert(
    fc.property(
      fc.record({
        html: fc
          .uint8Array()
          .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a && byte !== 0x0d && byte !== 0x2d))),
        encoding: fc.constantFrom("base64", "quoted-printable", "8bit"),
        boundary: fc.constantFrom("x", "----MultipartBoundary--abc----", "=_a.b'c(d)"),
        lineEnd: fc.constantFrom("\r\n", "\n"),
      }),
      (written) => {
        expect(readMhtml(mhtml(written), 5)).toMatchObject({ body: written.html, at: 5 });
      },
    ),
  );
});

test("anything else is a typed failure or a page, never another error", () => {
  const soup = fc.array(
    fc.constantFrom(
      "Content-Type: multipart/related; boundary=x",
      "Content-Type: text/html",
      "--x",
      "--x--",
      "",
      "=C3",
      "MIME-Version: 1.0",
      "text",
    ),
  );
  fc.assert(
    fc.property(soup, (lines) => {
      try {
        readMhtml(Buffer.from(lines.join("\r\n")), 0);
      } catch (failure) {
        expect(failure).toMatchObject({ name: "CaptureFailure", code: "protocol" });
      }
    }),
  );
});

test("a file of boundaries only is read to an end", () => {
  const head = "Content-Type: multipart/related; boundary=x\r\n\r\n";
  expect(() => readMhtml(Buffer.from(head + "--x\r\n".repeat(200_000)), 0)).toThrow(/no HTML/);
});
