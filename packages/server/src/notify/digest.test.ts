import { ChannelTarget, type Delivery, type MessageForm, USUAL_FORM } from "@tessera/model";
import type { MailOut } from "@tessera/network";
import { expect, test } from "vitest";
import { languageOf } from "./message/language.ts";
import { type OutgoingMessage, outgoingOf } from "./message/outgoing-message.ts";
import { deliveryAbout, origin, received, sender, sendTo, targets, text } from "./send.fixture.ts";
import { pushText } from "./send.ts";

/** Two changes of two blocks that were gathered. */
function digestOf(form: MessageForm | null, titles: readonly string[] = ["Visits", "Rain"]): OutgoingMessage {
  const deliveries = titles.map((title) => deliveryAbout(text("38 in all"), text("44 in all"), title));
  const [first, ...others] = deliveries as [Delivery, ...Delivery[]];
  return outgoingOf([first, ...others], sender, { language: languageOf("en"), form, isDigest: true });
}

/** What a digest says on each service, and in a mail. */
async function digestOn(told: OutgoingMessage): Promise<Record<string, string>> {
  received.length = 0;
  const mails: Parameters<MailOut["send"]>[0][] = [];
  const mailOut = { send: async (mail: (typeof mails)[0]) => void mails.push(mail) } as unknown as MailOut;
  const to = ChannelTarget.parse({ kind: "email", to: "a@example.org" });
  for (const target of [...targets(origin), to]) await sendTo(target, { ...sender, mailOut }, told);
  const body = (path: string) => JSON.parse(received.find((request) => request.path?.endsWith(path))?.body ?? "null");
  const matrix = body(told.id);
  return {
    webhook: body("/hook").data.text,
    ntfy: body("/").message,
    gotify: body("/gotify/message").message,
    telegram: body("/sendMessage").text,
    apprise: body("/notify").body,
    matrix: matrix.body,
    matrixHtml: matrix.formatted_body,
    push: pushText(told),
    mail: mails[0]!.text,
    mailHtml: mails[0]!.html,
    slack: body("/slack")
      .blocks.map((block: { text: { text: string } }) => block.text.text)
      .join("\n"),
    discord: body("/discord")
      .embeds.map(({ title = "", description }: { title?: string; description: string }) => `${title}\n${description}`)
      .join("\n"),
  };
}

const CHOSEN: MessageForm = { parts: ["title", "after", "page", "picture"], maxLength: null };

test("a digest is made of the chosen parts on every service, for each of its changes", async () => {
  const on = await digestOn(digestOf(CHOSEN));
  const plain = "Visits\nAfter: 44 in all\nshop.example\n\nRain\nAfter: 44 in all\nshop.example";
  for (const name of ["webhook", "ntfy", "gotify", "telegram", "apprise", "matrix", "push", "mail"]) {
    expect(on[name], name).toBe(plain);
  }
  for (const name of ["mailHtml", "matrixHtml", "slack", "discord"]) {
    const said = on[name]!.replace(/<[^>]*>|[*]/g, " ");
    expect(said, name).toMatch(/Visits\s+After: 44 in all\s+shop.example\s+Rain\s+After: 44 in all\s+shop.example\s*$/);
    expect(on[name], name).not.toMatch(/38|\/changes/);
  }
  const body = (path: string) => JSON.parse(received.find((request) => request.path === path)?.body ?? "null");
  expect(body("/discord").embeds.map(({ image }: { image: unknown }) => Boolean(image))).toEqual([true, true]);
  expect(body("/slack").blocks.map(({ accessory }: { accessory: unknown }) => Boolean(accessory))).toEqual([
    true,
    true,
  ]);
});

test("a change of which the chosen parts say nothing is named all the same", async () => {
  const on = await digestOn(digestOf({ parts: ["items"], maxLength: null }));
  for (const [name, said] of Object.entries(on)) expect(said, name).toMatch(/Visits.*Rain/s);
});

test("without a choice a digest is a line for each change, with the way to all of it", async () => {
  const on = await digestOn(digestOf(null));
  const lines = "• Visits: 38 → 44 in all (+6)\n• Rain: 38 → 44 in all (+6)";
  for (const name of ["webhook", "ntfy", "gotify", "telegram", "apprise", "matrix"]) {
    expect(on[name], name).toBe(`${lines}\n\nhttps://tessera.example/changes`);
  }
  expect(on.push).toBe(lines);
  for (const name of ["mail", "mailHtml", "slack", "discord"])
    expect(on[name], name).toContain("Everything that changed");
});

test.each([40, 99, 300, 1_000])(
  "a digest is never longer than %i where that is the limit, and is cut between changes",
  async (maxLength) => {
    const titles = Array.from({ length: 60 }, (_, number) => `Block number ${number} of <many>`);
    for (const parts of [USUAL_FORM.parts, CHOSEN.parts, ["before", "after", "link"]] as const) {
      const on = await digestOn(digestOf({ parts: [...parts], maxLength }, titles));
      for (const [name, said] of Object.entries(on)) {
        const isHtml = name.endsWith("Html");
        const read = isHtml ? said.replace(/<[^>]*>/g, "").replace(/&#\d+;/g, "?") : said;
        // titles of embeds and the lines between blocks are put together by this test
        const between = name === "slack" || name === "discord" ? 2 * said.split("\n").length : 0;
        expect(read.length, `${name} of ${parts}`).toBeLessThanOrEqual(maxLength + between);
        expect(read, name).toMatch(/… and \d+ more/);
      }
      const shown = on.ntfy!.split(/\n+/).filter((line) => /^• |^After/.test(line)).length;
      if (maxLength >= 300) expect(on.ntfy).toContain(`… and ${60 - shown} more`);
    }
  },
);

test("text of a page stays text in a digest of chosen parts", async () => {
  const nasty = "[click](https://evil.example) @everyone <!channel> <script>alert(1)</script> /kick *b*";
  const told = outgoingOf([deliveryAbout(text("calm"), text(nasty), nasty)], sender, {
    language: languageOf("en"),
    form: { ...CHOSEN, maxLength: 200 },
    isDigest: true,
  });
  const on = await digestOn(told);
  expect(on.discord).not.toMatch(/(?<!\\)(?:@everyone|\]\(https:\/\/evil)/);
  expect(on.slack).not.toMatch(/<(?:!|https:\/\/evil)/);
  expect(on.telegram).not.toMatch(/(?:^|\s)[@/]\w/);
  for (const name of ["mailHtml", "matrixHtml"]) expect(on[name], name).not.toContain("<script");
});
