import type { OrganizationEnvironment } from './account.js';
import type { OrganizationSettings } from '../../organization-settings/index.js';
import type { Plan } from './plan.js';

/** Nothing closes an organization yet. */
export const organizationStatuses = ['active'] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly environment: OrganizationEnvironment;
  readonly pairedOrganizationId: string;
  readonly parentOrganizationId: string | null;
  readonly countryCode: string | null;
  readonly plan: Plan;
  /** Of pages shown to people who are verified. */
  readonly language: string;
  readonly timezone: string;
  readonly baseCurrency: string;
  readonly reportingCurrencies: readonly string[];
  /** Codes of the organization's own. */
  readonly currencyCodes: readonly string[];
  readonly rateMaxAgeDays: number;
  readonly settings: OrganizationSettings;
  readonly status: OrganizationStatus;
  /** No plan ends a sandbox. */
  readonly sandboxExpiresAt: null;
  readonly createdAt: Date;
}
