/** Limits of runs, with reasons. */
export const materializeLimits = {
  /** Levels below the root, as defined by the contract. */
  depth: 5,
  /** Partners that one run processes: five levels with twenty partners each would be three million. */
  partners: 500,
  /** Milliseconds for which a synchronous request waits: below the timeouts of common proxies. */
  waitMs: 60_000,
  /**
   * Concurrent runs in one process, partners of one run, and transactions of all of them, since these use connections that customer
   * requests need.
   */
  runsAtOnce: 4,
  partnersAtOnce: 6,
  transactionsAtOnce: 3,
  /** Milliseconds after which a run whose process does not renew its lease is taken over, and between renewals. */
  leaseMs: 30_000,
  renewMs: 10_000,
  /** Milliseconds between checks for abandoned runs, and for the end of a run in another process. */
  sweepMs: 2_000,
  lookMs: 250,
  /** Milliseconds for which runs may continue when the server stops. */
  stopMs: 5_000,
  /** Number of internal failures after which a run has failed, with a pause that doubles from this many milliseconds. */
  failures: 6,
  pauseMs: 2_000,
  /** Days for which ended runs are kept, milliseconds between removals of older ones, and rows per statement. */
  keptDays: 30,
  oldSweepMs: 60 * 60 * 1000,
  oldSweepRows: 500,
  /** Maximum number of entities listed as possible duplicates of a new one. */
  sameAs: 5,
} as const;
