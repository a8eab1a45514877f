import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { Guard, StoredGuard } from '../domain/rule-guard.js';
import type { Rule } from '../domain/rule.js';
import { saveGuard } from '../persistence/guard-store.js';
import type { GuardReferences } from './guard-references.js';

interface StoreGuardRequest {
  readonly rule: Rule;
  readonly guard: Guard;
  readonly references: GuardReferences;
  readonly now: Date;
}

/** Stores the guard of a rule. Throws 422 `EVIDENCE_MISSING` if it compares with a dry run and there is none. */
export async function storeGuard(
  client: Transaction,
  { organizationId, actor }: Principal,
  { rule, guard, references, now }: StoreGuardRequest,
): Promise<StoredGuard> {
  const expected = await references.requireExpected(client, rule, guard);
  await saveGuard(client, { organizationId, ruleId: rule.id }, guard, { expected, by: actor.id, now });
  return { ...guard, expected, armedAt: now, armedRevision: 0, checkedAt: null, trip: rule.guard?.trip ?? null };
}
