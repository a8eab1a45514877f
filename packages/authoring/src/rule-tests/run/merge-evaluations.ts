import type { Decision, RiskLevel, EvaluationOutcome, SetRule, Suggestion } from '@tamis/engine';
import type { Evaluation } from './evaluator.js';

const decisions: readonly Decision[] = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'];
const levels: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const suggestions: readonly Suggestion[] = ['FLAG', 'SUSPEND', 'BLOCK'];

/** Returns the strongest value that occurs, on an ascending scale. */
const strongest = <T>(scale: readonly T[], values: readonly (T | null)[]): T | undefined =>
  scale.findLast((each) => values.includes(each));

function mergeOutcomes(outcomes: readonly EvaluationOutcome[], offsets: readonly number[]): EvaluationOutcome {
  const decision =
    strongest(
      decisions,
      outcomes.map((each) => each.decision),
    ) ?? 'APPROVE';
  const matrices = outcomes.flatMap((each) => each.matrices ?? []);
  return {
    evaluated: outcomes.flatMap((each, at) => each.evaluated.map((index) => index + (offsets[at] ?? 0))),
    hits: outcomes.flatMap((each, at) => each.hits.map((index) => index + (offsets[at] ?? 0))),
    outcomes: outcomes.flatMap((each, at) =>
      each.outcomes.map((rule) => ({ ...rule, rule: rule.rule + (offsets[at] ?? 0) })),
    ),
    totalScore: outcomes.reduce((sum, each) => sum + each.totalScore, 0),
    riskScore: Math.max(...outcomes.map((each) => each.riskScore)),
    riskLevel:
      strongest(
        levels,
        outcomes.map((each) => each.riskLevel),
      ) ?? 'LOW',
    suggestion:
      strongest(
        suggestions,
        outcomes.map((each) => each.suggestion),
      ) ?? null,
    decision,
    decisionBecause: outcomes.flatMap((each) => each.decisionBecause).filter((reason) => reason.decision === decision),
    ...(matrices.length > 0 ? { matrices } : {}),
    effects: outcomes.flatMap((each) => each.effects),
  };
}

const nothing: EvaluationOutcome = {
  evaluated: [],
  hits: [],
  outcomes: [],
  totalScore: 0,
  riskScore: 0,
  riskLevel: 'LOW',
  suggestion: null,
  decision: 'APPROVE',
  decisionBecause: [],
  effects: [],
};

/** Merges the evaluations of the groups of a test into one result over all rules. Scores are whole numbers of points. */
export function mergeEvaluations(
  parts: readonly { readonly rules: readonly SetRule[]; readonly evaluation: Evaluation }[],
): { readonly rules: readonly SetRule[] } & Evaluation {
  const [only] = parts;
  if (!only) return { rules: [], outcome: nothing, examined: [] };
  if (parts.length === 1) return { rules: only.rules, ...only.evaluation };
  const offsets: number[] = [];
  const rules: SetRule[] = [];
  for (const part of parts) {
    offsets.push(rules.length);
    rules.push(...part.rules);
  }
  return {
    rules,
    outcome: mergeOutcomes(
      parts.map(({ evaluation }) => evaluation.outcome),
      offsets,
    ),
    examined: parts.flatMap(({ evaluation }, at) =>
      evaluation.examined.map((each) => ({ ...each, rule: each.rule + (offsets[at] ?? 0) })),
    ),
  };
}
