/** Limits of identity validations, each with its unit. */
export const kycLimits = {
  metadataBytes: 10_240,
  urlCharacters: 2_048,
  workflowCharacters: 200,
  omittedWarnings: 50,
  warningCharacters: 64,
  reasonCharacters: 4_000,
  /** After which a person who has begun and does nothing has left it. */
  idleMinutes: 30,
  /** Seconds after which a sandbox ends the validation of a test document. */
  sandboxSeconds: 3,
  /** Milliseconds between two looks for what ends by itself, and validations of one transaction. */
  lookMs: 2_000,
  lookRows: 50,
} as const;
