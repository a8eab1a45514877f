/** Everything a pool bounds, with unit and reason. What `PoolOptions` can change is a default here. */
export const poolLimits = {
  /** Evaluations in one message. 16 bring the main thread's share of a message below a microsecond each; more only delay answers. */
  maxBatch: 16,
  /** Milliseconds one evaluation may take before its worker is ended: long enough for a machine with ten times too much to do. */
  deadlineMs: 2_000,
  /** Milliseconds a worker may take to start, or to compile one set: the largest sets take some seconds on a busy machine. */
  startAllowanceMs: 30_000,
  /** Shares of the deadline between two looks at the workers: an overdue one is seen at most a quarter late. */
  looksPerDeadline: 4,
  /** Milliseconds between two looks at least: looking costs the main thread. */
  shortestLookMs: 5,
  /** Evaluations that wait; a tenth of a second of work of two threads. Beyond, waiting callers would give up before their turn. */
  maxWaiting: 10_000,
  /** Milliseconds after which a refused caller may try again: never at once, never so late that it looks like an outage. */
  retryAfterMs: { least: 100, most: 30_000 },
  /** Estimated bytes of compiled sets a worker keeps: a hundred sets of a hundred rules, or one of ten thousand. */
  setBytesPerWorker: 256 * 2 ** 20,
  /** Megabytes of heap a worker may have besides its sets, for contexts, windows and garbage. */
  heapBesidesSetsMb: 384,
  /** Real heap over estimated bytes of sets, at most. */
  heapPerEstimate: 2,
  /**
   * Megabytes of young generation, a third of it for new objects and as much for large ones. When all of these live on, a heap that
   * is full grows by both at once; by more than the 16 MB that Node.js allows a dying worker, and the whole process ends.
   */
  youngGenerationMb: 24,
  /** An evaluation whose worker died is tried once more, alone: another may have been to blame. */
  deathsPerEvaluation: 2,
  /** Messages an evaluation may travel in, for deaths that no evaluation is to blame for. */
  sendsPerEvaluation: 8,
  /** Workers that a rule or set may kill before it is put aside. */
  deathsPerSet: 3,
  /** Milliseconds after which a death is no longer held against a set: three in ten minutes are a pattern, three in a year are not. */
  deathMemoryMs: 600_000,
  /** Milliseconds between two tries to reach a worker that is busy while a set is being prepared. */
  prepareAgainMs: 1,
  /** Keys of sets and lists that are to be forgotten and that an idle worker has not heard of yet; older ones fall to its bound. */
  maxForgetting: 1_000,
} as const;

/** Bounds of a list that threads share. */
export const listLimits = {
  /** Distinct items: 5 million of 20 characters take 150 MB. */
  maxItems: 5_000_000,
  /** UTF-16 code units of an item: the longest value a data list stores. */
  maxItemLength: 4_096,
  /** Bytes of item text: twice the largest list of short texts. */
  maxTextBytes: 512 * 2 ** 20,
  /** Bytes of one piece of item text, a power of two; pieces are made as the list grows, so that nothing is copied. */
  pieceBytes: 2 ** 20,
  /** Items between two pauses of a build that lets other work through: about two milliseconds. */
  itemsPerTurn: 4_000,
} as const;

/** Upper bounds of the buckets of `PoolSnapshot`, the last bucket is open. */
export const poolBuckets = {
  batchSize: [1, 2, 4, 8, 16, 32, 64],
  runUs: [5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 20_000, 100_000, 1_000_000],
  waitUs: [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000, 1_000_000],
} as const;

/** Estimated heap of a set that is compiled and has run: 5 kB were measured for a rule of 280 characters without actions. */
export const setSizeEstimate = {
  /** Bytes of a set without rules. */
  set: 50_000,
  /** Bytes of a rule, however short. */
  rule: 2_000,
  /** Bytes for each character of rule text: its plan, its closures, its item in summaries. */
  character: 16,
} as const;
