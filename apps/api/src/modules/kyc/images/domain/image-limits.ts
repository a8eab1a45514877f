/** Limits of images of documents and faces, each with its unit. */
export const imageLimits = {
  /** Pixels of an image that is compared with others: it is decoded here, in some tenths of a second. */
  comparedPixels: 2_000_000,
  /** The newest images of others with which one is compared. */
  compared: 10_000,
  /** Images of one validation, replaced ones too. */
  ofValidation: 8,
} as const;
