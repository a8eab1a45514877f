/** What the process says when it ends. */
export const exitCodes = {
  ok: 0,
  /** Errors in the rules, failed tests, text that is not formatted. */
  findings: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** A file or the program failed. */
  failure: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
