/** Resource limits of dry runs and sweeps, with units and reasons. */
export const dryRunLimits = {
  /** Maximum unfinished dry runs of one organization. */
  unfinished: 3,
  /** Maximum records kept with their results, for each candidate of a dry run. */
  keptMatches: 1_000_000,
  usualMatches: 100_000,
  usualMinutesPerAlert: 10,
  inlineLabels: 100_000,
  /**
   * Maximum bytes of a body, sufficient for the maximum number of labels, and characters without them, since each character of rule text
   * may take two bytes.
   */
  bodyBytes: 16_777_216,
  aroundLabels: 2_097_152,
  /** Labels validated before yielding to other tasks. */
  labelsAtOnce: 1_000,
  nameCharacters: 200,
  sweepValues: 50,
  /** Maximum period in milliseconds, 200 years, since rates are read for each of its days. */
  periodMs: 6_311_433_600_000,
  rules: 200,
  /** Days for which results are available. */
  resultDays: 90,
  /** Maximum records, and list items, replayed before a record to explain it. They take a few seconds. */
  explainedRecords: 100_000,
  /** Milliseconds between two heartbeats. A canceled dry run ends at the next one. */
  beatMs: 500,
  /** Milliseconds between two progress events. */
  tellMs: 1_000,
  /**
   * Milliseconds between two checkpoints, unless these take more than a twentieth of the time. After a crash, this much work is repeated.
   */
  checkpointMs: 250,
  checkpointShare: 0.05,
  /** Maximum compressed size. A dry run with a larger checkpoint starts again after a crash. */
  checkpointBytes: 33_554_432,
  /** Seconds without a heartbeat after which another process takes over a dry run. */
  leaseSeconds: 5,
  /** Maximum attempts, each ended by a crash, before a dry run is given up. */
  attempts: 50,
  /** Milliseconds between two searches for dry runs without a notification. */
  lookMs: 2_000,
  /** Milliseconds between two cleanups, and rows deleted by each statement. */
  clearMs: 60_000,
  clearedRows: 10_000,
  /** Milliseconds after which an idle worker thread is ended. */
  idleMs: 300_000,
  /** Heap of a worker thread in megabytes. From 2,048 on, V8 lets it grow fourfold before it collects garbage. */
  heapMb: 1_536,
  /** Part of the heap for new objects, sufficient for some batches. */
  youngMb: 48,
} as const;
