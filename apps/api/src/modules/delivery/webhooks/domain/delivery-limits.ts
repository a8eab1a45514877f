/** Every limit of webhook deliveries, with its unit and its reason. */
export const deliveryLimits = {
  /** Milliseconds between two searches for events to send to webhooks, and for due deliveries. */
  lookMs: 250,
  /** Milliseconds between two checks for webhooks while there are none. */
  noneLookMs: 2_000,
  /** Maximum number of previous secrets of a webhook that still sign: each adds a signature to every delivery. */
  previousSecrets: 5,
  /** Maximum bytes of a webhook request body. */
  bodyBytes: 262_144,
  /** Maximum bytes of a receiver's response that are read and discarded. Beyond it, the connection is closed. */
  answerBytes: 65_536,
  /**
   * The part of the response stored for each attempt: bytes of the body, number of headers, characters of each, and number of attempts per
   * delivery for which it is stored.
   */
  response: { bytes: 1_024, headers: 30, headerCharacters: 200, attempts: 10 },
  /** Maximum requests in flight to one webhook, across all processes, and to a failing one. */
  requests: 5,
  failingRequests: 1,
  /** Maximum requests to webhooks in flight of one process: for one organization, to failing webhooks, and in total. */
  organizationRequests: 40,
  allFailingRequests: 100,
  allRequests: 200,
  /** Maximum webhooks with due deliveries found by one search. */
  dueWebhooks: 1_000,
  /** Milliseconds after the timeout of a webhook when another process takes over a delivery whose process died. */
  leaseMs: 30_000,
  /** Milliseconds that a shutdown waits for responses of receivers. Requests without a response are sent again. */
  stopMs: 5_000,
  /** Maximum milliseconds that a webhook test waits for a response, since an API request waits for it. */
  testMs: 10_000,
  /** Maximum attempts returned for a delivery, since redelivering it repeatedly adds more. */
  shownAttempts: 50,
  /** Milliseconds of continuous failure after which a webhook is disabled. */
  failingMs: 5 * 24 * 60 * 60 * 1000,
  /** Deliveries of a disabled webhook that one statement ends. */
  endedDeliveries: 1_000,
  /**
   * Days for which deliveries are kept, milliseconds between two searches for old ones, and the number per organization that one statement
   * deletes.
   */
  keptDays: 30,
  sweepMs: 60 * 60 * 1000,
  sweepRows: 1_000,
} as const;
