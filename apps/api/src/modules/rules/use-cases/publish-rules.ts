import { compileRuleSet, type RuleContent } from '@tamis/engine';
import type { ListBinding } from '@tamis/lang';

import type { TransactionClient } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { publishRuleSet } from '../../rule-sets/index.js';
import type { Rule } from '../domain/rule.js';
import { shownDiagnostics } from '../domain/shown-diagnostics.js';
import { findRunningRules } from '../persistence/rule-store.js';

const contentOf = (rule: Rule): RuleContent => ({
  ruleId: rule.id,
  version: rule.version,
  status: rule.status === 'shadow' ? 'shadow' : 'active',
  source: rule.text.source,
  externalId: rule.externalId,
  createdAt: rule.createdAt.toISOString(),
});

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

/** Puts the rules as they stand now in force. The caller holds `lockPublishing` since before it changed one. */
export async function publishRules(
  client: TransactionClient,
  organizationId: string,
  reason: string | null,
  by: string,
): Promise<void> {
  const rules = await findRunningRules(client, organizationId);
  const content = { organizationId, rules: rules.map(contentOf), lists: listsOf(rules), reason, by };
  const compiled = compileRuleSet({ ...content, baseCurrency: 'USD', timezone: 'UTC' });
  if (!compiled.ok) {
    const diagnostics = compiled.error.flatMap(({ ruleId, diagnostics: found }) => {
      const rule = rules.find(({ id }) => id === ruleId);
      return shownDiagnostics(found, rule?.text.source ?? '', rule?.text.form.key ?? ruleId);
    });
    throw new ApiError('INVALID_SOURCE', 'The rule cannot be published', undefined, { diagnostics });
  }
  await publishRuleSet(client, content);
}
