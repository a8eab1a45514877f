/** Exit codes of the process. */
export const exitCodes = {
  ok: 0,
  /** There are errors in the rules, failed tests, or text that is not formatted. */
  findings: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** Reading a file or the program itself failed. */
  failure: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
