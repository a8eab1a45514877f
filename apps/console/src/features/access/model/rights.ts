export type Cell = readonly [row: number, column: number];

/**
 * Returns the index of the box that an arrow key leads to, or `null` if there is none. Upwards and downwards, this is the box in the
 * nearest existing column.
 */
export function nextBox(cells: readonly Cell[], at: number, key: string): number | null {
  const here = cells[at];
  if (!here) return null;
  if (key === 'ArrowRight') return at + 1 < cells.length ? at + 1 : null;
  if (key === 'ArrowLeft') return at > 0 ? at - 1 : null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const [row, column] = here;
  const rows = cells.map((cell) => cell[0]);
  const beyond = key === 'ArrowDown' ? rows.filter((each) => each > row) : rows.filter((each) => each < row);
  if (beyond.length === 0) return null;
  const wanted = key === 'ArrowDown' ? Math.min(...beyond) : Math.max(...beyond);
  const inRow = cells.flatMap(([each, of], index) => (each === wanted ? [{ index, far: Math.abs(of - column) }] : []));
  return inRow.reduce((best, each) => (each.far < best.far ? each : best)).index;
}

/** Counts the permissions that each side has and the other lacks. */
export function rightsApart(mine: readonly string[], theirs: readonly string[]): { more: number; fewer: number } {
  const [own, other] = [new Set(mine), new Set(theirs)];
  return {
    more: mine.filter((each) => !other.has(each)).length,
    fewer: theirs.filter((each) => !own.has(each)).length,
  };
}

/** Whether the chosen permissions are those that are stored. */
export const isSameSet = (chosen: ReadonlySet<string>, stored: readonly string[]): boolean =>
  chosen.size === stored.length && stored.every((each) => chosen.has(each));

/** Groups items by name, in the order in which the groups first appear. */
export function rowsBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly (readonly [string, readonly Item[]])[] {
  const rows = new Map<string, Item[]>();
  for (const item of items) rows.set(nameOf(item), [...(rows.get(nameOf(item)) ?? []), item]);
  return [...rows];
}
