import type { RuleSetContent } from '@tamis/engine';

import { type AuditEntry, diffChanges } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import {
  findRiskMatrices,
  isMatrixRunning,
  toMatrixTarget,
  readMatrixDefaults,
  restoreMatrix,
  storeMatrixDefaults,
  storeRiskMatrix,
  type MatrixDefaults,
  type RiskMatrix,
} from '../../../decisions/rule-sets/index.js';

export interface RestoreRequest {
  readonly content: RuleSetContent;
  readonly reason: string;
  /** Time to which the items of its lists are also restored; `null` if they stay as they are. */
  readonly listsAt: Date | null;
  readonly now: Date;
}

/**
 * Restores the matrices of an organization to the content of a rule set, including its defaults. Returns the entries for the audit trail.
 */
export async function restoreMatrices(
  client: Transaction,
  { organizationId, actor }: Principal,
  { content, reason, now }: RestoreRequest,
): Promise<readonly AuditEntry[]> {
  const matrices = await findRiskMatrices(client, organizationId);
  const wanted = new Map((content.matrices ?? []).map((each) => [each.matrixId, each]));
  const entries: AuditEntry[] = [];
  const after: RiskMatrix[] = [];
  for (const matrix of matrices) {
    const restored = restoreMatrix(matrix, wanted.get(matrix.id));
    after.push(restored ?? matrix);
    if (!restored) continue;
    const stored = { ...restored, version: matrix.version + 1, updatedBy: actor.id, updatedAt: now };
    await storeRiskMatrix(client, stored);
    entries.push(restoredAuditEntry(matrix, stored, reason));
  }
  await restoreDefaults(client, organizationId, { content, matrices: after });
  return entries;
}

const restoredAuditEntry = (before: RiskMatrix, after: RiskMatrix, reason: string): AuditEntry => ({
  event: 'risk_matrix_updated',
  resourceType: 'risk_matrix',
  resourceId: after.id,
  summary: `risk matrix ${after.key}: version ${after.version}`,
  changes: diffChanges(before, after, ['status', 'scoringConfig', 'decisions', 'evaluationTriggers', 'triggers']),
  reason,
});

/** Default matrices that do not run are not part of any set, and stay. */
async function restoreDefaults(
  client: Transaction,
  organizationId: string,
  { content, matrices }: { readonly content: RuleSetContent; readonly matrices: readonly RiskMatrix[] },
): Promise<void> {
  const before = await readMatrixDefaults(client, organizationId);
  const running = new Map(matrices.filter(isMatrixRunning).map(({ id, key }) => [key, id]));
  const ids = new Set(running.values());
  const wanted = new Map(
    Object.entries(content.defaultMatrices ?? {}).map(([target, keys]) => [
      toMatrixTarget(target as keyof NonNullable<RuleSetContent['defaultMatrices']>),
      keys.flatMap((key) => running.get(key) ?? []),
    ]),
  );
  const of = (target: keyof MatrixDefaults): readonly string[] => {
    const kept = before[target].filter((id) => !ids.has(id));
    return [...(wanted.get(target) ?? []), ...kept];
  };
  const after: MatrixDefaults = {
    person: of('person'),
    company: of('company'),
    transaction: of('transaction'),
    user_event: of('user_event'),
  };
  if (JSON.stringify(before) !== JSON.stringify(after)) await storeMatrixDefaults(client, organizationId, after);
}
