import type { components } from '@tamis/client';

export type Organization = components['schemas']['OrganizationDto'];
export type Change = components['schemas']['ChangeOrganizationBody'];

/** Values by their path: `name`, `settings.blockedParties`, `settings.rulePolicy.minTests`. */
export type Values = Readonly<Record<string, string | number | boolean>>;

export const generalFields = ['name', 'countryCode', 'language', 'timezone', 'baseCurrency'] as const;
export const settingSwitches = [
  'monitoringEnabled',
  'batchUploadEnabled',
  'bulkAutomaticImportEnabled',
  'rulesAfterEnrichment',
] as const;
export const settingChoices = {
  windowConsistency: ['exact', 'relaxed'],
  numberFormat: ['1,234.5', '1.234,5'],
  blockedParties: ['reject', 'refuse'],
  ownershipRule: ['at_least_50', 'over_50', 'off'],
} as const;
export const policySwitches = [
  'testsMustPass',
  'requireDryRun',
  'requireReason',
  'requireSecondPerson',
  'requireGuard',
] as const;
/** With the minimum and maximum of each. */
export const policyNumbers = {
  minTests: [0, 1000],
  dryRunMaxAgeDays: [1, 365],
  maxRuleCost: [1, 1_000_000],
  maxMatrixCost: [1, 1_000_000],
} as const;

const policy = 'settings.rulePolicy.';

/** Returns every value of the form by its path. */
export function valuesOf(organization: Organization): Values {
  const { settings } = organization;
  const { rulePolicy } = settings;
  return {
    ...Object.fromEntries(generalFields.map((name) => [name, organization[name] ?? ''])),
    ...Object.fromEntries(settingSwitches.map((name) => [`settings.${name}`, settings[name]])),
    ...Object.fromEntries(
      (Object.keys(settingChoices) as (keyof typeof settingChoices)[]).map((name) => [
        `settings.${name}`,
        settings[name],
      ]),
    ),
    'settings.beneficialOwnerPercent': settings.beneficialOwnerPercent,
    ...Object.fromEntries(Object.entries(rulePolicy).map(([name, value]) => [policy + name, value])),
  };
}

/** Returns only the differences, in the form of the request body, or `null` if there are none. */
export function changeOf(before: Values, after: Values): Change | null {
  const change: Record<string, unknown> = {};
  for (const [place, value] of Object.entries(after)) {
    if (before[place] === value) continue;
    const names = place.split('.');
    const last = names.pop()!;
    let at = change;
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return Object.keys(change).length === 0 ? null : change;
}
