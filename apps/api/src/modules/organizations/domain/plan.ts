import type { OrganizationEnvironment } from './account.js';

export const plans = ['free', 'starter', 'professional', 'enterprise'] as const;

export type Plan = (typeof plans)[number];

const productionPerHour: Readonly<Record<Plan, number>> = {
  free: 100,
  starter: 300,
  professional: 1_200,
  enterprise: 10_000,
};

const sandboxPerHour = 100;

/** Requests per hour of a key: a sandbox has the same limit on every plan. */
export const requestsPerHour = (plan: Plan, environment: OrganizationEnvironment): number =>
  environment === 'sandbox' ? sandboxPerHour : productionPerHour[plan];
