/** Limits of files that people send by a link, each with its unit. */
export const blobLimits = {
  /** Bytes of one file. */
  bytes: 10_485_760,
  /** Files that one process receives at once. */
  uploads: { running: 8, waiting: 64 },
  /** Milliseconds between two removals of blobs, and blobs of one. */
  removalMs: 10_000,
  removalRows: 100,
  /** Milliseconds between two looks for blobs without a row and rows without a blob, and minutes after which one has no row. */
  orphanCheckMs: 12 * 60 * 60 * 1000,
  orphanMinutes: 60,
} as const;
