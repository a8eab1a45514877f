import { readRules } from '@tamis/lang';

import { type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import {
  deleteShare,
  findMatrixShares,
  findRiskMatrices,
  lockPublishing,
  type MatrixShare,
  type RiskMatrix,
  type SharedMatrix,
  sharedSource,
  storeShare,
  type StoredShare,
  unassignMatrix,
} from '../../../decisions/rule-sets/index.js';
import type { Rule } from '../domain/rule.js';
import { ruleContent } from '../domain/rule-content.js';
import { findRunningRules } from '../persistence/rule-store.js';

/** Returns the audit subject for a change of a child caused by an action of its parent. */
export const childAuditSubject = ({ organizationId, context }: AuditSubject, childId: string): AuditSubject => ({
  organizationId: childId,
  actor: { type: 'system', id: organizationId, name: 'parent organization' },
  context,
});

/** Returns a matrix with its running rules, in the form shared with children. */
function toShare(matrix: RiskMatrix, rules: readonly Rule[]): StoredShare {
  const own = rules.filter(({ text }) => Object.values(text.matrices).includes(matrix.id));
  const content: SharedMatrix = {
    matrix: { ...matrix, createdAt: matrix.createdAt.toISOString(), updatedAt: matrix.updatedAt.toISOString() },
    rules: own.map((rule) => {
      const whole = ruleContent(rule);
      const { matrices, lists } = rule.text;
      return { content: { ...whole, source: sharedSource(readRules(whole.source).file) }, matrices, lists };
    }),
  };
  const listIds = [...new Set(own.flatMap(({ text }) => Object.values(text.lists).map(({ id }) => id)))].sort();
  return { type: 'risk_matrix', resourceId: matrix.id, name: matrix.name, content, listIds };
}

/** Returns a matrix as it is currently shared. */
export async function buildMatrixShare(client: Queryable, matrix: RiskMatrix): Promise<StoredShare> {
  return toShare(matrix, await findRunningRules(client, matrix.organizationId));
}

/**
 * Propagates changes of shared matrices to the children of an organization, and publishes a new rule set in those that have enabled one. A
 * child whose own rules conflict with a change keeps its rule set, and its audit trail records this.
 */
export async function propagateShares(
  client: Transaction,
  parent: AuditSubject,
  rules: readonly Rule[],
  publish: (part: Transaction, child: AuditSubject) => Promise<unknown>,
): Promise<void> {
  const { organizationId } = parent;
  const shared = await findMatrixShares(client, organizationId);
  if (shared.length === 0) return;
  // A child that enables one meanwhile either gets the previous state, or waits and gets the new one.
  for (const childId of new Set(shared.map((each) => each.childId))) await lockPublishing(client, childId);
  const matrices = await findRiskMatrices(client, organizationId);
  const children = new Set<string>();
  for (const share of await findMatrixShares(client, organizationId)) {
    const matrix = matrices.find(({ id }) => id === share.matrixId);
    const isChanged = await refreshShare(client, parent, share, matrix && toShare(matrix, rules));
    if (isChanged && share.isEnabled) children.add(share.childId);
  }
  for (const childId of [...children].sort())
    await publishOrReport(client, childAuditSubject(parent, childId), publish);
}

/** Returns whether the child now has something different. A matrix that no longer exists is no longer shared. */
async function refreshShare(
  client: Transaction,
  { organizationId }: AuditSubject,
  { childId, matrixId, content }: MatrixShare,
  now: StoredShare | undefined,
): Promise<boolean> {
  if (!now) {
    await client.savepoint(childId, (part) => unassignMatrix(part, childId, matrixId));
    await deleteShare(client, organizationId, childId, { type: 'risk_matrix', resourceId: matrixId });
    return true;
  }
  if (JSON.stringify(now.content) === content) return false;
  await storeShare(client, organizationId, childId, now, new Date());
  return true;
}

async function publishOrReport(
  client: Transaction,
  child: AuditSubject,
  publish: (part: Transaction, child: AuditSubject) => Promise<unknown>,
): Promise<void> {
  const { organizationId } = child;
  try {
    await client.savepoint(organizationId, (part) => publish(part, child));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const summary =
      'a change of shared rules conflicts with the rules of this organization; its rule set was not changed';
    const entry = { event: 'shared_rules_refused', resourceType: 'rule_set', resourceId: organizationId, summary };
    await client.savepoint(organizationId, (part) => recordAudit(part, child, [{ ...entry, reason: error.message }]));
  }
}
