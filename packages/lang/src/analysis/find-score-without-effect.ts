import type { CheckedMatrix } from '../check/checked-file.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { ScoreFinding, ScoreRange } from './finding.js';

/** Reciprocal of the smallest unit of scores considered here. Nothing is concluded about finer scores. */
const scale = 1_000_000;

/** Returns points in millionths; `null` if they have finer fractions. */
function units(points: number): number | null {
  const scaled = Math.round(points * scale);
  return scaled / scale === points ? scaled : null;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);

/** Bounds for all sums of any of the scores: between `low` and `high`, in multiples of `step` (0 if only 0 is possible). In units. */
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

/** Returns, for each score, the sums of all others. */
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

/** Returns whether one of the sums may be in [from, to). */
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

/**
 * Returns whether a score can move a total across a boundary, so that the total of the others is on one side and the sum of both on the
 * other.
 */
const crosses = (others: Sums, score: number, boundary: number): boolean =>
  score > 0 ? meets(others, boundary - score, boundary) : meets(others, boundary, boundary - score);

/**
 * Returns the rules whose scores have no effect in the matrix, with the totals they were compared with; `null` if nothing can be concluded
 * about the matrix.
 */
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
 * Returns rules whose score changes neither level nor decision in any of their matrices, regardless of which other rules hit.
 * `neverCounting` contains rules that cannot hit. Nothing is reported about rules of matrices that are not given.
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
