/** Limits of images of documents and faces, each with its unit. */
export const imageLimits = {
  /** Bytes of one image. */
  bytes: 10_485_760,
  /** Pixels of an image that is compared with others: it is decoded here, in some tenths of a second. */
  comparedPixels: 2_000_000,
  /** The newest images of others with which one is compared. */
  compared: 10_000,
  /** Images of one validation, replaced ones too. */
  ofValidation: 8,
  /** Images that one process receives at once. */
  uploads: { running: 8, waiting: 64 },
  /** Milliseconds between two removals of blobs, and images of one. */
  removalMs: 10_000,
  removalRows: 100,
  /** Milliseconds between two looks for blobs without a row and rows without a blob, and minutes after which one has no row. */
  orphanCheckMs: 12 * 60 * 60 * 1000,
  orphanMinutes: 60,
} as const;
