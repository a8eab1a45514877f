/** Limits checked when a rule is saved (language manual 5). They are counts unless the name ends in a unit. */
export const limits = {
  /** Nesting of `and`, `or` and `not`. Reviewers do not understand deeper conditions. */
  logicDepth: 5,
  /** Nesting of everything. Keeps every traversal of the tree far from a stack overflow. */
  depth: 32,
  /** Comparisons of one rule, in conditions and lets. */
  leavesPerRule: 100,
  nodesPerValue: 200,
  /** Limits the memory and time of a check. */
  nodesPerRule: 1_000,
  /** For a condition or `let` with every `let` expanded: a chain of lets can double with every line. */
  nodesWrittenOut: 4_000,
  rulesPerFile: 2_000,
  listElements: 1_000,
  textCodePoints: 4_000,
  /**
   * Digits of a number, before and after the decimal point. Request bodies of the API have no longer ones, and values are rounded at 34.
   */
  numberDigits: 100,
  messageCodePoints: 1_000,
  aggregatesPerRule: 12,
  letsPerRule: 32,
  declarationsPerFile: 1_000,
  actionsPerRule: 20,
  mappingsPerAdd: 20,
  testsPerRule: 100,
  casesPerVary: 200,
  recordsPerTest: 1_000,
  itemsPerGroup: 50,
  argumentsPerCall: 16,
  pathSteps: 16,
  nameCodePoints: 64,
  /** For a key in quotes, as in `metadata["KYC tier"]`. */
  keyStepCodePoints: 255,
  titleCodePoints: 200,
  descriptionCodePoints: 2_000,
  /** Two years and a day: the period for which history is kept. */
  windowMs: 731 * 86_400_000,
  /** The same limit in calendar months. */
  windowMonths: 24,
  /** Weights of language manual 2. A higher cost is a warning until the rule is published. */
  costPerRule: 300,
  costPerMatrix: 3_000,
  rulesPerMatrix: 1_000,
  /** Distinct aggregates. */
  aggregatesPerSet: 500,
  parametersPerDefine: 8,
  /** Nesting of definitions that use definitions. */
  expansionDepth: 16,
  matricesPerRule: 10,
  tagsPerRule: 20,
  /** For `key "…"`. */
  keyCodePoints: 100,
  /** Size of its canonical JSON. */
  metaBytes: 4_096,
  importedFiles: 200,
  importDepth: 8,
  /** Maximum number of newest records that an aggregate may request. */
  lastRecords: 10_000,
  /** Up to this number, `last N` is kept as running state. */
  lastRecordsKept: 100,
  keysPerLink: 3,
  /** Nobody reads more, and the first errors explain the rest. */
  diagnosticsPerFile: 100,
} as const;

/** Header values outside these ranges are reported as E0808. */
export const headerRanges = {
  score: { min: -100, max: 100, default: 0 },
  priority: { min: 1, max: 1_000, default: 50 },
} as const;
