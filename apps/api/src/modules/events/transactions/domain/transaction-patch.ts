import { invalid, isSameJson, mergeObjects, RawJson } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { keepAccountNumbers } from '../../../../platform/account-numbers/index.js';
import type { Transaction } from './transaction.js';

/** Values that a patch sets on a transaction. Omitted members stay unchanged. Objects are JSON texts as they were sent. */
export interface TransactionPatch {
  readonly metadata?: string;
  readonly deviceDetails?: string;
  /** `null` clears the value. */
  readonly channel?: string | null;
  readonly reason?: string;
}

/**
 * Returns the patched transaction. In objects, each top-level key that was sent replaces the stored key as a whole. Throws 400 if the
 * transaction would become too large.
 */
export function applyPatch(before: Transaction, { metadata, deviceDetails, ...plain }: TransactionPatch): Transaction {
  return {
    ...before,
    ...plain,
    ...(metadata !== undefined && { metadata: merge('metadata', before.metadata, metadata) }),
    ...(deviceDetails !== undefined && { deviceDetails: mergeDetails(before.deviceDetails, deviceDetails) }),
  };
}

/** If there were no details, an empty object leaves it that way. */
function mergeDetails(before: string | null, over: string): string | null {
  const merged = merge('deviceDetails', before ?? '{}', over);
  return before === null && merged === '{}' ? null : merged;
}

function merge(field: 'metadata' | 'deviceDetails', before: string, over: string): string {
  const merged = mergeObjects(before, keepAccountNumbers(over, before), 'shallow');
  const most = limits.transactionJsonCharacters;
  if (merged.length > most) throw invalid({ [field]: `${field} would have more than ${most} characters` });
  return merged;
}

/** A field that differs. Objects are given as JSON text. */
export interface ChangedField {
  readonly name: 'metadata' | 'deviceDetails' | 'channel' | 'reason' | 'status';
  readonly isObject: boolean;
  readonly previous: string | null;
  readonly current: string | null;
}

const patchableFields = [
  { name: 'metadata', isObject: true },
  { name: 'deviceDetails', isObject: true },
  { name: 'channel', isObject: false },
  { name: 'reason', isObject: false },
  { name: 'status', isObject: false },
] as const;

/**
 * Returns the fields in which two states of a transaction differ. Values that are equal but written differently do not count as a
 * difference.
 */
export const changedFields = (before: Transaction, after: Transaction): readonly ChangedField[] =>
  patchableFields.flatMap((field) => {
    const [previous, current] = [before[field.name], after[field.name]];
    if (previous === current) return [];
    if (field.isObject && isSameJson(previous ?? 'null', current ?? 'null')) return [];
    return [{ ...field, previous, current }];
  });

const toAnnouncedValue = (value: string | null, isObject: boolean): RawJson | string | null =>
  isObject && value !== null ? new RawJson(value) : value;

/** Returns the changes as events show them: objects keep their original spelling. */
export const toAnnouncedChanges = (changed: readonly ChangedField[]): object =>
  Object.fromEntries(
    changed.map(({ name, isObject, previous, current }) => [
      name,
      { previous: toAnnouncedValue(previous, isObject), current: toAnnouncedValue(current, isObject) },
    ]),
  );
