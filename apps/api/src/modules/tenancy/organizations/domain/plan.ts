import { limits } from '../../../../platform/limits.js';
import type { OrganizationEnvironment } from './account.js';

export const plans = ['free', 'starter', 'professional', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

/**
 * Requests per hour in production, both for one key and for all keys of an organization together: additional keys allow no additional
 * requests. The daily numbers of the plans (10,000, 100,000, 500,000) exceed 24 such hours, so that they can never be reached. The
 * Enterprise limit is agreed with each customer; until then it is 1,200 a minute, the minimum of such plans.
 */
const productionPerHour: Readonly<Record<Plan, number>> = {
  free: 100,
  starter: 300,
  professional: 1_200,
  enterprise: 72_000,
};

/** The maximum number of payments in one part of a batch. */
export const batchRowLimits: Readonly<Record<Plan, number>> = {
  free: 4_000,
  starter: 20_000,
  professional: 50_000,
  enterprise: limits.batchPayments,
};

const sandboxPerHour = 100;

/** The request limits of a key, and of all keys of an organization together. */
export interface RequestLimits {
  /** Requests per hour. */
  readonly rateLimit: number;
  /** Requests per minute; `null` means the hourly limit also applies to a minute. */
  readonly burstLimit: number | null;
}

const productionPerMinute: Readonly<Record<Exclude<Plan, 'enterprise'>, number>> = {
  free: 60,
  starter: 120,
  professional: 600,
};

/** Enterprise allows twice the rate that would use up its hour evenly: 2,400 a minute if nothing else is agreed. */
const evenPacesPerMinute = 2;
const minutesPerHour = 60;

/**
 * Returns the limits of an organization and of each of its keys; those of a sandbox are the same on every plan.
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
