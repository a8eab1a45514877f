/** Limits of rule records, with their reasons. */
export const ruleLimits = {
  keyCharacters: 64,
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  ownerCharacters: 200,
  referenceCharacters: 500,
  /** UTF-16 units of one rule's text: the largest readable rules are some hundred lines. */
  sourceCharacters: 100_000,
  actions: 20,
  lets: 50,
  tags: 20,
  tagCharacters: 100,
  triggers: 20,
  reasonCharacters: 4_000,
  /** Rules in force that a review compares a rule with. */
  reviewedBeside: 200,
  /** Steps of less than a microsecond; a review happens while a request waits. */
  reviewEffort: 200_000,
  /** UTF-16 units of what `validate` and `convert` take: a whole file of rules. */
  fileCharacters: 1_000_000,
  filesPerRequest: 100,
  /** Of nine digits, so that it fits the column. */
  version: 999_999_999,
  /** In which a second person must decide. */
  approvalDays: 7,
  /** Tests of one request; one takes about a millisecond. */
  tests: 200,
  /** Of the tests of one request, and of those that publishing asks for. */
  testMs: 10_000,
  /** With mutants each test is run some dozen times. */
  mutantMs: 60_000,
  /** Requests for tests that wait for the one thread. */
  waitingTests: 50,
  /** Megabytes of the thread that runs tests. */
  testHeapMb: 256,
  /** In which a plan of files can be applied. */
  planHours: 24,
  pageRows: 100,
  defaultPageRows: 20,
} as const;
