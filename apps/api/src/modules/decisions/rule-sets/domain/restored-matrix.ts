import { isDeepStrictEqual } from 'node:util';

import type { MatrixContent } from '@tamis/engine';

import { toMatrixContent, toMatrixTarget } from './matrix-content.js';
import { isMatrixRunning, type RiskMatrix } from './risk-matrix.js';

/** Versions and names are not what a rule set holds of a matrix. */
const comparableContent = ({ version: _version, name: _name, ...rest }: MatrixContent): unknown =>
  JSON.parse(JSON.stringify(rest)) as unknown;

/** What a matrix that a set does not have, or has without running it, becomes: it runs no more. */
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
 * A matrix as a rule set has it; `content` is absent where the set does not have it. Null: it means that already. What no set holds
 * (description, category, tags) stays.
 */
export function restoreMatrix(matrix: RiskMatrix, content: MatrixContent | undefined): RiskMatrix | null {
  if (!content) return isMatrixRunning(matrix) ? { ...matrix, status: 'inactive' } : null;
  if (isDeepStrictEqual(comparableContent(toMatrixContent(matrix)), comparableContent(content))) return null;
  return applyContent(matrix, content);
}
