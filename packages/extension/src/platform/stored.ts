/** What the extension remembers between its short lives, each under one name. */
import { extension } from "./web-extension.ts";

/** With which instance this browser is paired, and as whom. */
export interface Pairing {
  readonly address: string;
  readonly secret: string;
  readonly browserName: string;
  readonly person: string;
  readonly instance: string;
}

export interface Choices {
  /** The new tab shows the sheet. */
  readonly newTab: boolean;
  /** Pages that are looked at at the same time. */
  readonly atOnce: number;
  /** No looks on battery or on a connection that is paid by volume. */
  readonly isQuiet: boolean;
}

/** Why the last round ended as it did. */
export interface RoundNote {
  readonly at: number;
  readonly kind: "done" | "quiet" | "offline" | "unpaired";
  readonly pages: number;
  /** Sites that nobody has allowed this browser to visit by itself. */
  readonly notAllowed: readonly string[];
}

export const USUAL_CHOICES: Choices = { newTab: false, atOnce: 2, isQuiet: true };

interface Remembered {
  readonly pairing: Pairing;
  readonly choices: Choices;
  readonly round: RoundNote;
  /** What popup and new tab showed last, to be shown at once the next time. */
  readonly lastNews: unknown;
  readonly lastSheet: unknown;
  /** The sheet that was followed to last. */
  readonly sheetId: string;
}

export async function recall<Name extends keyof Remembered>(name: Name): Promise<Remembered[Name] | null> {
  const found = await extension.storage.local.get(name);
  return (found[name] as Remembered[Name] | undefined) ?? null;
}

export function remember<Name extends keyof Remembered>(name: Name, value: Remembered[Name]): Promise<void> {
  return extension.storage.local.set({ [name]: value });
}

export function forget(...names: (keyof Remembered)[]): Promise<void> {
  return extension.storage.local.remove(names);
}

export async function choices(): Promise<Choices> {
  return { ...USUAL_CHOICES, ...((await recall("choices")) ?? {}) };
}
