import type { ListBinding } from '@tamis/lang';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { publishRuleSet } from '../../rule-sets/index.js';
import type { Rule } from '../domain/rule.js';
import { ruleContent } from '../domain/rule-content.js';
import { shownDiagnostics } from '../domain/shown-diagnostics.js';
import { findRunningRules } from '../persistence/rule-store.js';

/** All lists of the rules by the reference used in their texts. A set has one meaning per reference. */
function listsOf(rules: readonly Rule[]): Record<string, ListBinding> {
  const lists = new Map<string, ListBinding>();
  for (const { text } of rules)
    for (const [reference, list] of Object.entries(text.lists)) {
      const known = lists.get(reference);
      if (known && known.id !== list.id) {
        const message = `\`${reference}\` means another list in another published rule; name both by their ids`;
        throw new ApiError('INVALID_SOURCE', message, { source: message }, { diagnostics: [] });
      }
      lists.set(reference, list);
    }
  return Object.fromEntries(lists);
}

/** Puts the rules as they stand now in force; the version of the set. The caller holds `lockPublishing` since before it changed one. */
export async function publishRules(
  client: TransactionClient,
  principal: Principal,
  reason: string | null,
): Promise<string> {
  const { organizationId } = principal;
  const by = principal.actor.id;
  const rules = await findRunningRules(client, organizationId);
  const published = await publishRuleSet(client, {
    organizationId,
    rules: rules.map(ruleContent),
    lists: listsOf(rules),
    matrices: new Set(rules.flatMap(({ text }) => text.form.riskMatrixIds ?? [])),
    reason,
    by,
  });
  if (published.ok) {
    const { version } = published.value;
    const about = { resourceType: 'rule_set', resourceId: version, relatedIds: { ruleSetVersion: version } };
    const summary = `rule set ${version} of ${rules.length} rules in force`;
    await recordAudit(client, byPrincipal(principal), [{ ...about, event: 'rule_set_activated', summary, reason }]);
    return version;
  }
  const diagnostics = published.error.flatMap(({ ruleId, diagnostics: found }) => {
    const rule = rules.find(({ id }) => id === ruleId);
    return shownDiagnostics(found, rule?.text.source ?? '', rule?.text.form.key ?? ruleId);
  });
  throw new ApiError('INVALID_SOURCE', 'The rule cannot be published', undefined, { diagnostics });
}
