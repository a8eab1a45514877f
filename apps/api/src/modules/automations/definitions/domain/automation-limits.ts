/** Limits of automations, with their units and reasons. */
export const automationLimits = {
  /** Maximum nodes of one automation: with more it would be a program that nobody can understand. */
  nodes: 100,
  /** Maximum edges of one graph, steps, and actions or conditions of one step. */
  edges: 500,
  steps: 50,
  actionsPerStep: 50,
  conditions: 50,
  /** Maximum characters of conditions as text. */
  conditionsCharacters: 20_000,
  /** Maximum problems of a definition in one response, and conditions checked for them, each of which is a rule to check. */
  problems: 100,
  failedConditions: 5,
  /** Number of upcoming times of a schedule that are returned. */
  nextTimes: 5,
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  /** Maximum automations of one organization, and characters of the JSON of each, since one response lists them all. */
  automations: 500,
  contentCharacters: 262_144,
  /** Minimum minutes between two times of a schedule. */
  leastMinutes: 5,
  /** Years within which a schedule must have a time: a leap day is at most eight away. A rarer time takes long to find. */
  mostYears: 10,
  /** Maximum executions of one automation that are waiting for a person. */
  waiting: 10_000,
  /**
   * Maximum chain of automations that triggered each other, and executions of one automation for one entity per hour. More indicates a
   * loop.
   */
  depth: 5,
  perEntityAndHour: 20,
  /** Maximum characters of a filled text, and of the variables of an execution. */
  filledCharacters: 65_536,
  variableCharacters: 32_768,
  /** Days during which a waiting execution can be continued. */
  waitDays: 7,
  /** Milliseconds between two searches for pending work, and while there are no automations at all. */
  lookMs: 500,
  noneLookMs: 2_000,
  /** Milliseconds of the lease of an execution, and delays after each failure that may be temporary. */
  leaseMs: 30_000,
  retryMs: [30_000, 300_000, 3_600_000],
  /**
   * Executions of one organization that one process claims and executes in one transaction, the number of such transactions at the same
   * time, and of executions by themselves.
   */
  together: 8,
  groupsAtOnce: 2,
  atOnce: 16,
  /** Maximum entities for one time of a schedule, and entities per page. */
  scheduledEntities: 1_000,
  scheduledPage: 200,
  /** Milliseconds of the lease for one time of a schedule, renewed with each page: far more than a page takes. */
  scheduleLeaseMs: 300_000,
  /** Maximum records that a test processes, and that it shows. */
  testRecords: 10_000,
  testSamples: 20,
  /** Maximum requests to one hook per minute, and bytes of each. */
  hookRequestsPerMinute: 60,
  hookBytes: 65_536,
} as const;
