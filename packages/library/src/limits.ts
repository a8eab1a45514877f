/** Limits on values during an evaluation. A value beyond them is unknown (language manual 5). */
export const valueLimits = {
  /** Maximum code points of a text given to an operator that reads all of it. */
  textCodePoints: 16_384,
  listElements: 10_000,
  /** Maximum code points of a name in comparisons. Entities and items of data lists have no longer names. */
  nameCodePoints: 1_000,
  /**
   * Maximum number of character pairs in a comparison of one text with several others. Texts and lists of maximum length would take
   * minutes, this number a tenth of a second.
   */
  comparedPairs: 100_000_000,
  /** Instructions of a pattern multiplied by the code points of the searched text: about 50 ns each. */
  patternSteps: 2_000_000,
  /** Maximum number of items of a data list that `is similar to any in` compares. */
  searchedItems: 200_000,
  /**
   * Steps of one search in a data list, about a nanosecond each: reading a name takes some per character, comparing it takes one per pair
   * of characters. Sufficient for 150,000 names of ordinary length.
   */
  searchSteps: 300_000_000,
} as const;

/** Limits on a pattern, checked when it is written. */
export const patternLimits = {
  codePoints: 256,
  /**
   * Instructions of the compiled pattern. The time per character is at most proportional to them, and 10,000 took seconds on the longest
   * text.
   */
  instructions: 2_000,
} as const;
