interface WithId {
  readonly id: string;
}

export interface SteadyPages<Row> {
  readonly rows: readonly { readonly row: Row; readonly isGone: boolean }[];
  /** The number of loaded rows that are not shown. */
  readonly waiting: number;
}

/**
 * Keeps rows at the positions where they are shown, with their current data. Rows further down are appended automatically; rows in between
 * wait until the reader shows them.
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
