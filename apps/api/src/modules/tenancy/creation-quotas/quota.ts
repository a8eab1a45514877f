/** What a contract may limit. */
export const quotaModules = ['entities', 'transactions', 'user_events'] as const;
export type QuotaModule = (typeof quotaModules)[number];

/** A month in the organization's time zone, or the whole contract. */
export const quotaPeriods = ['month', 'total'] as const;
export type QuotaPeriod = (typeof quotaPeriods)[number];

/** How many records of a module an organization may create in a period, and how many it has created. */
export interface Quota {
  readonly module: QuotaModule;
  readonly period: QuotaPeriod;
  readonly quota: number;
  readonly used: number;
}
