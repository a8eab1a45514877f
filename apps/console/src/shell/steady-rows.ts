import { useState } from 'react';

export interface SteadyRow<Row> {
  readonly row: Row;
  /** Whether the row no longer matches the filter; it stays at its position until the reader shows the new rows. */
  readonly isGone: boolean;
}

export interface SteadyRows<Row> {
  readonly rows: readonly SteadyRow<Row>[];
  /** The number of loaded rows that are not shown. */
  readonly waiting: number;
}

/** Returns rows at the positions where they are shown, with their current data, so that nothing moves while the reader looks at them. */
export function steadyRows<Row extends { readonly id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
): SteadyRows<Row> {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((row) => ({ row: byId.get(row.id) ?? row, isGone: !byId.has(row.id) })),
    waiting: fresh.filter(({ id }) => !known.has(id)).length,
  };
}

interface Answered<Row> {
  /** Identifies the list: a different filter is a different list. */
  readonly key: string;
  /** `undefined` while not loaded, or while they still belong to another list. */
  readonly rows: readonly Row[] | undefined;
  /** Whether more is being loaded: the rows shown first must be the newest. */
  readonly isFetching: boolean;
}

/** Keeps the positions of rows from the time they are shown until `show` adds the new ones. */
export function useSteadyRows<Row extends { readonly id: string }>({ key, rows, isFetching }: Answered<Row>) {
  const [held, setHeld] = useState<{ readonly key: string; readonly rows: readonly Row[] } | null>(null);
  const isHeld = held?.key === key;
  if (!isHeld && rows && !isFetching) setHeld({ key, rows });
  const shown = isHeld ? held.rows : (rows ?? held?.rows ?? []);
  return {
    ...steadyRows(shown, rows ?? shown),
    show: () => setHeld(rows ? { key, rows } : null),
  };
}
