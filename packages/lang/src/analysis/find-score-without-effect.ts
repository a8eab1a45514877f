import type { CheckedMatrix } from '../check/checked-file.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { ScoreFinding, ScoreRange } from './finding.js';

/** Scores have at most so many decimals here; with more, nothing is concluded. */
const scale = 1_000_000;

/** In millionths of a point; null: finer than that. */
function units(points: number): number | null {
  const scaled = Math.round(points * scale);
  return scaled / scale === points ? scaled : null;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);

/** All sums of some of the scores lie between `low` and `high`, on multiples of `step` (0: nothing but 0). In units. */
interface Sums {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

const none: Sums = { low: 0, high: 0, step: 0 };

const plus = (sums: Sums, score: number): Sums => ({
  low: sums.low + Math.min(0, score),
  high: sums.high + Math.max(0, score),
  step: greatestCommonDivisor(sums.step, score),
});

const combine = (a: Sums, b: Sums): Sums => ({
  low: a.low + b.low,
  high: a.high + b.high,
  step: greatestCommonDivisor(a.step, b.step),
});

/** For each score, the sums of all others. */
function sumsOfOthers(scores: readonly number[]): readonly Sums[] {
  const before: Sums[] = [none];
  for (const score of scores) before.push(plus(before[before.length - 1] ?? none, score));
  const found: Sums[] = [];
  let after = none;
  for (let index = scores.length - 1; index >= 0; index--) {
    found[index] = combine(before[index] ?? none, after);
    after = plus(after, scores[index] ?? 0);
  }
  return found;
}

/** Whether one of the sums lies in [from, to). */
function meets({ low, high, step }: Sums, from: number, to: number): boolean {
  const start = Math.max(from, low);
  if (step === 0) return start <= 0 && 0 < to && 0 <= high;
  const first = Math.ceil(start / step) * step;
  return first < to && first <= high;
}

function boundariesOf({ thresholds, bands }: CheckedMatrix): readonly number[] {
  const points = [thresholds.low, thresholds.medium, thresholds.high, ...bands.map(({ from }) => from)];
  return [...new Set(points)].sort((a, b) => a - b);
}

/** The boundaries a score carries a total across: those for which another total is below and the sum of both is not. */
const crosses = (others: Sums, score: number, boundary: number): boolean =>
  score > 0 ? meets(others, boundary - score, boundary) : meets(others, boundary, boundary - score);

/** By rule that matters nowhere in the matrix: what it was compared with. Null: nothing can be said of the matrix. */
function reachesIn(matrix: CheckedMatrix, rules: readonly CheckedRule[]): ReadonlyMap<CheckedRule, ScoreRange> | null {
  const scores = rules.map(({ score }) => units(score));
  const boundaries = boundariesOf(matrix);
  const places = boundaries.map(units);
  if (scores.includes(null) || places.includes(null)) return null;
  const found = new Map<CheckedRule, ScoreRange>();
  for (const [index, others] of sumsOfOthers(scores as number[]).entries()) {
    const [rule, score] = [rules[index], scores[index] ?? 0];
    if (!rule || score === 0 || places.some((place) => crosses(others, score, place ?? 0))) continue;
    const { low, high, step } = others;
    found.set(rule, {
      matrix: matrix.key,
      minimum: low / scale,
      maximum: high / scale,
      step: step / scale,
      boundaries,
    });
  }
  return found;
}

/**
 * Rules whose score changes neither label nor decision of any of their matrices, whatever else hits. `neverCounting`: rules that
 * cannot hit. Matrices that are not given are not known: nothing is said of their rules.
 */
export function findScoresWithoutEffect(
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
  neverCounting: ReadonlySet<CheckedRule>,
): readonly ScoreFinding[] {
  const counting = rules.filter((rule) => rule.evaluate === 'sync' && !neverCounting.has(rule));
  const byMatrix = new Map(
    matrices.map((matrix) => [
      matrix.key,
      reachesIn(
        matrix,
        counting.filter((rule) => rule.matrices.includes(matrix.key)),
      ),
    ]),
  );
  return rules.flatMap((rule): ScoreFinding[] => {
    if (rule.score === 0 || neverCounting.has(rule)) return [];
    if (rule.evaluate === 'async') return [{ kind: 'score', rule, reaches: [] }];
    const reaches = rule.matrices.map((matrix) => byMatrix.get(matrix)?.get(rule) ?? null);
    if (reaches.length === 0 || reaches.includes(null)) return [];
    return [{ kind: 'score', rule, reaches: reaches as ScoreRange[] }];
  });
}
