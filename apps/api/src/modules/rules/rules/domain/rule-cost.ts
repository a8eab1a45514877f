import type { ExpensiveTerm } from '@tamis/lang';

/** Cost of rules, and what was observed of it in the records and evaluations of their organization. */
export interface RuleCost {
  readonly total: number;
  /** Budget of one rule. */
  readonly budget: number;
  /** Cost of the most expensive matrix. */
  readonly matrixTotal: number;
  readonly dearest: readonly ExpensiveTerm[];
  /** Maximum number of rows that a window reads. */
  readonly scanCap: number;
  /** `null` if no window reads records with a time, or it was not measured. */
  readonly busiestKeyRows: number | null;
  /** `null` if the rules have not been evaluated. */
  readonly tooManyRowsShare: number | null;
}

/** The part of the cost that is measured in records and evaluations. */
export type ObservedCost = Pick<RuleCost, 'busiestKeyRows' | 'tooManyRowsShare'>;
