type AbsentFields = readonly (readonly [path: RegExp, why: string])[];

/** Fields that rules can name but that are never available, by JSON path, with the reason: for subjects and for the records of windows. */
const absentFields: AbsentFields = [
  [
    /(^|\.)enrichmentData\.raw(\.|$)/,
    'what integrations sent is sealed, and what rules read is stored as it is; `enrichment` has what was made of it',
  ],
  [
    /(^|\.)monitoring(\.|$)/,
    'rules are not told how an entity is monitored; `screening` has what its screenings found',
  ],
  [
    /(^|\.)instrument(\.|Id$|$)/,
    'a payment names no stored payment method; `originAccount.details` has what it says of its card',
  ],
];

/** Fields that are not available only for the records of windows, by `<records>.<path>`. */
const absentInRecords: AbsentFields = [
  [/^accounts\.accountNumber$/, 'account numbers are sealed, and what rules read is stored as it is'],
  [/^\w+\.\w+\.enrichmentData\./, 'records of windows carry nothing of what integrations found'],
  [/^\w+\.\w+\.ownership\b/, 'records of windows carry nothing of who owns the companies in them'],
  [/^\w+\.(\w+\.)?accounts$/, 'records of windows carry no lists of other records'],
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
