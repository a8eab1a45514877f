const dayMs = 86_400_000;

/** Returns a share with four decimals; `null` for a total of 0. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

/** Returns a number with two decimals. A period of less than a day counts as one day. */
export const perDay = (count: number, { from, to }: { readonly from: number; readonly to: number }): number =>
  Math.round((count / Math.max(1, (to - from) / dayMs)) * 100) / 100;
