import { type AuditSubject, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Queryable, TransactionClient } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { listsTogether, lockPublishing, publishRuleSet } from '../../../decisions/rule-sets/index.js';
import { RulePublication } from '../../../tenancy/organizations/index.js';
import type { Rule } from '../domain/rule.js';
import { ruleContent } from '../domain/rule-content.js';
import { shownDiagnostics } from '../domain/shown-diagnostics.js';
import { findRunningRules } from '../persistence/rule-store.js';
import { dropMisfits } from './lent-names.js';
import { shareOn } from './share-on.js';
import { ofRuleSets, withdrawOutdated } from './withdraw-outdated.js';

/** Puts the rules of one organization in force, with those its parent shares. */
async function publishOwn(
  client: TransactionClient,
  subject: AuditSubject,
  reason: string | null,
): Promise<{ readonly version: string; readonly rules: readonly Rule[] }> {
  const { organizationId, actor } = subject;
  const rules = await findRunningRules(client, organizationId);
  const published = await publishRuleSet(client, {
    organizationId,
    rules: rules.map(ruleContent),
    lists: listsTogether(rules.map(({ text }) => text.lists)),
    matrices: new Set(rules.flatMap(({ text }) => text.form.riskMatrixIds ?? [])),
    reason,
    by: actor.id,
  });
  if (published.ok) {
    const { version } = published.value;
    const about = { resourceType: 'rule_set', resourceId: version, relatedIds: { ruleSetVersion: version } };
    const summary = `rule set ${version} of ${rules.length} rules in force`;
    await recordAudit(client, subject, [{ ...about, event: 'rule_set_activated', summary, reason }]);
    await withdrawOutdated(client, subject, ofRuleSets(version));
    return { version, rules };
  }
  const diagnostics = published.error.flatMap(({ ruleId, diagnostics: found }) => {
    const rule = rules.find(({ id }) => id === ruleId);
    return shownDiagnostics(found, rule?.text.source ?? '', rule?.text.form.key ?? ruleId);
  });
  throw new ApiError('INVALID_SOURCE', 'The rule cannot be published', undefined, { diagnostics });
}

/**
 * Puts the rules as they stand now in force, in the organization and in the children with which it shares them; the version of the
 * set. The caller holds `lockPublishing` since before it changed one.
 */
export const publishRules = (client: TransactionClient, principal: Principal, reason: string | null): Promise<string> =>
  publishRulesBy(client, byPrincipal(principal), reason);

/** The same by whoever makes the change. */
export async function publishRulesBy(
  client: TransactionClient,
  subject: AuditSubject,
  reason: string | null,
): Promise<string> {
  const { version, rules } = await publishOwn(client, subject, reason);
  await shareOn(client, subject, rules, async (child) => {
    await dropMisfits(client, child.organizationId);
    await publishOwn(client, child, reason);
  });
  return version;
}

/** Publishes rules for the room `tenancy`, which knows none. */
export class StoredRulePublication extends RulePublication {
  lock(client: Queryable, organizationId: string): Promise<void> {
    return lockPublishing(client, organizationId);
  }

  async publish(client: TransactionClient, principal: Principal, reason: string | null): Promise<void> {
    await publishRules(client, principal, reason);
  }
}

/** The same in a child, by its parent; the connection is in a savepoint of the child. */
export async function publishInChild(client: TransactionClient, child: AuditSubject, reason: string): Promise<void> {
  await lockPublishing(client, child.organizationId);
  await publishOwn(client, child, reason);
}
