import { organizationsSql, type Queryable } from '../../../platform/database/index.js';

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

/** From which share of blocked owners together a company counts as blocked: 50 percent or more, or above 50; `off`: never. */
export const ownershipRules = ['at_least_50', 'over_50', 'off'] as const;
export type OwnershipRuleSetting = (typeof ownershipRules)[number];

/** What is held of those whom one list names, other than of all others. */
export interface OwnershipRuleOfList {
  readonly list: string;
  readonly rule: OwnershipRuleSetting;
}

export interface OrganizationSettings {
  readonly monitoringEnabled: boolean;
  readonly batchUploadEnabled: boolean;
  readonly bulkAutomaticImportEnabled: boolean;
  readonly rulesAfterEnrichment: boolean;
  /** `exact`: payments of one customer are counted one after the other; `relaxed`: at once, and may miss each other. */
  readonly windowConsistency: 'exact' | 'relaxed';
  /** What becomes of a payment of a blocked, rejected or deleted party: it is stored as `REJECT`, or refused. */
  readonly blockedParties: BlockedParties;
  /** From which share of a company on somebody is its beneficial owner. */
  readonly beneficialOwnerPercent: number;
  /** Of every list that has no rule of its own. */
  readonly ownershipRule: OwnershipRuleSetting;
  readonly ownershipRulesOfLists: readonly OwnershipRuleOfList[];
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
  beneficialOwnerPercent: 25,
  ownershipRule: 'at_least_50',
  ownershipRulesOfLists: [],
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

/** The rule that holds for those whom a list names. */
export const ownershipRuleOf = (
  { ownershipRule, ownershipRulesOfLists }: Pick<OrganizationSettings, 'ownershipRule' | 'ownershipRulesOfLists'>,
  list: string,
): OwnershipRuleSetting => ownershipRulesOfLists.find((each) => each.list === list)?.rule ?? ownershipRule;

/** Currency codes of an organization besides those of ISO 4217. */
export async function findOwnCurrencies(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly codes: readonly string[] }>({
    name: 'organization-currencies',
    text: `select currency_codes as codes from ${organizationsSql} o where id = $1`,
    values: [organizationId],
  });
  return rows[0]?.codes ?? [];
}

/** The settings of an organization as they are in force, defaults included. */
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

/** When a setting holds rules to less than before. */
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

/** The same of what decides which records rules look at, and how closely; null: it says nothing of that. */
const settingLoosenings: {
  readonly [Name in Exclude<keyof OrganizationSettings, 'rulePolicy'>]: Comparison<OrganizationSettings[Name]> | null;
} = {
  monitoringEnabled: isGivenUp,
  batchUploadEnabled: null,
  bulkAutomaticImportEnabled: null,
  rulesAfterEnrichment: isGivenUp,
  windowConsistency: (before, after) => before === 'exact' && after === 'relaxed',
  // A payment of a blocked party goes through in neither way.
  blockedParties: null,
  beneficialOwnerPercent: isRaised,
  ownershipRule: isLaxer,
  // A list without a rule of its own has the other one: see `isAnyListLaxer`.
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

/** Names of the settings by which rules are held to less than before, or look at less. */
export const loosenedSettings = (
  { rulePolicy: policyBefore, ...before }: OrganizationSettings,
  { rulePolicy: policyAfter, ...after }: OrganizationSettings,
): readonly string[] => [
  ...changedTo(policyLoosenings, policyBefore, policyAfter),
  ...changedTo(settingLoosenings, before, after),
  ...(isAnyListLaxer(before, after) ? ['ownershipRulesOfLists'] : []),
];
