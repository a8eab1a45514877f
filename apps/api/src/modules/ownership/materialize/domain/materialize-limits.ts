/** What runs may take, with the reasons. */
export const materializeLimits = {
  /** Levels below the root, by the contract. */
  depth: 5,
  /** Partners that one run looks at: five levels of twenty partners each were three million. */
  partners: 500,
  /** Milliseconds for which a synchronous request waits: below the limits of common proxies. */
  waitMs: 60_000,
  /** Runs at once in one process, partners of one run, and transactions of all of them: they wait for connections that customers need. */
  runsAtOnce: 4,
  partnersAtOnce: 6,
  transactionsAtOnce: 3,
  /** Milliseconds after which a run of a process that says nothing is taken over, and between two times that it says so. */
  leaseMs: 30_000,
  renewMs: 10_000,
  /** Milliseconds between two looks for runs that nobody is at, and for the end of one that another process is at. */
  sweepMs: 2_000,
  lookMs: 250,
  /** Milliseconds for which runs may go on when the server stops. */
  stopMs: 5_000,
  /** Times that a run may fail for a reason of ours, with a pause that doubles from so many milliseconds. Then it has failed. */
  failures: 6,
  pauseMs: 2_000,
  /** Days for which runs that have ended are kept, milliseconds between two looks for older ones, and how many one statement removes. */
  keptDays: 30,
  oldSweepMs: 60 * 60 * 1000,
  oldSweepRows: 500,
  /** Entities that may be the same as a new one and are named beside it. */
  sameAs: 5,
} as const;
