import { addNumeric, asDecimal, Decimal34, type Numeric } from '@tamis/stdx';
import type { Cause } from '@tamis/lang';
import type { Decision, DecisionReason, RiskLevel, Suggestion } from './run-outcome.js';

/** Scoring of a run without matrices: points, and where each label begins. */
const scale = { min: 0, max: 100 } as const;
const levels: readonly { readonly from: number; readonly level: RiskLevel }[] = [
  { from: 80, level: 'CRITICAL' },
  { from: 60, level: 'HIGH' },
  { from: 30, level: 'MEDIUM' },
];
const reviewFrom = 80;

const strength: Readonly<Record<Decision, number>> = { APPROVE: 0, REVIEW_REQUIRED: 1, HOLD: 2, REJECT: 3 };
export const decisionOf: Readonly<Record<Suggestion, Decision>> = {
  FLAG: 'REVIEW_REQUIRED',
  SUSPEND: 'HOLD',
  BLOCK: 'REJECT',
};

/** What of a rule counts; shadow rules are left out by the caller. */
export interface CountedRule {
  readonly ruleId: string;
  readonly score: number;
  readonly suggestion: Suggestion | null;
}

export interface UndecidedRule {
  readonly ruleId: string;
  readonly causes: readonly Cause[];
}

export interface Verdict {
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;
  readonly decision: Decision;
  readonly decisionBecause: readonly DecisionReason[];
}

const total = (hits: readonly CountedRule[]): Numeric =>
  hits.reduce<Numeric>((sum, hit) => addNumeric(sum, hit.score) ?? sum, 0);

function normalized(points: Numeric): number {
  if (Number.isSafeInteger(points)) return Math.max(scale.min, Math.min(scale.max, points as number));
  const limited = Decimal34.max(scale.min, Decimal34.min(scale.max, asDecimal(points)));
  return limited
    .minus(scale.min)
    .div(scale.max - scale.min)
    .times(100)
    .toDecimalPlaces(2, Decimal34.ROUND_HALF_EVEN)
    .toNumber();
}

/** The strongest of band, suggestions and unknowns; every reason as strong as the decision is named. Order never matters. */
export function decide(hits: readonly CountedRule[], review: readonly UndecidedRule[]): Verdict {
  const points = total(hits);
  const totalScore = typeof points === 'number' ? points : points.toNumber();
  const reasons: DecisionReason[] = [];
  if (totalScore >= reviewFrom)
    reasons.push({ source: 'matrix', decision: 'REVIEW_REQUIRED', totalScore, from: reviewFrom });
  let suggestion: Suggestion | null = null;
  for (const hit of hits) {
    if (hit.suggestion === null) continue;
    const decision = decisionOf[hit.suggestion];
    reasons.push({ source: 'suggestion', decision, ruleId: hit.ruleId });
    if (suggestion === null || strength[decision] > strength[decisionOf[suggestion]]) suggestion = hit.suggestion;
  }
  for (const { ruleId, causes } of review)
    reasons.push({ source: 'unknown_review', decision: 'REVIEW_REQUIRED', ruleId, unknownBecause: causes });
  const decision = reasons.reduce<Decision>(
    (best, reason) => (strength[reason.decision] > strength[best] ? reason.decision : best),
    'APPROVE',
  );
  return {
    totalScore,
    riskScore: normalized(points),
    riskLevel: levels.find(({ from }) => totalScore >= from)?.level ?? 'LOW',
    suggestion,
    decision,
    decisionBecause: reasons.filter((reason) => reason.decision === decision),
  };
}
