type AbsentFields = readonly (readonly [path: RegExp, why: string])[];

/** What rules can name and no run is given, by JSON path, and why: of subjects, and of the records of windows. */
const absentFields: AbsentFields = [
  [/(^|\.)(enrichmentData\.|sanctionHits$)/, 'nothing enriches or screens entities yet'],
  [/(^|\.)monitoring(\.|$)/, 'nothing monitors entities yet'],
  [
    /(^|\.)instrument(\.|Id$|$)/,
    'a payment names no stored payment method; `originAccount.details` has what it says of its card',
  ],
];

/** Of the records of windows alone, by `<records>.<path>`. */
const absentInRecords: AbsentFields = [
  [/^accounts\.accountNumber$/, 'account numbers are sealed, and what rules read is stored as it is'],
  [/^\w+\.(\w+\.)?accounts$/, 'records of windows carry no lists of other records'],
];

const noAddresses = 'no addresses are loaded';
const noCardRanges = 'no card ranges are loaded';
const noMailDomains = 'no mail domains are loaded; a data list can hold them';
const noCalendar = 'no calendar is loaded';

/** By name of the function. */
const absentCalls: ReadonlyMap<string, string> = new Map([
  ['screening', 'nothing enriches or screens entities yet'],
  ['ipCountry', noAddresses],
  ['ipAsn', noAddresses],
  ['ipFlag', noAddresses],
  ['binCountry', noCardRanges],
  ['binBrand', noCardRanges],
  ['isFreeEmail', noMailDomains],
  ['isDisposableEmail', noMailDomains],
  ['geoCountry', 'no borders are loaded'],
  ['isHoliday', noCalendar],
  ['isBusinessDay', noCalendar],
]);

/** Why no run is given a field; null: runs are. `records`: what an aggregate reads, null for the subject. */
export function absentField(jsonPath: readonly string[], records: string | null): string | null {
  const path = jsonPath.join('.');
  const found =
    absentFields.find(([pattern]) => pattern.test(path)) ??
    absentInRecords.find(([pattern]) => records !== null && pattern.test(`${records}.${path}`));
  return found?.[1] ?? null;
}

/** Why a function answers nothing; null: it does. */
export const absentCall = (name: string): string | null => absentCalls.get(name) ?? null;

/** Every reason for a field that is never given. */
export const absenceReasons: readonly string[] = [...absentFields, ...absentInRecords].map(([, why]) => why);
