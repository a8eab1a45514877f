import type { EvaluationOutcome } from '@tamis/engine';
import { itemStatus } from './batch-message.js';
import { decisions, hitsOf, riskLevels, toRanges, suggestions } from './outcome-codes.js';

/** Rule sets list the evaluated rules once for all evaluations of a kind, so the same array occurs again and again. */
const encodedRanges = new WeakMap<readonly number[], string>();

function rangesText(indexes: readonly number[]): string {
  const text = encodedRanges.get(indexes) ?? JSON.stringify(toRanges(indexes));
  encodedRanges.set(indexes, text);
  return text;
}

/** Appends an outcome to the numbers of a reply and returns its text. */
export function encodeOutcome(outcome: EvaluationOutcome, runUs: number, numbers: number[]): string {
  const { evaluated, ...rest } = outcome;
  const text = `{"evaluated":${rangesText(evaluated)},${JSON.stringify(rest).slice(1)}`;
  const hits = hitsOf(outcome);
  numbers.push(
    itemStatus.outcome,
    runUs,
    text.length,
    outcome.totalScore,
    outcome.riskScore,
    riskLevels.indexOf(outcome.riskLevel),
    decisions.indexOf(outcome.decision),
    suggestions.indexOf(outcome.suggestion),
    hits.length,
    ...hits,
  );
  return text;
}
