import type { OrganizationEnvironment } from './account.js';
import type { OrganizationSettings } from '../../organization-settings/index.js';
import type { Plan } from './plan.js';

/** Organizations cannot be closed yet. */
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
  /** The language of pages shown to people who are verified. */
  readonly language: string;
  readonly timezone: string;
  readonly baseCurrency: string;
  readonly reportingCurrencies: readonly string[];
  /** The organization's own currency codes. */
  readonly currencyCodes: readonly string[];
  readonly rateMaxAgeDays: number;
  readonly settings: OrganizationSettings;
  readonly status: OrganizationStatus;
  /** No plan limits the lifetime of a sandbox. */
  readonly sandboxExpiresAt: null;
  readonly createdAt: Date;
  /** Incremented by each change of the name or the settings. */
  readonly version: number;
}
