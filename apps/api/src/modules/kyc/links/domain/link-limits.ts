/** Limits of links that people open, each with its unit. */
export const linkLimits = {
  /** Requests with one link per minute, and number of links that are counted. */
  requests: 120,
  counted: 10_000,
  /** Hours for which a link is valid. */
  expiryHours: { usual: 168, most: 720 },
} as const;
