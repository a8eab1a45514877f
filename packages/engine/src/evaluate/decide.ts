import { addNumeric, asDecimal, Decimal34, type Numeric } from '@tamis/stdx';
import type { Cause } from '@tamis/lang';
import type { MatrixContent } from '../rule-set/rule-set-content.js';
import type { Decision, DecisionReason, MatrixOutcome, RiskLevel, Suggestion } from './run-outcome.js';

type Scoring = Pick<MatrixContent, 'scale' | 'thresholds' | 'bands' | 'otherwise'>;

/** Of a run without matrices. */
export const defaultScoring: Scoring = {
  scale: { minimum: 0, maximum: 100 },
  thresholds: { low: 30, medium: 60, high: 80 },
  bands: [{ decision: 'REVIEW_REQUIRED', from: 80 }],
  otherwise: 'APPROVE',
};

const strength: Readonly<Record<Decision, number>> = { APPROVE: 0, REVIEW_REQUIRED: 1, HOLD: 2, REJECT: 3 };
const levelStrength: Readonly<Record<RiskLevel, number>> = { LOW: 0, MEDIUM: 1, HIGH: 2, CRITICAL: 3 };
export const decisionOf: Readonly<Record<Suggestion, Decision>> = {
  FLAG: 'REVIEW_REQUIRED',
  SUSPEND: 'HOLD',
  BLOCK: 'REJECT',
};

/** A rule that hit, as far as it counts. */
export interface CountedRule {
  readonly ruleId: string;
  readonly score: number;
  readonly suggestion: Suggestion | null;
  /** Keys of its matrices. */
  readonly matrices: readonly string[];
  /** Recorded in shadow matrices only, and never counted. */
  readonly shadow: boolean;
}

export interface UndecidedRule {
  readonly ruleId: string;
  readonly causes: readonly Cause[];
}

/** An executed matrix and how many rules it brought into the run. */
export interface ExecutedMatrix {
  readonly matrix: MatrixContent;
  readonly rulesEvaluated: number;
}

export interface Verdict {
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;
  readonly decision: Decision;
  readonly decisionBecause: readonly DecisionReason[];
  readonly matrices?: readonly MatrixOutcome[];
}

const total = (hits: readonly CountedRule[]): Numeric =>
  hits.reduce<Numeric>((sum, hit) => addNumeric(sum, hit.score) ?? sum, 0);

const asNumber = (points: Numeric): number => (typeof points === 'number' ? points : points.toNumber());

function normalized(points: Numeric, { minimum, maximum }: Scoring['scale']): number {
  if (minimum === 0 && maximum === 100 && Number.isSafeInteger(points))
    return Math.max(0, Math.min(100, points as number));
  const limited = Decimal34.max(minimum, Decimal34.min(maximum, asDecimal(points)));
  return limited
    .minus(minimum)
    .div(new Decimal34(maximum).minus(minimum))
    .times(100)
    .toDecimalPlaces(2, Decimal34.ROUND_HALF_EVEN)
    .toNumber();
}

function levelOf(points: number, { low, medium, high }: Scoring['thresholds']): RiskLevel {
  if (points >= high) return 'CRITICAL';
  if (points >= medium) return 'HIGH';
  return points >= low ? 'MEDIUM' : 'LOW';
}

interface Scored {
  readonly totalScore: number;
  readonly normalizedScore: number;
  readonly level: RiskLevel;
  readonly band: Decision;
  readonly from: number | null;
}

function score(hits: readonly CountedRule[], { scale, thresholds, bands, otherwise }: Scoring): Scored {
  const points = total(hits);
  const totalScore = asNumber(points);
  const reached = bands.filter(({ from }) => from <= totalScore);
  const strongest = reached.reduce<Scoring['bands'][number] | null>(
    (best, each) =>
      best === null || strength[each.decision as Decision] > strength[best.decision as Decision] ? each : best,
    null,
  );
  return {
    totalScore,
    normalizedScore: normalized(points, scale),
    level: levelOf(totalScore, thresholds),
    band: (strongest?.decision ?? otherwise) as Decision,
    from: strongest?.from ?? null,
  };
}

function matrixOutcome({ matrix, rulesEvaluated }: ExecutedMatrix, hits: readonly CountedRule[]): MatrixOutcome {
  const shadow = matrix.status === 'shadow';
  const own = hits.filter((hit) => hit.matrices.includes(matrix.key) && (shadow || !hit.shadow));
  return { matrix: matrix.key, shadow, ...score(own, matrix), rulesEvaluated, rulesMatched: own.length };
}

function suggested(hits: readonly CountedRule[], reasons: DecisionReason[]): Suggestion | null {
  let suggestion: Suggestion | null = null;
  for (const hit of hits) {
    if (hit.suggestion === null) continue;
    const decision = decisionOf[hit.suggestion];
    reasons.push({ source: 'suggestion', decision, ruleId: hit.ruleId });
    if (suggestion === null || strength[decision] > strength[decisionOf[suggestion]]) suggestion = hit.suggestion;
  }
  return suggestion;
}

function matrixReasons(
  executed: readonly ExecutedMatrix[],
  matrices: readonly MatrixOutcome[],
  whole: Scored,
): DecisionReason[] {
  if (executed.length === 0) {
    const { band, totalScore, from } = whole;
    return band === 'APPROVE' ? [] : [{ source: 'matrix', decision: band, totalScore, from }];
  }
  return matrices.flatMap(({ shadow, band, totalScore, from }, index): DecisionReason[] => {
    const riskMatrixId = executed[index]?.matrix.matrixId ?? '';
    return shadow ? [] : [{ source: 'matrix', decision: band, riskMatrixId, totalScore, from }];
  });
}

/** The strongest of bands, suggestions and unknowns; every reason as strong as the decision is named. Order never matters. */
export function decide(
  hits: readonly CountedRule[],
  review: readonly UndecidedRule[],
  executed: readonly ExecutedMatrix[],
): Verdict {
  const counted = hits.filter(({ shadow }) => !shadow);
  const whole = score(counted, defaultScoring);
  const matrices = executed.map((each) => matrixOutcome(each, hits));
  const live = matrices.filter(({ shadow }) => !shadow);
  const scored: readonly Pick<MatrixOutcome, 'normalizedScore' | 'level'>[] = live.length > 0 ? live : [whole];
  const reasons = matrixReasons(executed, matrices, whole);
  const suggestion = suggested(counted, reasons);
  for (const { ruleId, causes } of review)
    reasons.push({ source: 'unknown_review', decision: 'REVIEW_REQUIRED', ruleId, unknownBecause: causes });
  const decision = reasons.reduce<Decision>(
    (best, reason) => (strength[reason.decision] > strength[best] ? reason.decision : best),
    'APPROVE',
  );
  return {
    totalScore: whole.totalScore,
    riskScore: Math.max(...scored.map(({ normalizedScore }) => normalizedScore)),
    riskLevel: scored.reduce<RiskLevel>(
      (best, { level }) => (levelStrength[level] > levelStrength[best] ? level : best),
      'LOW',
    ),
    suggestion,
    decision,
    decisionBecause: reasons.filter((reason) => reason.decision === decision),
    ...(matrices.length > 0 ? { matrices } : {}),
  };
}
