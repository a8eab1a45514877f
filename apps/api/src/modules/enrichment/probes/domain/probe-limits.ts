/** Limits of what is asked without an entity, with their units and reasons. */
export const probeLimits = {
  /** Days for which a result may be given again at most, whatever its provider says. */
  cacheDays: 30,
  /** Days for which it is known who asked, by fingerprints of whom they asked about; the audit trail tells it for ever. */
  keptDays: 90,
  /** Milliseconds between two looks for old ones, and how many of an organization one statement removes. */
  sweepMs: 60 * 60 * 1000,
  sweepRows: 1_000,
} as const;
