/** Groupings available for transaction statistics. */
export const statsGroups = ['decision', 'status', 'rule'] as const;
export type StatsGroup = (typeof statsGroups)[number];

export interface TransactionStatsRequest {
  readonly granularity: 'hour' | 'day';
  readonly by: StatsGroup;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Counts keyed by decision, status, or rule id. */
export type Counts = Readonly<Record<string, number>>;

export interface TransactionStats {
  readonly granularity: 'hour' | 'day';
  readonly by: StatsGroup;
  readonly from: string;
  readonly to: string;
  readonly series: readonly { readonly at: string; readonly counts: Counts }[];
  readonly totals: Counts;
  /** `null` if all transactions in the time range are counted. */
  readonly countedFrom: string | null;
}
