import { limits } from '../../../../platform/limits.js';
import type { OrganizationEnvironment } from './account.js';

export const plans = ['free', 'starter', 'professional', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

/**
 * Requests per hour of a key in production. The plans' numbers per day (10,000, 100,000, 500,000) are more than 24 such hours, so no
 * key can reach them. Enterprise is agreed upon with each customer; until it is, it is 1,200 a minute, the least such plans have.
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

/**
 * Requests per hour of a key: a sandbox has the same limit on every plan.
 *
 * @param agreed what was agreed upon in place of the plan's number
 */
export function requestsPerHour(plan: Plan, environment: OrganizationEnvironment, agreed: number | null): number {
  if (environment === 'sandbox') return sandboxPerHour;
  return agreed ?? productionPerHour[plan];
}
