import { type AuditSubject, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { deleteListShares, mergeLists, lockPublishing, publishRuleSet } from '../../../decisions/rule-sets/index.js';
import { RulePublication } from '../../../tenancy/organizations/index.js';
import type { Rule } from '../domain/rule.js';
import { ruleContent } from '../domain/rule-content.js';
import { withFrames } from '../domain/diagnostic-frames.js';
import { findRunningRules } from '../persistence/rule-store.js';
import { dropInvalidParameters } from './shared-matrix-names.js';
import { propagateShares } from './propagate-shares.js';
import { approvalView } from '../domain/rule-approval.js';
import { requestChangeApproval } from './request-approval.js';
import { outdatedByActivation, withdrawOutdated } from './withdraw-outdated.js';

/** Puts the rules of one organization in force, including those shared by its parent. */
async function publishForOrganization(
  client: Transaction,
  subject: AuditSubject,
  reason: string | null,
): Promise<{ readonly version: string; readonly rules: readonly Rule[] }> {
  const { organizationId, actor } = subject;
  const rules = await findRunningRules(client, organizationId);
  const published = await publishRuleSet(client, {
    organizationId,
    rules: rules.map(ruleContent),
    lists: mergeLists(rules.map(({ text }) => text.lists)),
    matrices: new Set(rules.flatMap(({ text }) => text.form.riskMatrixIds ?? [])),
    reason,
    by: actor.id,
  });
  if (published.ok) {
    const { version } = published.value;
    const about = { resourceType: 'rule_set', resourceId: version, relatedIds: { ruleSetVersion: version } };
    const summary = `rule set ${version} of ${rules.length} rules in force`;
    await recordAudit(client, subject, [{ ...about, event: 'rule_set_activated', summary, reason }]);
    await withdrawOutdated(client, subject, outdatedByActivation(version));
    return { version, rules };
  }
  const diagnostics = published.error.flatMap(({ ruleId, diagnostics: found }) => {
    const rule = rules.find(({ id }) => id === ruleId);
    return withFrames(found, rule?.text.source ?? '', rule?.text.form.key ?? ruleId);
  });
  throw new ApiError('INVALID_SOURCE', 'The rule cannot be published', undefined, { diagnostics });
}

/**
 * Puts the current rules in force, in the organization and in the children that share them, and returns the version of the rule set. The
 * caller must hold `lockPublishing` since before changing a rule.
 */
export const publishRules = (client: Transaction, principal: Principal, reason: string | null): Promise<string> =>
  publishRulesAs(client, byPrincipal(principal), reason);

/** Does the same with the given audit subject. */
export async function publishRulesAs(
  client: Transaction,
  subject: AuditSubject,
  reason: string | null,
): Promise<string> {
  const { version, rules } = await publishForOrganization(client, subject, reason);
  await propagateShares(client, subject, rules, async (part, child) => {
    await dropInvalidParameters(part, child.organizationId);
    await publishForOrganization(part, child, reason);
  });
  return version;
}

/** Publishes rules for the `tenancy` modules, which do not depend on the rules modules. */
export class StoredRulePublication extends RulePublication {
  lock(client: Queryable, organizationId: string): Promise<void> {
    return lockPublishing(client, organizationId);
  }

  async publish(client: Transaction, principal: Principal, reason: string | null): Promise<void> {
    await publishRules(client, principal, reason);
  }

  takeBackLists(client: Queryable, organizationId: string): Promise<void> {
    return deleteListShares(client, organizationId);
  }

  async requestApproval(
    client: Transaction,
    principal: Principal,
    { change: request, loosened }: { readonly change: object; readonly loosened: readonly string[] },
    now: Date,
  ): Promise<object> {
    const what = `settings of the organization (${loosened.join(', ')})`;
    const asked = { action: 'settings', version: 0, reason: null, request, what } as const;
    return approvalView(await requestChangeApproval(client, principal, asked, now), now);
  }
}

/** Does the same in a child, on behalf of its parent; the connection must be in a savepoint of the child. */
export async function publishInChild(client: Transaction, child: AuditSubject, reason: string): Promise<void> {
  await lockPublishing(client, child.organizationId);
  await publishForOrganization(client, child, reason);
}
