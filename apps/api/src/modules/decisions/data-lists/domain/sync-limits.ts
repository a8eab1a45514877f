const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Limits for lists whose items are fetched from a URL, with their units and reasons. */
export const syncLimits = {
  /** Milliseconds between two syncs of a list. */
  everyMs: { least: 15 * minuteMs, most: 31 * dayMs },
  /** Maximum size of a file, and time to download it. */
  download: { maxBytes: 52_428_800, timeoutMs: minuteMs },
  /** Maximum items in one file: twice as many as in a bulk import, since they are compared and mostly not written. */
  items: 100_000,
  /** Maximum number of invalid rows reported. */
  rowErrors: 100,
  /** Number of items that may be removed at once even if they are more than half of the list. */
  removedUnasked: 10,
  /** Items of a list that one statement reads to compare them with those of a file. */
  itemsPage: 5_000,
  /** Maximum files that a process fetches at the same time. They are read one after the other. */
  atOnce: 4,
  /** Milliseconds without a heartbeat after which another process takes over a sync, and between two heartbeats. */
  leaseMs: 30_000,
  renewMs: 10_000,
  /** Milliseconds between two searches for due syncs. */
  lookMs: 10_000,
  /** Milliseconds until the retry after a first failure. The delay doubles with each further one. */
  retryMs: minuteMs,
  /** Consecutive failures after which users are notified. */
  failuresToTell: 3,
  /** Number of past syncs kept for each list. */
  kept: 100,
} as const;
