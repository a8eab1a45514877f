import { mergeUnknown, Unknown, type Outcome, type Value } from '@tamis/lang';
import type { WindowFold } from '../facts/aggregate-request.js';

/** Result of reading the records of a window. */
export interface Tally {
  /** Records that match, and have the value if one is read. */
  count: number;
  /** Records whose filter is true or false. */
  known: number;
  /** Values of the counted records, oldest first. */
  readonly values: Value[];
  readonly failures: Unknown[];
}

export const emptyTally = (): Tally => ({ count: 0, known: 0, values: [], failures: [] });

/** Adds a record to the tally: absent values leave it out, and failures are kept. */
export function tallyRecord(into: Tally, matches: Outcome, value: Outcome | null): void {
  if (matches instanceof Unknown) {
    if (matches.failed) into.failures.push(matches);
    return;
  }
  into.known += 1;
  if (matches !== true) return;
  if (value instanceof Unknown) {
    if (value.failed) into.failures.push(value);
    return;
  }
  into.count += 1;
  if (value !== null) into.values.push(value);
}

/** A sum must not silently become smaller: a failure in any record makes the result unknown. */
export function foldTally({ fold, valueType, settledByOne }: WindowFold, tally: Tally): Outcome {
  const { count, known, values, failures } = tally;
  if (failures.length > 0 && !(settledByOne && count > 0)) return mergeUnknown(failures);
  return fold.fold(values, valueType, count, known);
}
