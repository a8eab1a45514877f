/** Limits on values while a rule runs: beyond them a value is unknown (language manual 5). */
export const valueLimits = {
  /** Code points of a text given to an operator that reads it all. */
  textCodePoints: 16_384,
  listElements: 10_000,
  /** Code points of a name that is compared with others; entities and items of data lists have no longer ones. */
  nameCodePoints: 1_000,
  /**
   * Pairs of characters that one comparison of a text with several others may look at: what texts and lists of the greatest
   * length would need takes minutes, so many a tenth of a second.
   */
  comparedPairs: 100_000_000,
  /** Instructions of a pattern times code points of the text it is looked for in: about 50 ns each. */
  patternSteps: 2_000_000,
  /** Items of a data list that `is similar to any in` compares. */
  searchedItems: 200_000,
  /**
   * Steps of one search through a data list, about a nanosecond each: reading a name takes some for every character, comparing it
   * one for every pair of characters. Enough for 150,000 names of ordinary length.
   */
  searchSteps: 300_000_000,
} as const;

/** Limits on a pattern, when it is written. */
export const patternLimits = {
  codePoints: 256,
  /** Of the compiled pattern: time per character is at most proportional to it, and 10,000 took seconds on the longest text. */
  instructions: 2_000,
} as const;
