/** What a contract may limit. */
export const quotaModules = ['entities', 'transactions', 'user_events'] as const;
export type QuotaModule = (typeof quotaModules)[number];

/** A month of the organization's time zone, or the contract as a whole. */
export const quotaPeriods = ['month', 'total'] as const;
export type QuotaPeriod = (typeof quotaPeriods)[number];

/** How many records of a module an organization may create in a period, and how many it has. */
export interface Quota {
  readonly module: QuotaModule;
  readonly period: QuotaPeriod;
  readonly quota: number;
  readonly used: number;
}
