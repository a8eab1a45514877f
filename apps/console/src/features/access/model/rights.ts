export type Cell = readonly [row: number, column: number];

/** The box to which an arrow leads from one of them; null: to none. Above and below, the nearest column that there is. */
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

/** How many rights of each the other has not. */
export function rightsApart(mine: readonly string[], theirs: readonly string[]): { more: number; fewer: number } {
  const [own, other] = [new Set(mine), new Set(theirs)];
  return {
    more: mine.filter((each) => !other.has(each)).length,
    fewer: theirs.filter((each) => !own.has(each)).length,
  };
}

/** Rows of what stands together, in the order in which each begins. */
export function rowsBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly (readonly [string, readonly Item[]])[] {
  const rows = new Map<string, Item[]>();
  for (const item of items) rows.set(nameOf(item), [...(rows.get(nameOf(item)) ?? []), item]);
  return [...rows];
}
