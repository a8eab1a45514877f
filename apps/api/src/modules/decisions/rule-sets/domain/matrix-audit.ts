import { type AuditEntry, diffChanges } from '../../../../platform/audit/index.js';
import type { RiskMatrix } from './risk-matrix.js';

const auditedFields = [
  'key',
  'name',
  'description',
  'category',
  'status',
  'targetEntityTypes',
  'triggers',
  'evaluationTriggers',
  'tags',
  'scoringConfig',
  'decisions',
  'version',
] as const;

/** Returns the audit entry for a matrix. `before` is null for a new one. */
export const matrixAuditEntry = (before: RiskMatrix | null, after: RiskMatrix): AuditEntry => ({
  event: before ? 'risk_matrix_updated' : 'risk_matrix_created',
  resourceType: 'risk_matrix',
  resourceId: after.id,
  summary: `risk matrix ${after.key}: ${before ? `version ${after.version}` : 'created'}`,
  changes: diffChanges<Partial<RiskMatrix>>(before ?? {}, after, auditedFields),
});
