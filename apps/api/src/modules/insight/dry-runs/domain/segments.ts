import type { StoredEvaluation } from './stored-evaluation.js';

const dayMs = 86_400_000;

/** Account ages with the maximum number of days for each name. */
const accountAgeBuckets: readonly (readonly [number, string])[] = [
  [1, 'first day'],
  [7, 'first week'],
  [30, 'first month'],
  [365, 'first year'],
];

type Record = Readonly<globalThis.Record<string, unknown>>;

const objectAt = (record: Record, key: string): Record => {
  const value = record[key];
  return typeof value === 'object' && value !== null ? (value as Record) : {};
};

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function ageOf(createdAt: unknown, now: number): string | null {
  const since = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
  if (Number.isNaN(since)) return null;
  const days = (now - since) / dayMs;
  return accountAgeBuckets.find(([limit]) => days < limit)?.[1] ?? 'older';
}

/** Returns the groups to which a record belongs: `country:BR`, `channel:web`, `recordType:transaction`, `accountAge:first week`. */
export function segmentsOf({ context, recordType, now }: StoredEvaluation): readonly string[] {
  const entity = recordType === 'transaction' ? objectAt(context, 'originEntity') : objectAt(context, 'entity');
  const self = recordType === 'person' || recordType === 'company' ? context : entity;
  const country = text(objectAt(context, 'origin')['country']) ?? text(context['country']) ?? text(self['countryCode']);
  const channel = text(context['channel']);
  const age = ageOf(self['createdAt'], now);
  return [
    `recordType:${recordType}`,
    ...(country === null ? [] : [`country:${country}`]),
    ...(channel === null ? [] : [`channel:${channel}`]),
    ...(age === null ? [] : [`accountAge:${age}`]),
  ];
}
