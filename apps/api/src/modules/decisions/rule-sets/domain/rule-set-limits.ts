/** What one process keeps of rule sets, and why not more. */
export const ruleSetLimits = {
  /** Organizations whose set in force is remembered; it is checked with every evaluation, so forgetting costs one query. */
  pointers: 10_000,
  /** Compiled sets; one of a hundred rules takes about a megabyte, and as much in each worker. */
  compiled: 200,
  /** Texts of rules with parameters whose values are remembered; each is some hundred bytes and costs a millisecond to read again. */
  textsWithParameters: 10_000,
} as const;
