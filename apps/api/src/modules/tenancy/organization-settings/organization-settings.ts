import { defaultNumberFormat, type NumberFormat } from '@tamis/lang';

import { organizationsSql, type Queryable } from '../../../platform/database/index.js';

/** Requirements for publishing a rule. */
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

/** Combined share of blocked owners from which a company counts as blocked: 50 percent or more, or more than 50; `off`: never. */
export const ownershipRules = ['at_least_50', 'over_50', 'off'] as const;
export type OwnershipRuleSetting = (typeof ownershipRules)[number];

/** The ownership rule for people named on one list, if it differs from that of other lists. */
export interface OwnershipRuleOfList {
  readonly list: string;
  readonly rule: OwnershipRuleSetting;
}

export interface OrganizationSettings {
  readonly monitoringEnabled: boolean;
  readonly batchUploadEnabled: boolean;
  readonly bulkAutomaticImportEnabled: boolean;
  readonly rulesAfterEnrichment: boolean;
  /** `exact`: payments of one customer are counted one after another; `relaxed`: concurrently, so they may miss each other. */
  readonly windowConsistency: 'exact' | 'relaxed';
  /** How numbers and amounts are written in messages and by `text(…)`. */
  readonly numberFormat: NumberFormat;
  /** How a payment of a blocked, rejected or deleted party is handled: it is stored as `REJECT`, or refused. */
  readonly blockedParties: BlockedParties;
  /** Share of a company from which somebody is its beneficial owner. */
  readonly beneficialOwnerPercent: number;
  /** For every list that has no rule of its own. */
  readonly ownershipRule: OwnershipRuleSetting;
  readonly ownershipRulesOfLists: readonly OwnershipRuleOfList[];
  readonly rulePolicy: RulePolicy;
}

/** Some of the settings; as stored, those that differ from the defaults. */
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
  numberFormat: defaultNumberFormat,
  blockedParties: 'reject',
  beneficialOwnerPercent: 25,
  ownershipRule: 'at_least_50',
  ownershipRulesOfLists: [],
};

/** Returns the stored settings, with defaults for the others. */
export const withDefaultSettings = ({ rulePolicy, ...stored }: SettingsChange): OrganizationSettings => ({
  ...defaultSettings,
  ...stored,
  rulePolicy: { ...defaultPolicy, ...rulePolicy },
});

/** Returns the settings after a change of some of them. */
export const mergeSettings = (before: OrganizationSettings, change: SettingsChange): OrganizationSettings => ({
  ...before,
  ...change,
  rulePolicy: { ...before.rulePolicy, ...change.rulePolicy },
});

/** Returns the ownership rule for people named on a list. */
export const ownershipRuleOf = (
  { ownershipRule, ownershipRulesOfLists }: Pick<OrganizationSettings, 'ownershipRule' | 'ownershipRulesOfLists'>,
  list: string,
): OwnershipRuleSetting => ownershipRulesOfLists.find((each) => each.list === list)?.rule ?? ownershipRule;

/** Returns currency codes of an organization in addition to those of ISO 4217. */
export async function findOwnCurrencies(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly codes: readonly string[] }>({
    name: 'organization-currencies',
    text: `select currency_codes as codes from ${organizationsSql} o where id = $1`,
    values: [organizationId],
  });
  return rows[0]?.codes ?? [];
}

/** Returns the settings of an organization in effect, including defaults. */
export async function findSettings(client: Queryable, organizationId: string): Promise<OrganizationSettings> {
  const { rows } = await client.query<{ settings: SettingsChange }>({
    name: 'organization-settings',
    text: `select settings from ${organizationsSql} o where id = $1`,
    values: [organizationId],
  });
  return withDefaultSettings(rows[0]?.settings ?? {});
}

type Comparison<T> = (before: T, after: T) => boolean;

const isGivenUp: Comparison<boolean> = (before, after) => before && !after;
const isRaised: Comparison<number> = (before, after) => after > before;
const isLowered: Comparison<number> = (before, after) => after < before;
const isLaxer: Comparison<OwnershipRuleSetting> = (before, after) =>
  ownershipRules.indexOf(after) > ownershipRules.indexOf(before);

/** When a changed setting restricts rules less than before. */
const policyLoosenings: { readonly [Name in keyof RulePolicy]: Comparison<RulePolicy[Name]> } = {
  testsMustPass: isGivenUp,
  minTests: isLowered,
  requireDryRun: isGivenUp,
  dryRunMaxAgeDays: isRaised,
  maxRuleCost: isRaised,
  maxMatrixCost: isRaised,
  requireReason: isGivenUp,
  requireSecondPerson: isGivenUp,
  requireGuard: isGivenUp,
};

/**
 * Determines when a setting that selects the records rules read, and how closely, becomes looser; `null` if the setting has no such effect.
 */
const settingLoosenings: {
  readonly [Name in Exclude<keyof OrganizationSettings, 'rulePolicy'>]: Comparison<OrganizationSettings[Name]> | null;
} = {
  monitoringEnabled: isGivenUp,
  batchUploadEnabled: null,
  bulkAutomaticImportEnabled: null,
  rulesAfterEnrichment: isGivenUp,
  windowConsistency: (before, after) => before === 'exact' && after === 'relaxed',
  // Counted among what changes the meaning of rules.
  numberFormat: null,
  // With either value, a payment of a blocked party does not go through.
  blockedParties: null,
  beneficialOwnerPercent: isRaised,
  ownershipRule: isLaxer,
  // A list without a rule of its own uses the other setting: see `isAnyListLaxer`.
  ownershipRulesOfLists: null,
};

const changedTo = <T extends object>(
  comparisons: { readonly [Name in keyof T]: Comparison<T[Name]> | null },
  before: T,
  after: T,
): readonly (keyof T & string)[] =>
  (Object.keys(comparisons) as (keyof T & string)[]).filter((name) => comparisons[name]?.(before[name], after[name]));

type ListRules = Pick<OrganizationSettings, 'ownershipRule' | 'ownershipRulesOfLists'>;

const isAnyListLaxer = (before: ListRules, after: ListRules): boolean =>
  [...before.ownershipRulesOfLists, ...after.ownershipRulesOfLists].some(({ list }) =>
    isLaxer(ownershipRuleOf(before, list), ownershipRuleOf(after, list)),
  );

/** Returns the names of the settings that make the requirements for rules weaker, or make rules read less. */
export const loosenedSettings = (
  { rulePolicy: policyBefore, ...before }: OrganizationSettings,
  { rulePolicy: policyAfter, ...after }: OrganizationSettings,
): readonly string[] => [
  ...changedTo(policyLoosenings, policyBefore, policyAfter),
  ...changedTo(settingLoosenings, before, after),
  ...(isAnyListLaxer(before, after) ? ['ownershipRulesOfLists'] : []),
];
