import { Baseline1795262400000 } from './1795262400000-baseline.js';

/** In the order they run. A migration that has run anywhere is never changed: add another. */
export const migrations = [Baseline1795262400000] as const;

/** What stands before all others: a database that has run migrations and not this one was made before the first release. */
export const baseline = Baseline1795262400000.name;
