import type { Decision, DecisionReason, RiskLevel, Suggestion } from '@tamis/engine';
import type { Cause } from '@tamis/lang';
import { Decimal34 } from '@tamis/stdx';

/** What a live rule brings into the decision. */
export interface Contribution {
  readonly ruleId: string;
  readonly score: number;
  readonly suggestion: Suggestion | null;
  /** Set: the rule is unknown and wants a review; nothing else of it counts. */
  readonly review: readonly Cause[] | null;
}

const weakestFirst: readonly Decision[] = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'];
const bySuggestion: Readonly<Record<Suggestion, Decision>> = {
  FLAG: 'REVIEW_REQUIRED',
  SUSPEND: 'HOLD',
  BLOCK: 'REJECT',
};

function levelOf(totalScore: number): RiskLevel {
  if (totalScore < 30) return 'LOW';
  if (totalScore < 60) return 'MEDIUM';
  return totalScore < 80 ? 'HIGH' : 'CRITICAL';
}

/** Language manual 7.1 for a run without matrices. */
export function plainVerdict(contributions: readonly Contribution[]) {
  const hits = contributions.filter(({ review }) => review === null);
  const totalScore = hits.reduce((sum, { score }) => sum.plus(score), new Decimal34(0)).toNumber();
  const limited = Math.min(100, Math.max(0, totalScore));
  const band: DecisionReason[] =
    totalScore >= 80 ? [{ source: 'matrix', decision: 'REVIEW_REQUIRED', totalScore, from: 80 }] : [];
  const suggested = hits.flatMap(({ ruleId, suggestion }): DecisionReason[] =>
    suggestion ? [{ source: 'suggestion', decision: bySuggestion[suggestion], ruleId }] : [],
  );
  const undecided = contributions.flatMap(({ ruleId, review }): DecisionReason[] =>
    review ? [{ source: 'unknown_review', decision: 'REVIEW_REQUIRED', ruleId, unknownBecause: review }] : [],
  );
  const reasons = [...band, ...suggested, ...undecided];
  const decision = weakestFirst.findLast((each) => reasons.some((reason) => reason.decision === each)) ?? 'APPROVE';
  const strongest = (['BLOCK', 'SUSPEND', 'FLAG'] as const).find((each) =>
    hits.some(({ suggestion }) => suggestion === each),
  );
  return {
    totalScore,
    riskScore: new Decimal34(limited).toDecimalPlaces(2, Decimal34.ROUND_HALF_EVEN).toNumber(),
    riskLevel: levelOf(totalScore),
    suggestion: strongest ?? null,
    decision,
    decisionBecause: reasons.filter((reason) => reason.decision === decision),
  };
}
