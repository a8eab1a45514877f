import type { ExpensiveTerm } from '@tamis/lang';

/** What rules take, and what they met of it in the records and runs of their organization. */
export interface RuleCost {
  readonly total: number;
  /** Of one rule. */
  readonly budget: number;
  /** Of the dearest matrix. */
  readonly matrixTotal: number;
  readonly dearest: readonly ExpensiveTerm[];
  /** So many rows a window reads at most. */
  readonly scanCap: number;
  /** Null: no window reads records with a time, or nobody looked. */
  readonly busiestKeyRows: number | null;
  /** Null: the rules have not run. */
  readonly tooManyRowsShare: number | null;
}

/** What of the cost is found in records and runs. */
export type ObservedCost = Pick<RuleCost, 'busiestKeyRows' | 'tooManyRowsShare'>;
