type AbsentFields = readonly (readonly [path: RegExp, why: string])[];

/** What rules can name and no run is given, by JSON path, and why: of subjects, and of the records of windows. */
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

/** Of the records of windows alone, by `<records>.<path>`. */
const absentInRecords: AbsentFields = [
  [/^accounts\.accountNumber$/, 'account numbers are sealed, and what rules read is stored as it is'],
  [/^\w+\.\w+\.enrichmentData\./, 'records of windows carry nothing of what integrations found'],
  [/^\w+\.\w+\.ownership\b/, 'records of windows carry nothing of who owns the companies in them'],
  [/^\w+\.(\w+\.)?accounts$/, 'records of windows carry no lists of other records'],
];

const noCardRanges = 'no card ranges are loaded';

/** By name of the function. */
const absentCalls: ReadonlyMap<string, string> = new Map([
  ['binCountry', noCardRanges],
  ['binBrand', noCardRanges],
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

/** Every function that answers nothing. */
export const unansweredCalls: readonly string[] = [...absentCalls.keys()];
