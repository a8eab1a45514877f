import { isDeepStrictEqual } from 'node:util';

import type { MatrixContent } from '@tamis/engine';

import { toMatrixContent, toMatrixTarget } from './matrix-content.js';
import { isMatrixRunning, type RiskMatrix } from './risk-matrix.js';

/** Version and name are not part of the comparison. */
const comparableContent = ({ version: _version, name: _name, ...rest }: MatrixContent): unknown =>
  JSON.parse(JSON.stringify(rest)) as unknown;

/** Returns the status of a matrix that a set does not include, or does not run: it is no longer active. */
const stoppedStatus = (matrix: RiskMatrix): RiskMatrix['status'] =>
  isMatrixRunning(matrix) ? 'inactive' : matrix.status;

function applyContent(matrix: RiskMatrix, content: MatrixContent): RiskMatrix {
  const { key, targets, status, scale, thresholds, bands, otherwise, events = {}, triggers = [] } = content;
  return {
    ...matrix,
    key,
    status: status === 'inactive' ? stoppedStatus(matrix) : status,
    ...(targets && { targetEntityTypes: targets.map(toMatrixTarget) }),
    scoringConfig: { minScore: scale.minimum, maxScore: scale.maximum, thresholds: { ...thresholds } },
    decisions: [
      ...(bands.some(({ decision }) => decision === otherwise) ? [] : [{ decision: otherwise, from: null }]),
      ...bands.map(({ decision, from }) => ({ decision, from })),
    ],
    evaluationTriggers: Object.entries(events).map(([event, { enabled, watch }]) => ({
      event,
      enabled,
      watchFields: watch,
    })),
    triggers,
  };
}

/**
 * Returns a matrix as it is in a rule set, or `null` if it already is the same. `content` is absent if the set does not include it. Members
 * that are not part of rule sets (description, category, tags) stay unchanged.
 */
export function restoreMatrix(matrix: RiskMatrix, content: MatrixContent | undefined): RiskMatrix | null {
  if (!content) return isMatrixRunning(matrix) ? { ...matrix, status: 'inactive' } : null;
  if (isDeepStrictEqual(comparableContent(toMatrixContent(matrix)), comparableContent(content))) return null;
  return applyContent(matrix, content);
}
