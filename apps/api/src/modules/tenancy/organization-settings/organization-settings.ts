import type { Queryable } from '../../../platform/database/index.js';

/** What publishing a rule must satisfy. */
export interface RulePolicy {
  readonly testsMustPass: boolean;
  readonly minTests: number;
  readonly requireDryRun: boolean;
  readonly dryRunMaxAgeDays: number;
  readonly maxRuleCost: number;
  readonly maxMatrixCost: number;
  readonly requireReason: boolean;
  readonly requireSecondPerson: boolean;
  readonly requireGuard: boolean;
}

export const blockedPartyPolicies = ['reject', 'refuse'] as const;
export type BlockedParties = (typeof blockedPartyPolicies)[number];

export interface OrganizationSettings {
  readonly monitoringEnabled: boolean;
  readonly batchUploadEnabled: boolean;
  readonly bulkAutomaticImportEnabled: boolean;
  readonly rulesAfterEnrichment: boolean;
  /** `exact`: payments of one customer are counted one after the other; `relaxed`: at once, and may miss each other. */
  readonly windowConsistency: 'exact' | 'relaxed';
  /** What becomes of a payment of a blocked, rejected or deleted party: it is stored as `REJECT`, or refused. */
  readonly blockedParties: BlockedParties;
  readonly rulePolicy: RulePolicy;
}

/** Some of the settings; as stored, those that are not the defaults. */
export type SettingsChange = Partial<Omit<OrganizationSettings, 'rulePolicy'>> & {
  readonly rulePolicy?: Partial<RulePolicy>;
};

const defaultPolicy: RulePolicy = {
  testsMustPass: true,
  minTests: 0,
  requireDryRun: false,
  dryRunMaxAgeDays: 30,
  maxRuleCost: 300,
  maxMatrixCost: 3_000,
  requireReason: false,
  requireSecondPerson: false,
  requireGuard: false,
};

const defaultSettings: Omit<OrganizationSettings, 'rulePolicy'> = {
  monitoringEnabled: true,
  batchUploadEnabled: true,
  bulkAutomaticImportEnabled: true,
  rulesAfterEnrichment: true,
  windowConsistency: 'exact',
  blockedParties: 'reject',
};

/** What is stored with the defaults of what is not. */
export const withDefaultSettings = ({ rulePolicy, ...stored }: SettingsChange): OrganizationSettings => ({
  ...defaultSettings,
  ...stored,
  rulePolicy: { ...defaultPolicy, ...rulePolicy },
});

/** Settings after a change that names some of them. */
export const mergeSettings = (before: OrganizationSettings, change: SettingsChange): OrganizationSettings => ({
  ...before,
  ...change,
  rulePolicy: { ...before.rulePolicy, ...change.rulePolicy },
});

/** The settings of an organization as they are in force, defaults included. */
export async function findSettings(client: Queryable, organizationId: string): Promise<OrganizationSettings> {
  const { rows } = await client.query<{ settings: SettingsChange }>(
    'select settings from organizations where id = $1',
    [organizationId],
  );
  return withDefaultSettings(rows[0]?.settings ?? {});
}
