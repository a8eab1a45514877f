/** What requests for enrichments may take of a process, with the reasons. */
export const enrichmentLimits = {
  /** Milliseconds a request takes at most: below the limits of common proxies. */
  requestMs: 60_000,
  /** Milliseconds for which the creation of an entity waits for what it is enriched with. */
  autoExecuteWaitMs: 20_000,
  /** Executions at once of one request and of one organization, for fairness, and of one process: their responses are held in memory. */
  atOnce: { request: 6, organization: 32, process: 128 },
  /** Executions of one process that wait for their turn: those beyond them fail, and cost nothing. */
  waiting: 2_000,
  /** Milliseconds beyond the time of its calls after which an execution is taken over. */
  leaseMs: 10_000,
  /**
   * Milliseconds between two looks for executions and requests whose process has ended, and of how many organizations how many are taken
   * over at once: together fewer than may wait.
   */
  sweepMs: 5_000,
  sweptAtOnce: 16,
  takenOverAtOnce: 50,
  /** Times that an execution is taken over: what nobody could write down by then has failed. */
  takenOver: 10,
  /** Times that ending a request may fail, with a pause that doubles from so many milliseconds: half an hour. Then rules do not run. */
  finishFailures: 9,
  finishPauseMs: 5_000,
  /** Milliseconds after which a process looks whether executions of others have ended. */
  othersLookMs: 250,
  /** Requests of one organization that are stored or ended, and executions that are settled, in one transaction. */
  transactionItems: 16,
  /** Of these, so many at once in one process: less than half of its connections. */
  transactionsAtOnce: 4,
  /** Milliseconds of the first pause between two attempts at most; it doubles. */
  firstPauseMs: 250,
  /** A circuit opens when this part of so many calls of so long failed, and lets one through after a while. */
  circuit: { part: 0.5, calls: 10, windowMs: 30_000, halfOpenMs: 15_000, kept: 10_000 },
  /** Newest executions of a day whose average is shown; how long, and for how many organizations, it is kept in memory. */
  averages: { executions: 1_000, keptMs: 60_000, kept: 10_000 },
  /** Days for which the response of a provider is kept as it was sent. */
  rawDays: 90,
  /** Bytes of one response of a provider that declares no other number. */
  responseBytes: 1_048_576,
  /** Milliseconds for which what a provider is asked for waits when the server stops. */
  stopMs: 5_000,
} as const;
