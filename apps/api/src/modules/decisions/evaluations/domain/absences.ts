type AbsentFields = readonly (readonly [path: RegExp, why: string])[];

/** Fields that rules can name but that are never available, by JSON path, with the reason: for subjects and for the records of windows. */
const absentFields: AbsentFields = [
  [
    /(^|\.)enrichmentData\.raw(\.|$)/,
    'raw integration responses are encrypted, and rules read them unmasked; `enrichment` has the normalized data',
  ],
  [
    /(^|\.)monitoring(\.|$)/,
    'how an entity is monitored is not visible to rules; `screening` has the results of its screenings',
  ],
  [
    /(^|\.)instrument(\.|Id$|$)/,
    'a payment does not name a stored payment method; `originAccount.details` has its card details',
  ],
];

/** Fields that are not available only for the records of windows, by `<records>.<path>`. */
const absentInRecords: AbsentFields = [
  [/^accounts\.accountNumber$/, 'account numbers are encrypted, and rules read them unmasked'],
  [/^\w+\.\w+\.enrichmentData\./, 'records in windows carry no enrichment data'],
  [/^\w+\.\w+\.ownership\b/, 'records in windows carry no ownership data of their companies'],
  [/^\w+\.(\w+\.)?accounts$/, 'records in windows carry no lists of other records'],
];

const noCardRanges = 'no card ranges are loaded';

/** Keyed by function name. */
const absentCalls: ReadonlyMap<string, string> = new Map([
  ['binCountry', noCardRanges],
  ['binBrand', noCardRanges],
]);

/** Returns why a field is never available, or `null` if it is. `records` is what an aggregate reads, or null for the subject. */
export function absentField(jsonPath: readonly string[], records: string | null): string | null {
  const path = jsonPath.join('.');
  const found =
    absentFields.find(([pattern]) => pattern.test(path)) ??
    absentInRecords.find(([pattern]) => records !== null && pattern.test(`${records}.${path}`));
  return found?.[1] ?? null;
}

/** Returns why a function never returns a value, or `null` if it does. */
export const absentCall = (name: string): string | null => absentCalls.get(name) ?? null;

/** All reasons why a field is never available. */
export const absenceReasons: readonly string[] = [...absentFields, ...absentInRecords].map(([, why]) => why);

/** All functions that never return a value. */
export const unansweredCalls: readonly string[] = [...absentCalls.keys()];
