/** Limits for the resources that enrichment requests use in a process, with the reasons. */
export const enrichmentLimits = {
  /** Maximum milliseconds of a request, below the limits of common proxies. */
  requestMs: 60_000,
  /** Milliseconds for which the creation of an entity waits for its enrichments. */
  autoExecuteWaitMs: 20_000,
  /**
   * Maximum executions at the same time of one request and of one organization, for fairness, and of one process, since their responses are
   * held in memory.
   */
  atOnce: { request: 6, organization: 32, process: 128 },
  /** Maximum executions of one process that wait for their turn. Further ones fail at no cost. */
  waiting: 2_000,
  /** Milliseconds after the maximum time of its calls when an execution is taken over. */
  leaseMs: 10_000,
  /**
   * Milliseconds between two searches for executions and requests whose process has ended, the number of organizations processed at the
   * same time, and of executions taken over in each. Together these are fewer than may wait.
   */
  sweepMs: 5_000,
  sweptAtOnce: 16,
  takenOverAtOnce: 50,
  /** Maximum number of takeovers of an execution. If no result was stored by then, it has failed. */
  takenOver: 10,
  /**
   * Maximum failures to complete a request, with a delay that doubles from this many milliseconds, half an hour in total. After that it is
   * completed without rules.
   */
  finishFailures: 9,
  finishPauseMs: 5_000,
  /** Milliseconds between two checks whether executions of other processes have ended. */
  othersLookMs: 250,
  /** Maximum requests of one organization that are stored or completed, or executions that are settled, in one transaction. */
  transactionItems: 16,
  /** Maximum number of such transactions at the same time in one process, less than half of its connections. */
  transactionsAtOnce: 4,
  /** Maximum milliseconds of the first delay between two attempts. It doubles each time. */
  firstPauseMs: 250,
  /** A circuit opens when this fraction of at least this many calls within this period failed. After a while it lets one call through. */
  circuit: { part: 0.5, calls: 10, windowMs: 30_000, halfOpenMs: 15_000, kept: 10_000 },
  /** Number of newest executions of a day in the displayed average, and for how long and how many organizations it is cached. */
  averages: { executions: 1_000, keptMs: 60_000, kept: 10_000 },
  /** Days for which the raw response of a provider is kept. */
  rawDays: 90,
  /** Maximum bytes of one response of a provider that does not define its own limit. */
  responseBytes: 1_048_576,
  /** Milliseconds that a shutdown waits for pending provider calls. */
  stopMs: 5_000,
} as const;
