import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { findSettings } from '../../organization-settings/index.js';
import { ruleChanged } from '../domain/rule-audit.js';
import type { Rule } from '../domain/rule.js';
import type { ChangeRuleBody } from '../http/change-rule.body.js';
import { checkPolicy } from './check-policy.js';
import { publishRules } from './publish-rules.js';
import { changesWhatRuns, storeChange } from './store-change.js';

export interface ChangeRequest {
  readonly id: string;
  readonly body: ChangeRuleBody;
  /** A second person has approved it. */
  readonly isApproved: boolean;
}

/**
 * Changes a rule and puts it in force, through every gate. Null, with nothing changed: what would be put in force waits for a second
 * person. The caller holds `lockPublishing`.
 */
export async function applyChange(
  client: TransactionClient,
  principal: Principal,
  { id, body, isApproved }: ChangeRequest,
  now: Date,
): Promise<Rule | null> {
  const { organizationId } = principal;
  await client.query('savepoint before_change');
  const change = await storeChange(client, principal, id, body, now);
  const { published, after } = change;
  if (published) {
    await checkPolicy(client, organizationId, { rules: [published], reason: after.reason, isApproved: true });
    const { rulePolicy } = await findSettings(client, organizationId);
    if (rulePolicy.requireSecondPerson && !isApproved) {
      await client.query('rollback to savepoint before_change');
      return null;
    }
  }
  if (changesWhatRuns(change)) await publishRules(client, principal, after.reason);
  await recordAudit(client, byPrincipal(principal), [ruleChanged(change.before, after)]);
  return after;
}
