/** Limits of identity validations, each with its unit. */
export const kycLimits = {
  metadataBytes: 10_240,
  urlCharacters: 2_048,
  workflowCharacters: 200,
  omittedWarnings: 50,
  warningCharacters: 64,
  reasonCharacters: 4_000,
  /** Minutes of inactivity after which a person who has begun is considered to have left. */
  idleMinutes: 30,
  /** Seconds after which a sandbox ends the validation of a test document. */
  sandboxSeconds: 3,
  /** Milliseconds between checks for validations that have timed out, and validations per transaction. */
  lookMs: 2_000,
  lookRows: 50,
} as const;
