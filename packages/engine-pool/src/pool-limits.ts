/** All limits of a pool, with unit and reason. Those that `PoolOptions` can change are defaults. */
export const poolLimits = {
  /**
   * Evaluations in one message. 16 reduce the cost of a message to below a microsecond of the main thread for each. More would only delay
   * results.
   */
  maxBatch: 16,
  /** Milliseconds that one evaluation may take before its worker is ended: long enough for a machine with a tenfold overload. */
  deadlineMs: 2_000,
  /** Milliseconds that a worker may take to start or to compile one set. The largest sets take some seconds on a busy machine. */
  startAllowanceMs: 30_000,
  /** Number of checks of the workers per deadline, so that an overdue one is detected at most a quarter late. */
  looksPerDeadline: 4,
  /** Minimum milliseconds between two checks, because checking costs time of the main thread. */
  shortestLookMs: 5,
  /**
   * Maximum number of waiting evaluations: a tenth of a second of work for two threads. With more, callers would give up before their turn.
   */
  maxWaiting: 10_000,
  /** Milliseconds after which a rejected caller may retry: never immediately, and never so late that it looks like an outage. */
  retryAfterMs: { least: 100, most: 30_000 },
  /** Estimated bytes of compiled sets that a worker keeps: a hundred sets of a hundred rules, or one of ten thousand. */
  setBytesPerWorker: 256 * 2 ** 20,
  /** Megabytes of heap that a worker may have in addition to its sets, for contexts, windows and garbage. */
  heapBesidesSetsMb: 384,
  /** Maximum ratio of actual heap to estimated bytes of sets. */
  heapPerEstimate: 2,
  /**
   * Megabytes of young generation, a third of it for new objects and the same for large ones. If all of these survive, a full heap grows by
   * both at once. If that is more than the 16 MB that Node.js allows a dying worker, the whole process ends.
   */
  youngGenerationMb: 24,
  /** An evaluation whose worker died is retried once, alone, because another evaluation may have been the cause. */
  deathsPerEvaluation: 2,
  /** Maximum number of messages for an evaluation, for deaths that no evaluation has caused. */
  sendsPerEvaluation: 8,
  /** Number of workers that a rule or set may kill before it is quarantined. */
  deathsPerSet: 3,
  /** Milliseconds after which a death no longer counts against a set: three in ten minutes are a pattern, three in a year are not. */
  deathMemoryMs: 600_000,
  /** Milliseconds between two attempts to reach a busy worker while a set is being prepared. */
  prepareAgainMs: 1,
  /**
   * Maximum number of keys of sets and lists to be forgotten that an idle worker has not received yet. Older ones are left to its memory
   * limit.
   */
  maxForgetting: 1_000,
} as const;

/** Limits of a list that threads share. */
export const listLimits = {
  /** Distinct items: 5 million with 20 characters take 150 MB. */
  maxItems: 5_000_000,
  /** UTF-16 code units of an item: the longest value that a data list stores. */
  maxItemLength: 4_096,
  /** Bytes of item text: twice the largest list of short texts. */
  maxTextBytes: 512 * 2 ** 20,
  /** Bytes of one chunk of item text, a power of two. Chunks are added as the list grows, so that nothing is copied. */
  pieceBytes: 2 ** 20,
  /** Number of items between two pauses while building, during which other work runs: about two milliseconds. */
  itemsPerTurn: 4_000,
} as const;

/** Upper bounds of the buckets of `PoolSnapshot`. The last bucket is open. */
export const poolBuckets = {
  batchSize: [1, 2, 4, 8, 16, 32, 64],
  runUs: [5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 20_000, 100_000, 1_000_000],
  waitUs: [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000, 1_000_000],
} as const;

/** Estimated heap of a set that was compiled and evaluated: 5 kB were measured for a rule of 280 characters without actions. */
export const setSizeEstimate = {
  /** Bytes of a set without rules. */
  set: 50_000,
  /** Minimum bytes of a rule. */
  rule: 2_000,
  /** Bytes per character of rule text: its plan, its closures, its item in summaries. */
  character: 16,
} as const;
