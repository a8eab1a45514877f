import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { findAllSharedMatrices } from '../../../decisions/rule-sets/index.js';
import type { RuleSummary } from '../persistence/matrix-rules.js';
import { withDefaults } from '../domain/rule-headers.js';
import { sharedRuleViews, type SharedRuleView } from './shared-rule-views.js';

/** Returns `null` if the parent shares no such rule. */
export async function findSharedRule(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<SharedRuleView | null> {
  const shared = await findAllSharedMatrices(client, organizationId);
  return sharedRuleViews(shared, (ruleId) => ruleId === id)[0] ?? null;
}

/** Returns the rules of one matrix of the parent; empty if it shares no such matrix. */
export async function findSharedRulesOfMatrix(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<readonly SharedRuleView[]> {
  const shared = await findAllSharedMatrices(client, organizationId);
  return sharedRuleViews(shared, (_ruleId, matrixId) => matrixId === id);
}

/** Keys of the rules shared by the parent, by id, limited to `ids`. */
export async function findSharedRuleKeys(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const shared = await findAllSharedMatrices(client, organizationId);
  const views = sharedRuleViews(shared, (ruleId) => ids.includes(ruleId));
  return new Map(views.map(({ rule }) => [rule.id, rule.text.form.key]));
}

/** Returns the rules in short form, most important first. */
export async function findSharedRuleSummaries(
  client: Queryable,
  organizationId: string,
  matrixId: string,
): Promise<readonly RuleSummary[]> {
  const found = await findSharedRulesOfMatrix(client, organizationId, matrixId);
  const summaries = found.map(({ rule: { id, status, enabled, version, text } }): RuleSummary => {
    const { key, name, category, priority, score } = withDefaults(text.form);
    return { id, key, name, category, status, enabled, priority, score, version };
  });
  return summaries.sort((a, b) => b.priority - a.priority);
}

/** Returns why a rule that is not an own one cannot be changed. */
export async function missingRuleError(
  client: Queryable,
  organizationId: string,
  id: string,
  otherwise: ApiError = notFound('Rule'),
): Promise<ApiError> {
  const shared = await findSharedRule(client, organizationId, id);
  return shared ? new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this rule') : otherwise;
}
