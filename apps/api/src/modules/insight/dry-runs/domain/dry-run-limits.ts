/** What dry runs and sweeps may take, with units and reasons. */
export const dryRunLimits = {
  /** Unfinished ones of one organization. */
  unfinished: 3,
  /** Records with what became of them that are kept of one run, of its every candidate. */
  keptMatches: 1_000_000,
  usualMatches: 100_000,
  usualMinutesPerAlert: 10,
  inlineLabels: 100_000,
  /** Bytes of a body: as many labels as may be, and characters of it without them: each of the text of rules may be two. */
  bodyBytes: 16_777_216,
  aroundLabels: 2_097_152,
  /** Labels that are checked before others have their turn. */
  labelsAtOnce: 1_000,
  nameCharacters: 200,
  sweepValues: 50,
  /** Milliseconds of a period, 200 years: rates are read for each of its days. */
  periodMs: 6_311_433_600_000,
  rules: 200,
  /** Days results are shown. */
  resultDays: 90,
  /** Records, and items of lists, before one that are replayed to explain it: a few seconds of work. */
  explainedRecords: 100_000,
  /** Milliseconds between two signs of life; a cancelled run ends at the next one. */
  beatMs: 500,
  /** Milliseconds between two events of progress. */
  tellMs: 1_000,
  /** Milliseconds between two checkpoints, unless they take more than a twentieth of the time; so much work is done again after a crash. */
  checkpointMs: 250,
  checkpointShare: 0.05,
  /** Compressed. A run whose checkpoint is larger begins again after a crash. */
  checkpointBytes: 33_554_432,
  /** Seconds without a sign of life after which somebody else takes a run over. */
  leaseSeconds: 5,
  /** Processes that may die of one run before it is given up. */
  attempts: 50,
  /** Milliseconds between two looks for runs nobody told of. */
  lookMs: 2_000,
  /** Milliseconds between two clearings, and rows of one. */
  clearMs: 60_000,
  clearedRows: 10_000,
  /** Milliseconds a thread without work is kept. */
  idleMs: 300_000,
  /** Megabytes of the heap of a thread; one of 2,048 and more is let grow fourfold before it is cleaned up. */
  heapMb: 1_536,
  /** Of which for what was made last: some batches fit. */
  youngMb: 48,
} as const;
