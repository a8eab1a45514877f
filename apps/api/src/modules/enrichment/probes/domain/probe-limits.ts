/** Limits of probes, which are made without an entity, with units and reasons. */
export const probeLimits = {
  /** Maximum days for which a cached result may be returned, regardless of what its provider allows. */
  cacheDays: 30,
  /** Days for which probes are kept, with fingerprints of the subjects; the audit trail keeps them indefinitely. */
  keptDays: 90,
  /** Milliseconds between removals of old probes, and rows of an organization per statement. */
  sweepMs: 60 * 60 * 1000,
  sweepRows: 1_000,
} as const;
