import { useState } from 'react';
import { steadyPages } from '../model/steady-pages.js';
import type { WorkRow } from '../model/work-row.js';

interface Held {
  readonly key: string;
  readonly rows: readonly WorkRow[];
  readonly asOf: string | null;
}

/** Holds the places of rows until `show` lets in what is new; what is done with stays where it was. `asOf`: of when they are. */
export function useSteadyPages(key: string, rows: readonly WorkRow[] | undefined, asOf: string | null) {
  const [held, setHeld] = useState<Held | null>(null);
  const isHeld = held?.key === key;
  if (!isHeld && rows) setHeld({ key, rows, asOf });
  const shown = isHeld ? held.rows : (rows ?? []);
  const steady = steadyPages(shown, rows ?? shown);
  // Further pages are held as they come, so that they stay where they are too.
  if (isHeld && rows && steady.rows.length > shown.length)
    setHeld({ ...held, rows: steady.rows.map(({ row }) => row) });
  return {
    ...steady,
    asOf: isHeld ? held.asOf : asOf,
    show: () => setHeld(rows ? { key, rows, asOf } : null),
  };
}
