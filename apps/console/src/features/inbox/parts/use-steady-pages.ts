import { useState } from 'react';
import { steadyPages } from '../model/steady-pages.js';
import type { WorkRow } from '../model/work-row.js';

interface Held {
  readonly key: string;
  readonly rows: readonly WorkRow[];
  readonly asOf: string | null;
}

/** Keeps the positions of rows until `show` adds the new ones; completed items stay at their position. `asOf` is the time of the rows. */
export function useSteadyPages(key: string, rows: readonly WorkRow[] | undefined, asOf: string | null) {
  const [held, setHeld] = useState<Held | null>(null);
  const isHeld = held?.key === key;
  if (!isHeld && rows) setHeld({ key, rows, asOf });
  const shown = isHeld ? held.rows : (rows ?? []);
  const steady = steadyPages(shown, rows ?? shown);
  // Further pages are held as they are loaded, so that their rows also stay at their positions.
  if (isHeld && rows && steady.rows.length > shown.length)
    setHeld({ ...held, rows: steady.rows.map(({ row }) => row) });
  return {
    ...steady,
    asOf: isHeld ? held.asOf : asOf,
    show: () => setHeld(rows ? { key, rows, asOf } : null),
  };
}
