import {
  type Decision,
  type DecisionReason,
  type MatrixContent,
  type MatrixOutcome,
  type PartyRestriction,
  type RiskLevel,
  type Suggestion,
} from '@tamis/engine';
import type { Cause } from '@tamis/lang';
import { Decimal34 } from '@tamis/stdx';

/** What a rule contributes to the decision. */
export interface Contribution {
  readonly ruleId: string;
  readonly score: number;
  readonly suggestion: Suggestion | null;
  readonly matrices: readonly string[];
  /** Whether all executed matrices of the rule are in shadow mode, so that it scores only there. */
  readonly shadow: boolean;
  /** Set if the rule is unknown and requires a review; nothing else about it counts then. */
  readonly review: readonly Cause[] | null;
}

/** An executed matrix and the number of evaluated rules that belong to it. */
export interface PlainMatrix {
  readonly matrix: MatrixContent;
  readonly rulesEvaluated: number;
}

const weakestFirst: readonly Decision[] = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'];
const bySuggestion: Readonly<Record<Suggestion, Decision>> = {
  FLAG: 'REVIEW_REQUIRED',
  SUSPEND: 'HOLD',
  BLOCK: 'REJECT',
};
const levels: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

const sum = (hits: readonly Contribution[]) =>
  hits.reduce((total, { score }) => total.plus(score), new Decimal34(0)).toNumber();

/** Computes the score of one matrix (language manual 7.1). */
function plainScore(
  totalScore: number,
  { scale, thresholds, bands, otherwise }: Omit<MatrixContent, 'matrixId' | 'key' | 'name' | 'version' | 'status'>,
) {
  const limited = Math.min(scale.maximum, Math.max(scale.minimum, totalScore));
  const share = new Decimal34(limited).minus(scale.minimum).div(scale.maximum - scale.minimum);
  const reached = [thresholds.low, thresholds.medium, thresholds.high].filter((from) => totalScore >= from).length;
  const band = weakestFirst
    .flatMap((decision) => bands.filter((each) => each.decision === decision && each.from <= totalScore))
    .at(-1);
  return {
    totalScore,
    normalizedScore: share.times(100).toDecimalPlaces(2, Decimal34.ROUND_HALF_EVEN).toNumber(),
    level: levels[reached] as RiskLevel,
    band: (band?.decision ?? otherwise) as Decision,
    from: band?.from ?? null,
  };
}

const withoutMatrix = {
  scale: { minimum: 0, maximum: 100 },
  thresholds: { low: 30, medium: 60, high: 80 },
  bands: [{ decision: 'REVIEW_REQUIRED', from: 80 }],
  otherwise: 'APPROVE',
};

function plainMatrix({ matrix, rulesEvaluated }: PlainMatrix, hits: readonly Contribution[]): MatrixOutcome {
  const shadow = matrix.status !== 'active';
  const own = hits.filter((hit) => hit.matrices.includes(matrix.key) && (shadow || !hit.shadow));
  return { matrix: matrix.key, shadow, ...plainScore(sum(own), matrix), rulesEvaluated, rulesMatched: own.length };
}

function bandReasons(
  executed: readonly PlainMatrix[],
  found: readonly MatrixOutcome[],
  totalScore: number,
): DecisionReason[] {
  if (executed.length === 0)
    return totalScore >= 80 ? [{ source: 'matrix', decision: 'REVIEW_REQUIRED', totalScore, from: 80 }] : [];
  return found.flatMap((each, index): DecisionReason[] => {
    const riskMatrixId = (executed[index] as PlainMatrix).matrix.matrixId;
    const { totalScore: own, from, band } = each;
    return each.shadow ? [] : [{ source: 'matrix', decision: band, riskMatrixId, totalScore: own, from }];
  });
}

/** Computes the decision (language manual 7.1). */
export function plainVerdict(
  contributions: readonly Contribution[],
  executed: readonly PlainMatrix[],
  restrictions: readonly PartyRestriction[] = [],
) {
  const all = contributions.filter(({ review }) => review === null);
  const hits = all.filter(({ shadow }) => !shadow);
  const whole = plainScore(sum(hits), withoutMatrix);
  const found = executed.map((each) => plainMatrix(each, all));
  const live = found.filter(({ shadow }) => !shadow);
  const counting = live.length > 0 ? live : [whole];
  const suggested = hits.flatMap(({ ruleId, suggestion }): DecisionReason[] =>
    suggestion ? [{ source: 'suggestion', decision: bySuggestion[suggestion], ruleId }] : [],
  );
  const undecided = contributions.flatMap(({ ruleId, review }): DecisionReason[] =>
    review ? [{ source: 'unknown_review', decision: 'REVIEW_REQUIRED', ruleId, unknownBecause: review }] : [],
  );
  const byStatus = restrictions.map((each): DecisionReason => ({ source: 'party_status', ...each }));
  const reasons = [...bandReasons(executed, found, whole.totalScore), ...suggested, ...undecided, ...byStatus];
  const decision = weakestFirst.findLast((each) => reasons.some((reason) => reason.decision === each)) ?? 'APPROVE';
  const strongest = (['BLOCK', 'SUSPEND', 'FLAG'] as const).find((each) =>
    hits.some(({ suggestion }) => suggestion === each),
  );
  return {
    totalScore: whole.totalScore,
    riskScore: Math.max(...counting.map(({ normalizedScore }) => normalizedScore)),
    riskLevel: levels.findLast((each) => counting.some(({ level }) => level === each)) as RiskLevel,
    suggestion: strongest ?? null,
    decision,
    decisionBecause: reasons.filter((reason) => reason.decision === decision),
    ...(found.length > 0 ? { matrices: found } : {}),
  };
}
