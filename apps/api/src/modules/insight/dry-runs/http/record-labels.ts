/** Stored labels by their names in the API. */
export const storedLabels = { positive: 'fraud', negative: 'cleared' } as const;

/** Returns the name of a stored label; `null` if there is none. */
export const labelName = (stored: string | null): keyof typeof storedLabels | null =>
  stored === storedLabels.positive ? 'positive' : stored === storedLabels.negative ? 'negative' : null;
