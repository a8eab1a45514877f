/** Limits of images of documents and faces, each with its unit. */
export const imageLimits = {
  /** Maximum pixels of an image that is compared with others: it is decoded in this process, which takes some tenths of a second. */
  comparedPixels: 2_000_000,
  /** Number of newest images of other people with which an image is compared. */
  compared: 10_000,
  /** Maximum images of one validation, including replaced ones. */
  ofValidation: 8,
} as const;
