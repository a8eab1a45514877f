import type { Decision, RiskLevel, EvaluationOutcome, Suggestion } from '@tamis/engine';

/** Words of an outcome are encoded as their indexes in these lists. */
export const decisions: readonly Decision[] = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'];
export const riskLevels: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
export const suggestions: readonly (Suggestion | null)[] = [null, 'FLAG', 'SUSPEND', 'BLOCK'];

/** Returns the indexes of the rules that count as hits, ascending. */
export const hitsOf = ({ outcomes }: EvaluationOutcome): readonly number[] =>
  outcomes.filter(({ counts }) => counts).map(({ rule }) => rule);

/** Encodes ascending numbers as ranges: `[first, last, first, last, …]`. */
export function toRanges(indexes: readonly number[]): readonly number[] {
  const runs: number[] = [];
  for (const index of indexes) {
    if (runs.length > 0 && runs[runs.length - 1] === index - 1) runs[runs.length - 1] = index;
    else runs.push(index, index);
  }
  return runs;
}

export function fromRanges(runs: readonly number[]): readonly number[] {
  const indexes: number[] = [];
  for (let run = 0; run < runs.length; run += 2)
    for (let index = runs[run] as number; index <= (runs[run + 1] as number); index++) indexes.push(index);
  return indexes;
}
