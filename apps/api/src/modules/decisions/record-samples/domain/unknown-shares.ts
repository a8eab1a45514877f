import { type CauseName, formatPath, parsePath, type Target, Unknown } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { fieldValue, type ReadableField, type SampledRecord, type ValueSettings } from './field-values.js';

/** What can make a rule unknown, and how often the newest records of the organization have it so. */
export interface UnknownShare {
  /** JSON path. */
  readonly path: string;
  readonly cause: string;
  /** Of the records, 0 to 1, four decimals; null: none was looked at. */
  readonly share: number | null;
  readonly sampleSize: number;
  readonly asOf: string | null;
}

/** How many records of a sample have no value at a path, by cause. */
export interface UnknownCounts {
  readonly asOf: Date;
  readonly sampleSize: number;
  readonly byCause: ReadonlyMap<CauseName, number>;
}

export function countUnknowns(target: Target, path: string, { asOf, records, settings }: Sample): UnknownCounts {
  const field = fieldAt(target, path);
  const byCause = new Map<CauseName, number>();
  for (const record of records) {
    const value = fieldValue(field, record, settings);
    if (!(value instanceof Unknown)) continue;
    const cause = value.causes[0]?.cause ?? defaultCause;
    byCause.set(cause, (byCause.get(cause) ?? 0) + 1);
  }
  return { asOf, sampleSize: records.length, byCause };
}

export interface Sample {
  readonly asOf: Date;
  readonly records: readonly SampledRecord[];
  readonly settings: ValueSettings;
}

/** A path of which no record is without a value can be without one all the same. */
const defaultCause: CauseName = 'missing';

/** Of a path in the samples of all types that a rule is for: a row for each cause, the most frequent first. */
export function unknownShares(path: string, counts: readonly UnknownCounts[]): readonly UnknownShare[] {
  const sampleSize = counts.reduce((sum, each) => sum + each.sampleSize, 0);
  const byCause = new Map<CauseName, number>();
  for (const each of counts)
    for (const [cause, count] of each.byCause) byCause.set(cause, (byCause.get(cause) ?? 0) + count);
  if (byCause.size === 0) byCause.set(defaultCause, 0);
  const asOf = counts.map((each) => each.asOf.toISOString()).sort()[0] ?? null;
  return [...byCause]
    .sort(([, a], [, b]) => b - a)
    .map(([cause, count]) => ({
      ...{ path, cause, sampleSize, asOf },
      share: sampleSize === 0 ? null : Math.round((count / sampleSize) * 10_000) / 10_000,
    }));
}

/** Where no records are looked at. */
export const unmeasuredShares = (paths: readonly string[]): readonly UnknownShare[] =>
  paths.flatMap((path) => unknownShares(path, []));

const fieldsByTarget = new Map<Target, ReadonlyMap<string, ReadableField>>();

/** The declared field at a JSON path, a key below one with open keys, or what stands there. */
function fieldAt(target: Target, path: string): ReadableField {
  const { schema } = libraryCatalogue;
  const known =
    fieldsByTarget.get(target) ?? new Map(schema.fields(target).map((each) => [formatPath(each.jsonPath), each]));
  fieldsByTarget.set(target, known);
  const declared = known.get(path);
  if (declared) return declared;
  const steps = parsePath(path) ?? [path];
  for (let length = steps.length - 1; length > 0; length -= 1) {
    const holder = schema
      .fields(target)
      .find(({ jsonPath, openKeys }) => openKeys && formatPath(jsonPath) === formatPath(steps.slice(0, length)));
    const key = holder && schema.field(target, [...(parsePath(holder.path) ?? []), ...steps.slice(length)]);
    if (key) return key;
  }
  return { jsonPath: steps, type: { kind: 'any' } };
}
