/** Passwords: argon2id, and the same time for names that nobody has. */
import { hash, verify } from "@node-rs/argon2";
import { z } from "zod";

/** Length is what protects; rules about characters are not. */
export const Password = z.string().min(8).max(1_000);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** A hash that no password has, to verify against where a name does not exist: both cases then take the same time. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
