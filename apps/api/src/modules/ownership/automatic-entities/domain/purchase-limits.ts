/** Limits of purchases of company data before the company is stored, with reasons. */
export const purchaseLimits = {
  /** Milliseconds for which no other caller buys the same data: longer than sources are waited for. */
  leaseMs: 120_000,
  /** Milliseconds for which a caller waits for a purchase by another one, and between checks. */
  waitMs: 60_000,
  lookMs: 250,
  /** Days for which bought data is kept for later callers, if its process ended or the entity was refused. */
  keptDays: 1,
  /** Milliseconds between removals of older data, and rows of an organization per statement. */
  sweepMs: 60 * 60 * 1000,
  sweepRows: 500,
} as const;

/** How long basic data is leased and kept. */
export type PurchaseTimes = Pick<typeof purchaseLimits, 'leaseMs' | 'keptDays'>;
