import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import { guardChanged, ruleChanged } from '../domain/rule-audit.js';
import { guardFromRequest, isGuardLoosened, isSameGuard, type StoredGuard } from '../domain/rule-guard.js';
import { isDeciding, type Rule } from '../domain/rule.js';
import type { ChangeRuleBody } from '../dto/rule.bodies.js';
import type { GuardBody } from '../dto/guard.body.js';
import { armGuard } from '../persistence/guard-store.js';
import { findRule } from '../persistence/rule-store.js';
import { checkPolicy } from './check-policy.js';
import type { GuardReferences } from './guard-references.js';
import { storeGuard } from './store-guard.js';
import { recordPublication } from './record-publication.js';
import { assertCanPublish } from './assert-can-publish.js';
import { publishRules } from './publish-rules.js';
import { changesRuleSet, storeChange } from './store-change.js';
import { outdatedByGuardChange, withdrawOutdated } from './withdraw-outdated.js';

export interface ChangeRequest {
  readonly id: string;
  readonly body: ChangeRuleBody;
  /** The principal that requested the change that the caller approves; `null` if a second person may be required. */
  readonly requestedBy: string | null;
  readonly references: GuardReferences;
}

/** A stored change of a rule that passed all gates, before it is published. */
export interface StoredChange {
  readonly before: Rule;
  readonly after: Rule;
  /** Whether it results in another rule set. */
  readonly isNewSet: boolean;
  /** Whether it waits for a second person, if the policy requires one. */
  readonly waits: boolean;
  /** Whether the guard starts to count anew. */
  readonly armsGuard: boolean;
  readonly entries: readonly AuditEntry[];
}

/**
 * Changes a rule and publishes it, through all gates. Returns `null` and changes nothing if the publication waits for a second person. The
 * caller holds `lockPublishing`.
 */
export async function applyChange(
  client: Transaction,
  principal: Principal,
  request: ChangeRequest,
  now: Date,
): Promise<Rule | null> {
  const { organizationId } = principal;
  const undo = await client.undoPoint();
  const change = await storeGatedChange(client, principal, request, now);
  if (change.waits && (await waitsForSecondPerson(client, organizationId, request.requestedBy))) {
    await undo();
    return null;
  }
  await publishChanges(client, principal, [change], now);
  return (await findRule(client, organizationId, request.id)) ?? change.after;
}

/** Stores a change through all gates. The caller publishes it with `publishChanges`, or undoes it if it waits for a second person. */
export async function storeGatedChange(
  client: Transaction,
  principal: Principal,
  { id, body, requestedBy, references }: ChangeRequest,
  now: Date,
): Promise<StoredChange> {
  const { organizationId } = principal;
  const stored = await storeChange(client, principal, id, body, now);
  const { before } = stored;
  if (body.guard === null && stored.after.guard !== null)
    throw invalid({ guard: 'cannot be null: use DELETE /rules/{id}/guard to remove it' });
  const guard = await setGuard(client, principal, stored.after, { asked: body.guard ?? null, references, now });
  const isGuardChanged = guard !== stored.after.guard;
  const after: Rule = { ...stored.after, guard };
  const published = stored.published && { ...stored.published, guard };
  if (published) {
    const { reason } = after;
    const dryRunId = await checkPolicy(client, organizationId, {
      rules: [published],
      reason,
      isApproved: true,
      dryRunId: body.evidence?.dryRunId,
    });
    await recordPublication(client, principal, published, { reason, dryRunId, requestedBy }, now);
  }
  if (isGuardChanged) await withdrawOutdated(client, byPrincipal(principal), outdatedByGuardChange(id));
  const isChanged = stored.after !== before;
  return {
    before,
    after,
    isNewSet: isChanged && changesRuleSet(stored),
    waits: published !== null || (isGuardChanged && isDeciding(after) && isGuardLoosened(before.guard, guard)),
    armsGuard: guard !== null && after.status === 'active' && (published !== null || isGuardChanged),
    entries: [
      ...(isChanged ? [ruleChanged(before, after)] : []),
      ...(isGuardChanged ? [guardChanged(after, before.guard)] : []),
    ],
  };
}

/** Publishes stored changes as one rule set, if they result in another. */
export async function publishChanges(
  client: Transaction,
  principal: Principal,
  changes: readonly StoredChange[],
  now: Date,
): Promise<void> {
  const { organizationId, actor } = principal;
  const first = changes.find(({ isNewSet }) => isNewSet);
  if (first) await publishRules(client, principal, first.after.reason);
  for (const { after, armsGuard } of changes)
    if (armsGuard) await armGuard(client, { organizationId, ruleId: after.id }, { by: actor.id, now });
  const entries = changes.flatMap((change) => change.entries);
  await recordAudit(client, byPrincipal(principal), entries);
}

/** `requestedBy` is the principal whose request is being approved. */
const waitsForSecondPerson = async (
  client: Transaction,
  organizationId: string,
  requestedBy: string | null,
): Promise<boolean> =>
  requestedBy === null && (await findSettings(client, organizationId)).rulePolicy.requireSecondPerson;

/** Returns the guard of a rule after a change: the requested one, if it differs from the current one. */
async function setGuard(
  client: Transaction,
  principal: Principal,
  rule: Rule,
  { asked, references, now }: { asked: GuardBody | null; references: GuardReferences; now: Date },
): Promise<StoredGuard | null> {
  const guard = asked && guardFromRequest(asked, 'guard.');
  if (!guard || isSameGuard(guard, rule.guard)) return rule.guard;
  assertCanPublish(principal);
  return storeGuard(client, principal, { rule, guard, references, now });
}
