import { type CauseName, formatPath, parsePath, type Target, Unknown } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { fieldValue, type ReadableField, type SampledRecord, type ValueSettings } from './field-values.js';

/** A cause that can make a rule unknown, and how often it occurs in the newest records of the organization. */
export interface UnknownShare {
  /** JSON path. */
  readonly path: string;
  readonly cause: string;
  /** Share of the records, from 0 to 1 with four decimals; `null` if no records were examined. */
  readonly share: number | null;
  readonly sampleSize: number;
  readonly asOf: string | null;
}

/** Counts, by cause, how many records of a sample have no value at a path. */
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

/** A path that has a value in every record of the sample may still be missing in others. */
const defaultCause: CauseName = 'missing';

/** Returns one row per cause for a path, most frequent first, over the samples of all record types that a rule is for. */
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

/** Used if no records are examined. */
export const unmeasuredShares = (paths: readonly string[]): readonly UnknownShare[] =>
  paths.flatMap((path) => unknownShares(path, []));

const fieldsByTarget = new Map<Target, ReadonlyMap<string, ReadableField>>();

/** Returns the declared field at a JSON path, a key below a field with open keys, or a plain field for the path. */
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
