/** Whether a rule runs before or after the answer. */
export const evaluationModes = ['sync', 'async'] as const;

export type EvaluationMode = (typeof evaluationModes)[number];
