import { limits } from '../limits.js';
import type { Queryable } from './queryable.js';

interface PlaceholderRows {
  /** Number of the first parameter. */
  readonly first: number;
  readonly rows: number;
  /** Number of parameters per row. */
  readonly columns: number;
  /** SQL of the values at the beginning of each row. */
  readonly prefix?: readonly string[];
}

/** Returns the rows after VALUES, `($1, $2), ($3, $4)`. All values are parameters, one row after the other. */
export const placeholderRows = ({ first, rows, columns, prefix: before = [] }: PlaceholderRows): string =>
  Array.from({ length: rows }, (_, row) => {
    const places = Array.from({ length: columns }, (_each, column) => `$${first + row * columns + column}`);
    return `(${[...before, ...places].join(', ')})`;
  }).join(', ');

export interface RowCount {
  readonly total: number;
  readonly totalIsEstimate?: true;
}

/** Counts up to `limits.exactCount` rows exactly. Beyond that it uses the planner's estimate. `from` is the text after FROM. */
export async function countRows(client: Queryable, from: string, values: readonly unknown[]): Promise<RowCount> {
  const counted = await client.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from ${from} limit ${limits.exactCount + 1}) counted`,
    [...values],
  );
  const total = counted.rows[0]!.n;
  if (total <= limits.exactCount) return { total };
  const plan = await client.query<{ 'QUERY PLAN': string }>(`explain (format json) select 1 from ${from}`, [...values]);
  const [{ Plan: root }] = JSON.parse(plan.rows[0]!['QUERY PLAN']) as [{ Plan: { 'Plan Rows': number } }];
  return { total: Math.max(total, Math.round(root['Plan Rows'])), totalIsEstimate: true };
}
