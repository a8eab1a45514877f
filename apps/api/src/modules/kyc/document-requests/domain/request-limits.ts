/** Limits of document requests, each with its unit. */
export const requestLimits = {
  /** Maximum documents in one request. */
  documents: 20,
  labelCharacters: 200,
  messageCharacters: 2_000,
  reasonCharacters: 4_000,
  /** Maximum requests of one entity that wait at once. */
  open: 20,
  /** Maximum files of one request: current ones, and ever sent. */
  files: 20,
  filesSent: 60,
  fileNameCharacters: 255,
  /** Milliseconds between checks for expired requests and files, and requests per check. */
  lookMs: 5_000,
  lookRows: 50,
} as const;
