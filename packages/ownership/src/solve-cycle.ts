import { add, type Fraction, fractionOf, partsOf } from './fraction.js';

/** `x = base + sum of factor * x(of)`, in places 0 to n - 1. */
export interface Equation {
  readonly base: Fraction;
  readonly terms: readonly { readonly of: number; readonly factor: Fraction }[];
}

/** Column of what stands on the right side. */
const right = -1;

/** Entries of one equation by column, as whole numbers that were multiplied by the pivots before `level`. */
interface Row {
  readonly entries: Map<number, bigint>;
  level: number;
}

/**
 * The exact least solution that is not negative, of equations each of which leads to each other. Null: there is none, as more comes around
 * than went in. Elimination without fractions after Bareiss, in which each division comes out even; a row is multiplied by the pivots
 * that passed it by only when it is needed.
 */
export function solveCycle(equations: readonly Equation[]): readonly Fraction[] | null {
  const rows = equations.map(rowOf);
  // pivots[k] is the pivot of step k; before the first stands 1.
  const pivots: bigint[] = [1n];
  const left = new Set(equations.keys());
  const order: number[] = [];
  while (left.size > 0) {
    const next = fewestEntries(left, rows);
    const row = atLevel(rows[next]!, order.length, pivots);
    const pivot = row.entries.get(next) ?? 0n;
    // On the way to a solution that is not negative every pivot is above 0.
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

/** `(1 - own factor) x - other factors = base`, multiplied so that all are whole numbers. */
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

/** What the steps made of a row whose entry in their column was 0: each multiplied it by its pivot, and divided it by the one before. */
function atLevel(row: Row, level: number, pivots: readonly bigint[]): Row {
  if (row.level === level) return row;
  const [times, by] = [pivots[level]!, pivots[row.level]!];
  for (const [column, value] of row.entries) row.entries.set(column, (value * times) / by);
  row.level = level;
  return row;
}

/** Which place to solve for next: one whose row and column have few entries makes few new ones. */
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

/** From the last that was solved for to the first. All have the last pivot, the determinant, below: they are added up without a common divisor. */
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
