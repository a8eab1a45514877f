/** Limits of files that people send through a link, each with its unit. */
export const blobLimits = {
  /** Maximum bytes of one file. */
  bytes: 10_485_760,
  /** Files that one process receives at once, and that wait. */
  uploads: { running: 8, waiting: 64 },
  /** Milliseconds between removals of blobs, and number of blobs per removal. */
  removalMs: 10_000,
  removalRows: 100,
  /**
   * Milliseconds between checks for blobs without a row and rows without a blob, and minutes after which a blob without a row counts as
   * orphaned.
   */
  orphanCheckMs: 12 * 60 * 60 * 1000,
  orphanMinutes: 60,
} as const;
