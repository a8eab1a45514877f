/** Whether a rule is evaluated before or after the response. */
export const evaluationModes = ['sync', 'async'] as const;

export type EvaluationMode = (typeof evaluationModes)[number];
