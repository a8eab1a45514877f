/** Every time and size limit of the embedded database, with its reason. */
export const limits = {
  /** A cold start with recovery takes seconds; a minute means that something is wrong. */
  startTimeoutMs: 60_000,
  /** A fast shutdown ends within a second unless a session hangs. */
  stopGraceMs: 15_000,
  /** After SIGQUIT the postmaster itself kills its children after 5 s; twice that and a margin. */
  stopForcedMs: 15_000,
  /** Between two looks at a file or process that another process changes. */
  pollMs: 10,
  /** Between two attempts to start, when the port was taken in between or an old server is still dying. */
  retryMs: 50,
  /** How much of the end of the server log an error shows. */
  logTailLines: 15,
  /** How much of the end of the server log is read to find these lines. */
  logTailBytes: 16_384,
} as const;
