/** Limits for what one process caches of rule sets, with the reasons. */
export const ruleSetLimits = {
  /** Organizations whose set in force is cached. It is verified with every evaluation, so an eviction costs only one query. */
  pointers: 10_000,
  /** Compiled sets. One with a hundred rules takes about a megabyte, and as much again in each worker thread. */
  compiled: 200,
  /** Texts of rules with parameters whose values are cached. Each takes some hundred bytes, and a millisecond to parse again. */
  textsWithParameters: 10_000,
} as const;
