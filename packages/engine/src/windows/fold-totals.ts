import { mergeUnknown, readValue, Unknown, type Outcome, type Value } from '@tamis/lang';
import { asDecimal, Decimal34, money, parseNumeric, type Numeric } from '@tamis/stdx';
import type { WindowTotals } from '../facts/fold-request.js';
import type { Tally } from './tally.js';
import type { WindowFold } from '../facts/aggregate-request.js';

/** Precise enough for the sum of any stored amounts. */
const Wide = Decimal34.clone({ precision: 1_000 });

const numberIn = (text: string): Numeric => {
  const number = parseNumeric(text);
  if (number === null) throw new Error(`${text} is not a number`);
  return number;
};

const toExact = (text: string): InstanceType<typeof Decimal34> => new Wide(text);

/** Returns the result for a window, given the totals of its records and the tally of the subject, if that is one of them. */
export function foldTotals({ fold, valueType, settledByOne }: WindowFold, totals: WindowTotals, own: Tally): Outcome {
  const count = totals.count + own.count;
  const known = totals.known + own.known;
  if (own.failures.length > 0 && !(settledByOne && count > 0)) return mergeUnknown(own.failures);
  const { from } = fold;
  if (from?.kind === 'totals') {
    const added = own.values.map((value) => asDecimal(from.number(value, valueType) ?? 0));
    const sum = added.reduce((total, value) => total.plus(value), toExact(totals.number ?? '0'));
    return from.result({ count, sum, squares: new Decimal34(0) }, valueType);
  }
  const stored = totals.values
    ? readValues(totals.values, { fold, valueType, settledByOne })
    : extremes(totals, valueType);
  const failures = stored.filter((value): value is Unknown => value instanceof Unknown && value.failed);
  if (failures.length > 0) return mergeUnknown(failures);
  const values = stored.filter((value): value is Value => !(value instanceof Unknown));
  return fold.fold([...values, ...own.values], valueType, count, known);
}

const readValues = (values: readonly unknown[], { valueType }: WindowFold): readonly Outcome[] =>
  values.map((value) => readValue(value, valueType ?? { kind: 'any' }, '', 'UTC'));

/** Returns the minimum or maximum, if there is one. */
function extremes({ number }: WindowTotals, type: WindowFold['valueType']): readonly Outcome[] {
  if (number === undefined || number === null) return [];
  const value = numberIn(number);
  return [type?.kind === 'money' && type.currency !== undefined ? money(value, type.currency) : value];
}
