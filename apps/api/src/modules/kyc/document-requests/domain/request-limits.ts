/** Limits of document requests, each with its unit. */
export const requestLimits = {
  /** Documents of one request. */
  documents: 20,
  labelCharacters: 200,
  messageCharacters: 2_000,
  reasonCharacters: 4_000,
  /** Requests of one entity that wait at once. */
  open: 20,
  /** Files of one request: that there are, and that were ever sent. */
  files: 20,
  filesSent: 60,
  fileNameCharacters: 255,
  /** Milliseconds between two looks for what ends by itself, and requests of one. */
  lookMs: 5_000,
  lookRows: 50,
} as const;
