/** What is bought of a company before it is stored, with the reasons. */
export const purchaseLimits = {
  /** Milliseconds for which nobody else asks: longer than a source is waited for. */
  leaseMs: 120_000,
  /** Milliseconds for which somebody waits for what another one buys, and between two looks. */
  waitMs: 60_000,
  lookMs: 250,
  /** Days for which what was bought is kept for whoever comes next: its process ended, or the entity was refused. */
  keptDays: 1,
  /** Milliseconds between two looks for older ones, and how many of an organization one statement removes. */
  sweepMs: 60 * 60 * 1000,
  sweepRows: 500,
} as const;

/** What the basic data of an organization is kept for, and when that is over. */
export type PurchaseTimes = Pick<typeof purchaseLimits, 'leaseMs' | 'keptDays'>;
