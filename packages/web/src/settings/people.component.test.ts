import { afterEach, expect, test, vi } from "vitest";
import { dismiss, toasts } from "../components/toasts.svelte.ts";
import { type Answers, type FakeServer, fakeServer, refused } from "../mount/fake-server.fixture.ts";
import { type Mounted, mounted } from "../mount/mounted.fixture.ts";
import People from "./People.svelte";

const person = (id: string, displayName: string, role = "member", disabledAt: number | null = null) => ({
  ...{ id, name: displayName.toLowerCase(), displayName, role, disabledAt },
});
const EVERYBODY = [person("p", "Ada", "owner"), person("b", "Bo"), person("c", "Cem", "member", 1)];
const OPEN = { id: "i", note: "for Dee", createdAt: 0, expiresAt: 86_400_000, usedAt: null };

let server: FakeServer;
let shown: Mounted;

async function open(answers: Answers = {}): Promise<void> {
  server = await fakeServer({
    "GET /people": () => ({ items: EVERYBODY, next: null }),
    "GET /invitations": () => [OPEN, { ...OPEN, id: "used", note: "for Eve", usedAt: 1 }],
    ...answers,
  });
  shown = mounted(People, {});
  await expect.poll(() => shown.text()).toContain("for Dee");
}

afterEach(async () => {
  vi.unstubAllGlobals();
  for (const { id } of toasts()) dismiss(id);
  await shown.close();
  server.close();
});

const rowOf = (name: string): HTMLElement => {
  const row = [...shown.root.querySelectorAll<HTMLElement>("li")].find((each) => each.textContent?.includes(name));
  if (!row) throw new Error(`${name} is not in ${shown.text()}`);
  return row;
};
const buttonsOf = (name: string): readonly string[] =>
  [...rowOf(name).querySelectorAll("button")].map(({ textContent }) => (textContent ?? "").trim());

function press(name: string, label: string): void {
  const buttons = [...rowOf(name).querySelectorAll("button")];
  shown.fire(buttons[buttonsOf(name).indexOf(label)]!, new MouseEvent("click", { bubbles: true }));
}

test("whoever looks at the list can disable and remove everybody else", async () => {
  await open();
  expect([buttonsOf("Ada"), buttonsOf("Bo"), buttonsOf("Cem")]).toEqual([
    [],
    ["Disable", "Remove"],
    ["Enable again", "Remove"],
  ]);
  expect(rowOf("Cem").textContent).toContain("disabled");
});

test("an account is disabled and enabled again", async () => {
  await open({ "PATCH /people/b": () => ({}), "PATCH /people/c": () => ({}) });
  press("Bo", "Disable");
  await expect.poll(() => server.sent("PATCH /people/b")).toEqual([{ isDisabled: true }]);
  await expect.poll(() => shown.text()).toContain("Cem");
  press("Cem", "Enable again");
  await expect.poll(() => server.sent("PATCH /people/c")).toEqual([{ isDisabled: false }]);
});

test("nobody is removed without a second question that names them", async () => {
  const questions: string[] = [];
  let isSure = false;
  vi.stubGlobal("confirm", (question: string) => {
    questions.push(question);
    return isSure;
  });
  await open({ "DELETE /people/b": () => ({}) });
  press("Bo", "Remove");
  expect([questions.length, questions[0]?.includes("Remove Bo"), server.sent("DELETE /people/b")]).toEqual([
    1,
    true,
    [],
  ]);
  isSure = true;
  press("Bo", "Remove");
  await expect.poll(() => server.sent("DELETE /people/b")).toHaveLength(1);
});

test("an invitation is a link to be copied, and those that were used are not listed", async () => {
  await open({ "POST /invitations": () => ({ ...OPEN, id: "new", link: "https://tessera.example/join#secret" }) });
  expect(shown.text()).not.toContain("for Eve");
  shown.write(shown.one<HTMLInputElement>("#note"), " for Fay ");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  const link = () => shown.root.querySelector<HTMLInputElement>(".app-notice input")?.value;
  await expect.poll(link).toBe("https://tessera.example/join#secret");
  expect(server.sent("POST /invitations")).toEqual([{ note: "for Fay" }]);
  expect(shown.one<HTMLInputElement>("#note").value).toBe("");
});

test("a double press makes one invitation", async () => {
  await open({ "POST /invitations": () => ({ ...OPEN, id: "new", link: "https://tessera.example/join#secret" }) });
  shown.pressTwice(shown.button("Create a link"));
  await expect.poll(() => shown.root.querySelector(".app-notice input")).not.toBeNull();
  expect(server.sent("POST /invitations")).toHaveLength(1);
});

test("an invitation that was refused is said, and what was written stays", async () => {
  await open({ "POST /invitations": () => refused("owner-only", 403) });
  shown.write(shown.one<HTMLInputElement>("#note"), "for Fay");
  shown.fire(shown.one("form"), new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  const said = () => toasts().map(({ text }) => text);
  await expect.poll(said).toEqual(["Only the owner of this Tessera can do this."]);
  expect(shown.one<HTMLInputElement>("#note").value).toBe("for Fay");
});
