import { Baseline1795262400000 } from './1795262400000-baseline.js';

/** Migrations in the order in which they run. A migration that has run anywhere is never changed; add another one instead. */
export const migrations = [Baseline1795262400000] as const;

/** Name of the first migration. A database that has run migrations but not this one was created before the first release. */
export const baseline = Baseline1795262400000.name;
