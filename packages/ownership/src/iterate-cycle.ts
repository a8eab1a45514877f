import { fractionOf, type Fraction, partsOf } from './fraction.js';
import type { Equation } from './solve-cycle.js';

/** Scale of the decimals that are kept in each round, and the number of rounds. */
const scale = 10n ** 18n;
const rounds = 400;

/** Divisors for the relative amounts by which the lower bound is raised until it is an upper bound. */
const raises = [10n ** 12n, 10n ** 9n, 10n ** 6n, 10n ** 3n, 10n];

/**
 * Returns a lower or upper bound of the solution for cycles of more companies than are solved exactly, or `null` if no upper bound was
 * found. Iterations that start with 0 and are rounded down stay below the solution. Values that no iteration raises any more are above it.
 */
export function iterateCycle(equations: readonly Equation[], bound: 'least' | 'most'): readonly Fraction[] | null {
  let values = equations.map(() => 0n);
  const down = scaledRows(equations, 0n);
  for (let round = 0; round < rounds; round += 1) {
    const next = nextRound(down, values, 0n);
    if (next.every((value, row) => value === values[row])) break;
    values = next;
  }
  if (bound === 'least') return values.map((value) => fractionOf(value, scale));
  const up = scaledRows(equations, 1n);
  for (const part of raises) {
    const raised = values.map((value) => value + value / part + scale / part);
    if (nextRound(up, raised, 1n).every((value, row) => value <= raised[row]!))
      return raised.map((value) => fractionOf(value, scale));
  }
  return null;
}

interface ScaledRow {
  readonly base: bigint;
  readonly terms: readonly { readonly of: number; readonly factor: bigint }[];
}

/** `up` is 1 to round up, 0 to round down. */
function scaledRows(equations: readonly Equation[], up: bigint): readonly ScaledRow[] {
  const scaled = ([n, d]: readonly [bigint, bigint]): bigint => (n * scale + up * (d - 1n)) / d;
  return equations.map(({ base, terms }) => ({
    base: scaled(partsOf(base)),
    terms: terms.map(({ of, factor }) => ({ of, factor: scaled(partsOf(factor)) })),
  }));
}

const nextRound = (rows: readonly ScaledRow[], values: readonly bigint[], up: bigint): bigint[] =>
  rows.map(({ base, terms }) => {
    const products = terms.reduce((sum, { of, factor }) => sum + factor * values[of]!, 0n);
    return base + (products + up * (scale - 1n)) / scale;
  });
