/** Limits of rule records, with reasons. */
export const ruleLimits = {
  keyCharacters: 64,
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  ownerCharacters: 200,
  referenceCharacters: 500,
  /** Maximum UTF-16 code units of one rule's text: the largest readable rules have some hundred lines. */
  sourceCharacters: 100_000,
  actions: 20,
  lets: 50,
  tags: 20,
  tagCharacters: 100,
  triggers: 20,
  reasonCharacters: 4_000,
  /** Maximum number of rules in force that a review compares a rule with. */
  reviewedBeside: 200,
  /** Steps of less than a microsecond each; a request waits for the review. */
  reviewEffort: 200_000,
  /** Maximum UTF-16 code units for `validate` and `convert`: a whole file of rules. */
  fileCharacters: 1_000_000,
  filesPerRequest: 100,
  /** Rules changed by one request, which checks each of them while no other change of rules can be made. */
  bulkRules: 200,
  bulkMs: 30_000,
  /** Files of a plan: one for each rule of a rule set, as they are exported, and some beside. */
  plannedFiles: 2_100,
  /** Nine digits, so that it fits the column. */
  version: 999_999_999,
  /** Days within which a second person must decide. */
  approvalDays: 7,
  /** Tests per request; one takes about a millisecond. */
  tests: 200,
  /** Time limit for the tests of one request, and for those required for publishing. */
  testMs: 10_000,
  /** With mutants, each test runs some dozen times. */
  mutantMs: 60_000,
  /** Test requests that wait for the only worker thread. */
  waitingTests: 50,
  /** Heap limit in megabytes of the worker thread that runs tests. */
  testHeapMb: 256,
  /** Hours within which a plan of files can be applied. */
  planHours: 24,
  pageRows: 100,
  defaultPageRows: 20,
} as const;
