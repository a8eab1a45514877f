const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Limits of lists whose items come from an address, with their units and reasons. */
export const syncLimits = {
  /** Milliseconds between two syncs of a list. */
  everyMs: { least: 15 * minuteMs, most: 31 * dayMs },
  /** What a file may be, and how long it may take. */
  download: { maxBytes: 52_428_800, timeoutMs: minuteMs },
  /** Of one file: twice as many as a bulk import has, since they are compared and mostly not written. */
  items: 100_000,
  /** Wrong rows that are told of. */
  rowErrors: 100,
  /** Items that may go at once although more than half of them would. */
  removedUnasked: 10,
  /** Items of a list that one statement reads to compare them with those of a file. */
  itemsPage: 5_000,
  /** Files that a process fetches; they are read one after the other. */
  atOnce: 4,
  /** Milliseconds after which another process takes one whose own was not heard of, and between two signs of its life. */
  leaseMs: 30_000,
  renewMs: 10_000,
  /** Milliseconds between two looks for those that are due. */
  lookMs: 10_000,
  /** Milliseconds after a first failure until the next try; after others twice as long each time. */
  retryMs: minuteMs,
  /** Failures in a row after which people are told. */
  failuresToTell: 3,
  /** Syncs that are kept of a list. */
  kept: 100,
} as const;
