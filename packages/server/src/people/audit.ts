/** The audit log: logins, token use, and what changes who may do what. */
import { type AuditAction, AuditEntryId, newId, type PersonId } from "@tessera/model";
import { type Records, StoreFailure } from "@tessera/store";

export interface AuditFact {
  readonly personId: PersonId | null;
  readonly action: AuditAction;
  readonly address: string;
  readonly detail?: Readonly<Record<string, string>>;
  readonly at: number;
}

const MAX_DETAIL = 500;
const MAX_ADDRESS = 64;

export function audit(records: Pick<Records, "audit">, fact: AuditFact): Promise<void> {
  const detail = Object.entries(fact.detail ?? {}).map(([name, value]) => [name, value.slice(0, MAX_DETAIL)]);
  return records.audit.add({
    id: newId(AuditEntryId, fact.at),
    at: fact.at,
    personId: fact.personId,
    action: fact.action,
    address: fact.address.slice(0, MAX_ADDRESS),
    detail: Object.fromEntries(detail),
  });
}

export async function ignoreStoreFailure(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (failure) {
    if (!(failure instanceof StoreFailure)) throw failure;
  }
}
