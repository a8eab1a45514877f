import { useState } from 'react';

export interface SteadyRow<Row> {
  readonly row: Row;
  /** It is no longer among what the filter finds; it stays where it was until the reader lets news in. */
  readonly isGone: boolean;
}

export interface SteadyRows<Row> {
  readonly rows: readonly SteadyRow<Row>[];
  /** Rows that are there and not shown. */
  readonly waiting: number;
}

/** Rows in the places in which they are shown, with what is known of them now: nothing moves under the reader’s eyes. */
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
  /** Says what is listed: another filter is another list. */
  readonly key: string;
  /** Undefined: not there yet, or still those of another list. */
  readonly rows: readonly Row[] | undefined;
  /** More is on its way: what is shown first is the newest. */
  readonly isFetching: boolean;
}

/** Holds the places of rows from the time they are shown until `show` lets in what is new. */
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
