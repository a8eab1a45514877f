/** Limits on values while a rule runs: beyond them a value is unknown (language manual 5). */
export const valueLimits = {
  /** Code points of a text given to an operator that reads it all. */
  textCodePoints: 16_384,
  listElements: 10_000,
  /** Items of a data list that `is similar to any in` compares. */
  searchedItems: 200_000,
} as const;

/** Limits on a pattern, when it is written. */
export const patternLimits = {
  codePoints: 256,
  /** Of the compiled pattern: time per character is at most proportional to it, and 10,000 took seconds on the longest text. */
  instructions: 2_000,
} as const;
