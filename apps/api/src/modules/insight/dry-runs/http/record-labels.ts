/** How labels are stored, by the names people give them. */
export const storedLabels = { positive: 'fraud', negative: 'cleared' } as const;

/** The name of a stored label; null: none. */
export const labelName = (stored: string | null): keyof typeof storedLabels | null =>
  stored === storedLabels.positive ? 'positive' : stored === storedLabels.negative ? 'negative' : null;
