/** Every limit of deliveries to webhooks, with its unit and its reason. */
export const deliveryLimits = {
  /** Milliseconds between two looks for events that webhooks are to be sent, and for deliveries that are due. */
  lookMs: 250,
  /** Milliseconds between two looks whether there is a webhook at all, while there is none. */
  noneLookMs: 2_000,
  /** Secrets of one webhook that still sign beside the newest: each is a signature of every delivery. */
  previousSecrets: 5,
  /** Bytes of what is sent to a webhook. */
  bodyBytes: 262_144,
  /** Bytes of the answer of a receiver that are read, and thrown away: beyond, its connection is closed. */
  answerBytes: 65_536,
  /** Of it what is kept of each attempt: bytes of the body, headers, characters of one; and of how many attempts of a delivery. */
  response: { bytes: 1_024, headers: 30, headerCharacters: 200, attempts: 10 },
  /** Requests to one webhook at once, of all processes, and to one that fails. */
  requests: 5,
  failingRequests: 1,
  /** Requests to webhooks at once, of one process: for one organization, to those that fail, and in all. */
  organizationRequests: 40,
  allFailingRequests: 100,
  allRequests: 200,
  /** Webhooks with deliveries that are due that one look finds. */
  dueWebhooks: 1_000,
  /** Milliseconds beyond the timeout of a webhook after which another process takes over a delivery whose process was not heard of. */
  leaseMs: 30_000,
  /** Milliseconds a stop waits for receivers to answer: others are sent the same again. */
  stopMs: 5_000,
  /** Milliseconds a test of a webhook waits for its answer at most: a request waits with it. */
  testMs: 10_000,
  /** Attempts that are told of a delivery: whoever asks for it again and again makes more. */
  shownAttempts: 50,
  /** Milliseconds of only failures after which a webhook is disabled. */
  failingMs: 5 * 24 * 60 * 60 * 1000,
  /** Deliveries of a webhook that is off which one statement ends. */
  endedDeliveries: 1_000,
  /** Days for which deliveries are kept, milliseconds between two looks for old ones, and how many of an organization one statement removes. */
  keptDays: 30,
  sweepMs: 60 * 60 * 1000,
  sweepRows: 1_000,
} as const;
