import { addNumeric, asDecimal, Decimal34, type Numeric } from '@tamis/stdx';
import type { Cause } from '@tamis/lang';
import type { MatrixContent } from '../rules/rule-set-content.js';
import type {
  Decision,
  DecisionReason,
  MatrixOutcome,
  PartyRestriction,
  RiskLevel,
  Suggestion,
} from '../outcome/evaluation-outcome.js';

type Scoring = Pick<MatrixContent, 'scale' | 'thresholds' | 'bands' | 'otherwise'>;

/** Scoring of an evaluation without matrices. */
export const defaultScoring: Scoring = {
  scale: { minimum: 0, maximum: 100 },
  thresholds: { low: 30, medium: 60, high: 80 },
  bands: [{ decision: 'REVIEW_REQUIRED', from: 80 }],
  otherwise: 'APPROVE',
};

/** Strength of the decisions. The strongest one applies. */
export const decisionStrength: Readonly<Record<Decision, number>> = {
  APPROVE: 0,
  REVIEW_REQUIRED: 1,
  HOLD: 2,
  REJECT: 3,
};
const levelStrength: Readonly<Record<RiskLevel, number>> = { LOW: 0, MEDIUM: 1, HIGH: 2, CRITICAL: 3 };
export const decisionBySuggestion: Readonly<Record<Suggestion, Decision>> = {
  FLAG: 'REVIEW_REQUIRED',
  SUSPEND: 'HOLD',
  BLOCK: 'REJECT',
};

/** A rule that hit, with everything that counts. */
export interface CountedRule {
  readonly ruleId: string;
  readonly score: number;
  readonly suggestion: Suggestion | null;
  /** Keys of its matrices. */
  readonly matrices: readonly string[];
  /** Whether it is recorded in shadow matrices only and never counted. */
  readonly shadow: boolean;
}

export interface UndecidedRule {
  readonly ruleId: string;
  readonly causes: readonly Cause[];
}

/** An executed matrix with the number of its rules in the evaluation. */
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
  readonly executed?: readonly string[];
}

function totalPoints(hits: readonly CountedRule[], more: number): Numeric {
  let sum: Numeric = more;
  for (const hit of hits) sum = addNumeric(sum, hit.score) ?? sum;
  return sum;
}

const asNumber = (points: Numeric): number => (typeof points === 'number' ? points : points.toNumber());

function normalizeScore(points: Numeric, { minimum, maximum }: Scoring['scale']): number {
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

interface ScoreResult {
  readonly totalScore: number;
  readonly normalizedScore: number;
  readonly level: RiskLevel;
  readonly band: Decision;
  readonly from: number | null;
}

const strengthOf = ({ decision }: Scoring['bands'][number]): number => decisionStrength[decision as Decision];

function score(
  hits: readonly CountedRule[],
  more: number,
  { scale, thresholds, bands, otherwise }: Scoring,
): ScoreResult {
  const points = totalPoints(hits, more);
  const totalScore = asNumber(points);
  let strongest: Scoring['bands'][number] | null = null;
  for (const band of bands)
    if (band.from <= totalScore && (strongest === null || strengthOf(band) > strengthOf(strongest))) strongest = band;
  return {
    totalScore,
    normalizedScore: normalizeScore(points, scale),
    level: levelOf(totalScore, thresholds),
    band: (strongest?.decision ?? otherwise) as Decision,
    from: strongest?.from ?? null,
  };
}

function matrixOutcome({ matrix, rulesEvaluated }: ExecutedMatrix, hits: readonly CountedRule[]): MatrixOutcome {
  const shadow = matrix.status !== 'active';
  const own = hits.filter((hit) => hit.matrices.includes(matrix.key) && (shadow || !hit.shadow));
  return { matrix: matrix.key, shadow, ...score(own, 0, matrix), rulesEvaluated, rulesMatched: own.length };
}

function strongestSuggestion(hits: readonly CountedRule[], reasons: DecisionReason[]): Suggestion | null {
  let suggestion: Suggestion | null = null;
  for (const hit of hits) {
    if (hit.suggestion === null) continue;
    const decision = decisionBySuggestion[hit.suggestion];
    reasons.push({ source: 'suggestion', decision, ruleId: hit.ruleId });
    if (suggestion === null || decisionStrength[decision] > decisionStrength[decisionBySuggestion[suggestion]])
      suggestion = hit.suggestion;
  }
  return suggestion;
}

function matrixReasons(
  executed: readonly ExecutedMatrix[],
  matrices: readonly MatrixOutcome[],
  whole: ScoreResult,
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

const isLive = ({ shadow }: { readonly shadow: boolean }): boolean => !shadow;

/** What counts in addition to the rules. */
export interface DecisionExtras {
  /** Points of further hits without a suggestion, in an evaluation without matrices. */
  readonly points: number;
  readonly restrictions: readonly PartyRestriction[];
}

export const noExtras: DecisionExtras = { points: 0, restrictions: [] };

/**
 * Returns the strongest of bands, suggestions, unknowns and party statuses, with every reason that is as strong as the decision. The order
 * of the rules never matters.
 */
export function decide(
  hits: readonly CountedRule[],
  review: readonly UndecidedRule[],
  executed: readonly ExecutedMatrix[],
  extras: DecisionExtras,
): Verdict {
  const { points, restrictions } = extras;
  return hits.length + review.length + executed.length + restrictions.length === 0
    ? verdictOfPoints(points)
    : computeVerdict(hits, review, executed, extras);
}

/** Cache for evaluations in which only points count. Most have one of few sums. */
const verdictsByPoints = new Map<number, Verdict>();
const maxVerdicts = 1_024;

function verdictOfPoints(points: number): Verdict {
  const known = verdictsByPoints.get(points);
  if (known) return known;
  const verdict = computeVerdict([], [], [], { ...noExtras, points });
  if (verdictsByPoints.size < maxVerdicts) verdictsByPoints.set(points, verdict);
  return verdict;
}

function computeVerdict(
  hits: readonly CountedRule[],
  review: readonly UndecidedRule[],
  executed: readonly ExecutedMatrix[],
  { points, restrictions }: DecisionExtras,
): Verdict {
  const counted = hits.every(isLive) ? hits : hits.filter(isLive);
  const whole = score(counted, points, defaultScoring);
  const matrices = executed.map((each) => matrixOutcome(each, hits));
  const reasons = matrixReasons(executed, matrices, whole);
  const suggestion = strongestSuggestion(counted, reasons);
  for (const { ruleId, causes } of review)
    reasons.push({ source: 'unknown_review', decision: 'REVIEW_REQUIRED', ruleId, unknownBecause: causes });
  for (const restriction of restrictions) reasons.push({ source: 'party_status', ...restriction });
  let decision: Decision = 'APPROVE';
  for (const reason of reasons)
    if (decisionStrength[reason.decision] > decisionStrength[decision]) decision = reason.decision;
  const { riskScore, riskLevel } = riskOf(whole, matrices.filter(isLive));
  const verdict = {
    totalScore: whole.totalScore,
    riskScore,
    riskLevel,
    suggestion,
    decision,
    decisionBecause: reasons.filter((reason) => reason.decision === decision),
  };
  return matrices.length > 0 ? { ...verdict, matrices } : verdict;
}

/** Returns the highest risk of the matrices that count. Without matrices, it is that of all points. */
function riskOf(whole: ScoreResult, live: readonly MatrixOutcome[]): Pick<Verdict, 'riskScore' | 'riskLevel'> {
  const [first = whole, ...others] = live;
  let { normalizedScore: riskScore, level: riskLevel } = first;
  for (const { normalizedScore, level } of others) {
    riskScore = Math.max(riskScore, normalizedScore);
    if (levelStrength[level] > levelStrength[riskLevel]) riskLevel = level;
  }
  return { riskScore, riskLevel };
}
