import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
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

/**
 * Changes a rule and publishes it, through all gates. Returns `null` and changes nothing if the publication waits for a second person. The
 * caller holds `lockPublishing`.
 */
export async function applyChange(
  client: Transaction,
  principal: Principal,
  { id, body, requestedBy, references }: ChangeRequest,
  now: Date,
): Promise<Rule | null> {
  const { organizationId } = principal;
  const undo = await client.undoPoint();
  const stored = await storeChange(client, principal, id, body, now);
  if (body.guard === null && stored.after.guard !== null)
    throw invalid({ guard: 'cannot be null: use DELETE /rules/{id}/guard to remove it' });
  const guard = await setGuard(client, principal, stored.after, { asked: body.guard ?? null, references, now });
  const after: Rule = { ...stored.after, guard };
  const published = stored.published && { ...stored.published, guard };
  if (published) {
    const dryRunId = await checkPolicy(client, organizationId, {
      rules: [published],
      reason: after.reason,
      isApproved: true,
      dryRunId: body.evidence?.dryRunId,
    });
    if (await waitsForSecondPerson(client, organizationId, requestedBy)) {
      await undo();
      return null;
    }
    const { reason } = after;
    const reasons = { reason, dryRunId, requestedBy };
    await recordPublication(client, principal, published, reasons, now);
  }
  const isLoosened = guard !== stored.after.guard && isDeciding(after) && isGuardLoosened(stored.before.guard, guard);
  if (!published && isLoosened && (await waitsForSecondPerson(client, organizationId, requestedBy))) {
    await undo();
    return null;
  }
  if (guard !== stored.after.guard) await withdrawOutdated(client, byPrincipal(principal), outdatedByGuardChange(id));
  const isChanged = stored.after !== stored.before;
  if (isChanged && changesRuleSet(stored)) await publishRules(client, principal, after.reason);
  if (guard && after.status === 'active' && (published || guard !== stored.after.guard)) {
    await armGuard(client, { organizationId, ruleId: id }, { by: principal.actor.id, now });
  }
  await recordAudit(client, byPrincipal(principal), [
    ...(isChanged ? [ruleChanged(stored.before, after)] : []),
    ...(guard === stored.after.guard ? [] : [guardChanged(after, stored.before.guard)]),
  ]);
  return (await findRule(client, organizationId, id)) ?? after;
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
