/** What statistics of transactions are told by. */
export const statsGroups = ['decision', 'status', 'rule'] as const;
export type StatsGroup = (typeof statsGroups)[number];

export interface TransactionStatsRequest {
  readonly granularity: 'hour' | 'day';
  readonly by: StatsGroup;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** By decision, status, or id of a rule. */
export type Counts = Readonly<Record<string, number>>;

export interface TransactionStats {
  readonly granularity: 'hour' | 'day';
  readonly by: StatsGroup;
  readonly from: string;
  readonly to: string;
  readonly series: readonly { readonly at: string; readonly counts: Counts }[];
  readonly totals: Counts;
  /** Null: all of the time are counted. */
  readonly countedFrom: string | null;
}
