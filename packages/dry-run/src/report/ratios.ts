const dayMs = 86_400_000;

/** Four decimals; null: of nothing. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

/** Two decimals. A stretch of less than a day counts as one. */
export const perDay = (count: number, { from, to }: { readonly from: number; readonly to: number }): number =>
  Math.round((count / Math.max(1, (to - from) / dayMs)) * 100) / 100;
