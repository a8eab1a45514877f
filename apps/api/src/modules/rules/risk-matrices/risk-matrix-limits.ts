/** Limits of matrix records, with their reasons. */
export const riskMatrixLimits = {
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  /** One for each decision there is. */
  decisions: 4,
  /** Each is looked at in every run of the matrix. */
  triggers: 50,
  tags: 20,
  tagCharacters: 100,
  reasonCharacters: 4_000,
  /** As many as a matrix may have rules. */
  rules: 1_000,
  /** Matrices that run one after the other when nothing names one. */
  defaultsPerTarget: 10,
} as const;
