interface WithId {
  readonly id: string;
}

export interface SteadyPages<Row> {
  readonly rows: readonly { readonly row: Row; readonly isGone: boolean }[];
  /** Rows that are there and not shown. */
  readonly waiting: number;
}

/**
 * Rows in the places in which they are shown, with what is known of them now. What was read further down joins the end by itself; what came
 * between waits until the reader lets it in.
 */
export function steadyPages<Row extends WithId>(held: readonly Row[], fresh: readonly Row[]): SteadyPages<Row> {
  const known = new Set(held.map(({ id }) => id));
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const lastKnown = fresh.findLastIndex(({ id }) => known.has(id));
  const further = held.length === 0 || lastKnown >= 0 ? fresh.slice(lastKnown + 1) : [];
  return {
    rows: [
      ...held.map((row) => ({ row: byId.get(row.id) ?? row, isGone: !byId.has(row.id) })),
      ...further.map((row) => ({ row, isGone: false })),
    ],
    waiting: fresh.length - further.length - fresh.filter(({ id }) => known.has(id)).length,
  };
}
