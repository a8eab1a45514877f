import { limits } from '../../../../platform/limits.js';
import type { OrganizationEnvironment } from './account.js';

export const plans = ['free', 'starter', 'professional', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

/**
 * Requests per hour in production, of a key and of all keys of an organization together: further keys give no further requests. The
 * plans' numbers per day (10,000, 100,000, 500,000) are more than 24 such hours, so nobody can reach them. Enterprise is agreed upon with each customer; until it is, it is 1,200 a minute, the least such plans have.
 */
const productionPerHour: Readonly<Record<Plan, number>> = {
  free: 100,
  starter: 300,
  professional: 1_200,
  enterprise: 72_000,
};

/** Payments of one part of a batch. */
export const batchRowLimits: Readonly<Record<Plan, number>> = {
  free: 4_000,
  starter: 20_000,
  professional: 50_000,
  enterprise: limits.batchPayments,
};

const sandboxPerHour = 100;

/** What a key may ask for, and all keys of an organization together. */
export interface RequestLimits {
  /** Requests per hour. */
  readonly rateLimit: number;
  /** Requests per minute; null: as many as the hour has. */
  readonly burstLimit: number | null;
}

const productionPerMinute: Readonly<Record<Exclude<Plan, 'enterprise'>, number>> = {
  free: 60,
  starter: 120,
  professional: 600,
};

/** Enterprise has twice the pace at which its hour is used up evenly: 2,400 a minute where nothing else is agreed. */
const evenPacesPerMinute = 2;
const minutesPerHour = 60;

/**
 * The limits of an organization and of each of its keys: a sandbox has the same on every plan.
 *
 * @param agreed requests per hour that were agreed upon in place of the plan's number
 */
export function requestLimits(plan: Plan, environment: OrganizationEnvironment, agreed: number | null): RequestLimits {
  if (environment === 'sandbox') return { rateLimit: sandboxPerHour, burstLimit: null };
  const rateLimit = agreed ?? productionPerHour[plan];
  const burstLimit =
    plan === 'enterprise' ? Math.ceil((rateLimit * evenPacesPerMinute) / minutesPerHour) : productionPerMinute[plan];
  return { rateLimit, burstLimit };
}
