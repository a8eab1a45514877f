/** Limits checked when a rule is saved (language manual 5). Counts unless the name ends in a unit. */
export const limits = {
  /** `and`, `or`, `not` in one another: deeper conditions are not understood by reviewers. */
  logicDepth: 5,
  /** Of everything; keeps every pass over the tree far from the end of the stack. */
  depth: 32,
  /** Comparisons of one rule, in conditions and lets. */
  leavesPerRule: 100,
  nodesPerValue: 200,
  /** Bounds memory and time of a check. */
  nodesPerRule: 1_000,
  /** Of a condition or `let`, with the value of each `let` in the place of its name: a chain of them doubles with every line. */
  nodesWrittenOut: 4_000,
  rulesPerFile: 2_000,
  listElements: 1_000,
  textCodePoints: 4_000,
  /** Of a number, before and behind the point: bodies of the API have no longer ones, and values round at 34. */
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
  /** Of a key in quotes, as in `metadata["KYC tier"]`. */
  keyStepCodePoints: 255,
  titleCodePoints: 200,
  descriptionCodePoints: 2_000,
  /** Two years and a day: what history is kept for. */
  windowMs: 731 * 86_400_000,
  /** The same in calendar months. */
  windowMonths: 24,
  /** Weights of language manual 2; more is a warning until the rule is published. */
  costPerRule: 300,
  costPerMatrix: 3_000,
  rulesPerMatrix: 1_000,
  /** Different ones. */
  aggregatesPerSet: 500,
  parametersPerDefine: 8,
  /** Definitions that use definitions. */
  expansionDepth: 16,
  matricesPerRule: 10,
  tagsPerRule: 20,
  /** Of `key "…"`. */
  keyCodePoints: 100,
  /** Of its canonical JSON. */
  metaBytes: 4_096,
  importedFiles: 200,
  importDepth: 8,
  /** Newest records an aggregate may ask for. */
  lastRecords: 10_000,
  /** `last N` up to this is kept as running state. */
  lastRecordsKept: 100,
  keysPerLink: 3,
  /** A reader does not look at more; the first mistakes explain the rest. */
  diagnosticsPerFile: 100,
} as const;

/** Header values outside are E0808. */
export const headerRanges = {
  score: { min: -100, max: 100, default: 0 },
  priority: { min: 1, max: 1_000, default: 50 },
} as const;
