import { add, type Fraction, fractionOf, partsOf } from './fraction.js';

/** `x = base + sum of factor * x(of)`, with indexes from 0 to n - 1. */
export interface Equation {
  readonly base: Fraction;
  readonly terms: readonly { readonly of: number; readonly factor: Fraction }[];
}

/** Column of the right-hand side. */
const right = -1;

/** Entries of one equation by column, as integers that were multiplied by the pivots before `level`. */
interface Row {
  readonly entries: Map<number, bigint>;
  level: number;
}

/**
 * Returns the exact smallest non-negative solution of equations that all depend on each other, or `null` if there is none, because more
 * comes back around than went in. Uses fraction-free elimination after Bareiss, in which every division is exact. A row that was skipped is
 * multiplied by the pivots only when it is needed.
 */
export function solveCycle(equations: readonly Equation[]): readonly Fraction[] | null {
  const rows = equations.map(rowOf);
  // pivots[k] is the pivot of step k. The first one is preceded by 1.
  const pivots: bigint[] = [1n];
  const left = new Set(equations.keys());
  const order: number[] = [];
  while (left.size > 0) {
    const next = fewestEntries(left, rows);
    const row = atLevel(rows[next]!, order.length, pivots);
    const pivot = row.entries.get(next) ?? 0n;
    // For a non-negative solution, every pivot is positive.
    if (pivot <= 0n) return null;
    left.delete(next);
    for (const other of left) if (rows[other]!.entries.has(next)) eliminate(other, next, pivot);
    order.push(next);
    pivots.push(pivot);
  }
  return solutionOf(order, rows, pivots);

  function eliminate(other: number, column: number, pivot: bigint): void {
    const to = atLevel(rows[other]!, order.length, pivots);
    const factor = to.entries.get(column)!;
    const before = pivots.at(-1)!;
    to.entries.delete(column);
    const columns = new Set([...to.entries.keys(), ...rows[column]!.entries.keys()]);
    for (const each of columns) {
      if (each === column) continue;
      const value = (pivot * (to.entries.get(each) ?? 0n) - factor * (rows[column]!.entries.get(each) ?? 0n)) / before;
      if (value === 0n) to.entries.delete(each);
      else to.entries.set(each, value);
    }
    to.level = order.length + 1;
  }
}

/** `(1 - own factor) x - other factors = base`, multiplied so that all numbers are integers. */
function rowOf({ base, terms }: Equation, place: number): Row {
  const shares = new Map<number, Fraction>();
  for (const { of, factor } of terms) shares.set(of, shares.has(of) ? add(shares.get(of)!, factor) : factor);
  const parts = [...shares].map(([column, share]) => [column, ...partsOf(share)] as const);
  const [baseN, baseD] = partsOf(base);
  const denominator = parts.reduce((all, [, , d]) => (all % d === 0n ? all : all * d), baseD);
  const entries = new Map<number, bigint>([[place, denominator]]);
  for (const [column, n, d] of parts) entries.set(column, (entries.get(column) ?? 0n) - (n * denominator) / d);
  if (baseN !== 0n) entries.set(right, (baseN * denominator) / baseD);
  return { entries, level: 0 };
}

/** Applies the steps in whose column the row had the entry 0: each multiplied it by its pivot and divided it by the previous one. */
function atLevel(row: Row, level: number, pivots: readonly bigint[]): Row {
  if (row.level === level) return row;
  const [times, by] = [pivots[level]!, pivots[row.level]!];
  for (const [column, value] of row.entries) row.entries.set(column, (value * times) / by);
  row.level = level;
  return row;
}

/** Returns the variable to solve for next: one whose row and column have few entries creates few new ones. */
function fewestEntries(left: ReadonlySet<number>, rows: readonly Row[]): number {
  const inColumn = new Map<number, number>();
  for (const place of left)
    for (const column of rows[place]!.entries.keys()) inColumn.set(column, (inColumn.get(column) ?? 0) + 1);
  let [best, fewest] = [-1, Number.POSITIVE_INFINITY];
  for (const place of left) {
    const made = rows[place]!.entries.size * (inColumn.get(place) ?? 0);
    if (made < fewest) [best, fewest] = [place, made];
  }
  return best;
}

/**
 * Solves from the last variable to the first. All have the last pivot, the determinant, as their denominator, so they are added without a
 * common divisor.
 */
function solutionOf(order: readonly number[], rows: readonly Row[], pivots: readonly bigint[]): readonly Fraction[] {
  const determinant = pivots.at(-1)!;
  const above = new Map<number, bigint>();
  for (const place of order.toReversed()) {
    const { entries } = rows[place]!;
    let sum = (entries.get(right) ?? 0n) * determinant;
    for (const [column, value] of entries) if (column !== right && column !== place) sum -= value * above.get(column)!;
    above.set(place, sum / entries.get(place)!);
  }
  return rows.map((_, place) => fractionOf(above.get(place)!, determinant));
}
