/** Limits of links that people open. */
export const linkLimits = {
  /** Requests with one link in a minute, and links that are counted. */
  requests: 120,
  counted: 10_000,
} as const;
