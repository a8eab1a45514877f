import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { findRule } from '../persistence/rule-store.js';
import { findRulesOfMatrix } from '../persistence/matrix-rules.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { ruleChanged } from '../domain/rule-audit.js';
import { matrixIdsOf, type Rule } from '../domain/rule.js';
import { hasUnpublishedVersion } from '../domain/running-versions.js';
import { checkPolicy } from './check-policy.js';
import { recordPublication } from './record-publication.js';
import { changesRuleSet, storeChange } from './store-change.js';

export interface MatrixRulesRequest {
  readonly matrixId: string;
  readonly ruleIds: readonly string[];
  readonly reason: string | null;
  readonly now: Date;
}

/** The text of a matrix's rule is rewritten, which would also put a pending version in force. */
function assertNoPendingVersion(rule: Rule): void {
  if (!hasUnpublishedVersion(rule)) return;
  const message = `Version ${rule.version} of the rule ${rule.text.form.key} has not been published yet; publish it first`;
  throw new ApiError('VERSION_CONFLICT', message, { currentVersion: rule.version });
}

/**
 * Sets the rules of a matrix: the texts of those that are added and removed are rewritten. Returns whether this changes running rules, in
 * which case the caller, who must hold `lockPublishing`, has to publish. Throws 404 for a rule that does not exist, and the errors of
 * changing a rule.
 */
export async function replaceMatrixRules(
  client: Transaction,
  principal: Principal,
  { matrixId, ruleIds, reason, now }: MatrixRulesRequest,
): Promise<boolean> {
  const { organizationId } = principal;
  const before = new Set((await findRulesOfMatrix(client, organizationId, matrixId)).map(({ id }) => id));
  const after = new Set(ruleIds);
  const changed = [...new Set([...before, ...after])].filter((id) => before.has(id) !== after.has(id)).sort();
  let isNewSet = false;
  const entries: AuditEntry[] = [];
  const published: Rule[] = [];
  for (const id of changed) {
    const rule = await findRule(client, organizationId, id, 'locked');
    if (!rule) throw notFound('Rule');
    assertNoPendingVersion(rule);
    const others = matrixIdsOf(rule.text).filter((each) => each !== matrixId);
    const riskMatrixIds = after.has(id) ? [...others, matrixId] : others;
    const change = await storeChange(client, principal, id, { riskMatrixIds, ...(reason !== null && { reason }) }, now);
    isNewSet ||= changesRuleSet(change);
    entries.push(ruleChanged(change.before, change.after));
    if (change.published) published.push(change.published);
  }
  // The caller requests approval by a second person for all of its changes.
  await checkPolicy(client, organizationId, { rules: published, reason, isApproved: true });
  for (const rule of published) await recordPublication(client, principal, rule, { reason }, now);
  await recordAudit(client, byPrincipal(principal), entries);
  return isNewSet;
}
