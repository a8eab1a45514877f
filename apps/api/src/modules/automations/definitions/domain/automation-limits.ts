/** Limits of automations, with their units and reasons. */
export const automationLimits = {
  /** Nodes of one automation: more is a program, and nobody sees what it does. */
  nodes: 100,
  /** Edges of one graph, steps, and actions or conditions of one step. */
  edges: 500,
  steps: 50,
  actionsPerStep: 50,
  conditions: 50,
  /** Characters of conditions as text. */
  conditionsCharacters: 20_000,
  /** What one answer says is wrong with a definition, and conditions that are looked at for it: each is a rule to check. */
  problems: 100,
  failedConditions: 5,
  /** Times of a schedule that are told of. */
  nextTimes: 5,
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  /** Of one organization, and characters of the JSON of one: one answer lists them all. */
  automations: 500,
  contentCharacters: 262_144,
  /** Minutes between two times of a schedule. */
  leastMinutes: 5,
  /** Executions of one automation that wait for somebody. */
  waiting: 10_000,
  /** Automations that have led to each other, and executions of one automation on one entity in an hour: beyond, it is a loop. */
  depth: 5,
  perEntityAndHour: 20,
  /** Characters of a text that is filled, and of the variables of an execution. */
  filledCharacters: 65_536,
  variableCharacters: 32_768,
  /** Days for which somebody can continue what waits. */
  waitDays: 7,
  /** Milliseconds between two looks for what is to be done, and while there is no automation at all. */
  lookMs: 500,
  noneLookMs: 2_000,
  /** Milliseconds for which whoever executes has an execution, and after each failure that may pass. */
  leaseMs: 30_000,
  retryMs: [30_000, 300_000, 3_600_000],
  /** Executions of one organization that one process takes, and does in one transaction, how many such transactions at once, and how many alone. */
  together: 8,
  groupsAtOnce: 2,
  atOnce: 16,
  /** Entities that one time of a schedule starts for, and that it looks at in one go. */
  scheduledEntities: 1_000,
  scheduledPage: 200,
  /** Milliseconds for which whoever goes through them has that time of the schedule, from each page on: far more than one takes. */
  scheduleLeaseMs: 300_000,
  /** Records that a test looks at, and that it shows. */
  testRecords: 10_000,
  testSamples: 20,
  /** Requests to one hook in a minute, and bytes of one. */
  hookRequestsPerMinute: 60,
  hookBytes: 65_536,
} as const;
