/** Every time and size limit of the embedded database, with its reason. */
export const limits = {
  /** A cold start with recovery takes seconds. A minute means that something is wrong. */
  startTimeoutMs: 60_000,
  /** A fast shutdown ends within a second unless a session hangs. */
  stopGraceMs: 15_000,
  /** After SIGQUIT the postmaster itself kills its children after 5 s; twice that and a margin. */
  stopForcedMs: 15_000,
  /** Interval between two checks of a file or process that another process changes. */
  pollMs: 10,
  /** Interval between two attempts to start, if the port was taken in the meantime or an old server is still ending. */
  retryMs: 50,
  /** Number of lines from the end of the server log that an error shows. */
  logTailLines: 15,
  /** Number of bytes read from the end of the server log to find these lines. */
  logTailBytes: 16_384,
} as const;
