import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId, type TransactionClient } from '../../../platform/database/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { approvalEvent, approvalRequested, type RuleApproval } from '../domain/rule-approval.js';
import type { Rule } from '../domain/rule.js';
import { ruleLimits } from '../domain/rule-limits.js';
import type { ChangeRuleBody } from '../http/change-rule.body.js';
import { insertApproval, personBehind } from '../persistence/approval-store.js';

const dayMs = 86_400_000;

/** Stores a request that would put a rule in force, for somebody else to decide. It holds only for the rule as it is now. */
export async function requestApproval(
  client: TransactionClient,
  principal: Principal,
  rule: Rule,
  body: ChangeRuleBody,
  now: Date,
): Promise<RuleApproval> {
  const { organizationId, actor } = principal;
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const approval: RuleApproval = {
    organizationId,
    id: newId(now.getTime()),
    ruleId: rule.id,
    action: 'publish',
    version: rule.version,
    request: { ...sent, ifVersion: rule.version },
    reason: body.reason ?? null,
    requestedBy: actor.id,
    requestedPerson: await personBehind(client, organizationId, actor.id),
    requestedAt: now,
    expiresAt: new Date(now.getTime() + ruleLimits.approvalDays * dayMs),
    status: 'pending',
    decidedBy: null,
    decidedAt: null,
    comment: null,
  };
  await insertApproval(client, approval);
  await writeEvents(client, [approvalEvent(approval, 'requested', now)]);
  await recordAudit(client, byPrincipal(principal), [approvalRequested(approval, rule)]);
  return approval;
}
