import type { JsonValue } from '@tamis/stdx';
import type { RiskLevel, EvaluationOutcome } from '../outcome/evaluation-outcome.js';
import type { MatrixContent } from '../rules/rule-set-content.js';

const labelNames: Readonly<Record<RiskLevel, string>> = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  CRITICAL: 'Critical',
};

/** Returns a label with the points between which it applies. */
function labelJson(level: RiskLevel, { scale, thresholds }: MatrixContent): JsonValue {
  const { low, medium, high } = thresholds;
  const bounds: Readonly<Record<RiskLevel, readonly [number, number]>> = {
    LOW: [scale.minimum, low],
    MEDIUM: [low, medium],
    HIGH: [medium, high],
    CRITICAL: [high, scale.maximum],
  };
  const [minScore, maxScore] = bounds[level];
  return { name: labelNames[level], range: `${minScore}-${maxScore}`, minScore, maxScore };
}

/** Returns `riskMatricesExecuted` (shapes 4.2): the executed matrices that count, in order. */
export function matricesExecuted(
  outcome: Pick<EvaluationOutcome, 'matrices'>,
  known: readonly MatrixContent[],
): JsonValue[] {
  return (outcome.matrices ?? []).flatMap((found): JsonValue[] => {
    const matrix = known.find(({ key }) => key === found.matrix);
    if (!matrix || found.shadow) return [];
    const { totalScore, normalizedScore, level, band, rulesEvaluated, rulesMatched } = found;
    return [
      {
        riskMatrixId: matrix.matrixId,
        riskMatrixName: matrix.name,
        riskMatrixVersion: matrix.version,
        totalScore,
        scoreResult: { rawScore: totalScore, normalizedScore, label: labelJson(level, matrix) },
        band,
        rulesEvaluated,
        rulesMatched,
      },
    ];
  });
}
