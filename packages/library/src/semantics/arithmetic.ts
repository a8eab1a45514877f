import {
  unknown,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type TypePattern,
  type Value,
} from '@tamis/lang';
import {
  addMonths,
  addNumeric,
  asDecimal,
  Decimal34,
  dateText,
  daysFrom,
  divideNumeric,
  isZero,
  money,
  multiplyNumeric,
  parseDate,
  startOfDate,
  subtractNumeric,
  type Money,
  type Numeric,
} from '@tamis/stdx';
import { moneyType, numberType, signature } from '../declare.js';
import { typeMismatch, orOverflow } from './failures.js';

const dayMs = 86_400_000;
type NumericOperation = (a: Numeric, b: Numeric) => Numeric | null;
type BinaryOperation = (a: Value, b: Value, types: readonly Type[], environment: Environment) => Outcome;

const binary = (
  name: string,
  operands: readonly [TypePattern, TypePattern],
  result: (types: readonly Type[]) => Type,
  meaning: BinaryOperation,
): Signature =>
  signature(name, operands, {
    result,
    evaluate: ([a, b], types, environment) => meaning(a as Value, b as Value, types, environment),
  });

const numeric = (name: string, operation: NumericOperation): Signature => ({
  ...binary(
    name,
    ['number', 'number'],
    () => numberType,
    (a, b) => orOverflow(operation(a as Numeric, b as Numeric)),
  ),
  specialize: () => (a, b) => orOverflow(operation(a as Numeric, b as Numeric)),
});

const currencyOf = (type: Type | undefined): string | undefined => (type?.kind === 'money' ? type.currency : undefined);

/** The currency of a sum is known if that of either side is. */
function sumType([a, b]: readonly Type[]): Type {
  const currency = currencyOf(a) ?? currencyOf(b);
  return currency === undefined ? moneyType : { kind: 'money', currency };
}

function withAmount(of: Money, amount: Numeric | null): Outcome {
  return amount === null ? orOverflow(null) : money(amount, of.currency);
}

/** Amounts in two currencies cannot be added, because there is no implicit conversion. */
const moneySum = (name: string, operation: NumericOperation): Signature =>
  binary(name, ['money', 'money'], sumType, (a, b) => {
    const [left, right] = [a as Money, b as Money];
    return left.currency === right.currency
      ? withAmount(left, operation(left.amount, right.amount))
      : typeMismatch('money in one currency');
  });

const sameKind = (name: string, kind: 'duration' | 'distance', operation: NumericOperation): Signature =>
  binary(
    name,
    [kind, kind],
    ([a]) => a ?? { kind },
    (a, b) => orOverflow(operation(a as Numeric, b as Numeric)),
  );

const isCalendar = (type: Type | undefined): boolean => type?.kind === 'duration' && type.calendar === true;

/** Ten thousand years. More leaves the calendar from any starting point. */
const maxMonths = 120_000;

/**
 * Shifts a day or an instant by a duration. A day shifted by whole days remains a day. Otherwise it becomes an instant, counted from its
 * start.
 */
function shiftTime(
  time: Value,
  duration: Numeric,
  type: Type | undefined,
  sign: 1 | -1,
  environment: Environment,
): Outcome {
  // A third of a duration may not be a whole number of milliseconds, which is the resolution of instants.
  const exact = asDecimal(duration).times(sign);
  const length = isCalendar(type) ? exact : exact.toDecimalPlaces(0, Decimal34.ROUND_HALF_EVEN);
  const longest = isCalendar(type) ? maxMonths : 8.64e15;
  if (!length.isInteger() || length.abs().gt(longest)) return unknown({ cause: 'out_of_domain' });
  const by = length.toNumber();
  if (typeof time === 'number')
    return inCalendar(isCalendar(type) ? addMonths(time, by, environment.timezone) : time + by);
  if (type?.kind === 'duration' && type.partOfDay === true)
    return inCalendar(startOfDate(time as string, environment.timezone) + by);
  const midnight = parseDate(time as string) ?? 0;
  if (isCalendar(type)) return dayInCalendar(addMonths(midnight, by, 'UTC'));
  return by % dayMs === 0 ? dayInCalendar(midnight + by) : unknown({ cause: 'out_of_domain', detail: 'whole days' });
}

const firstMs = parseDate('0000-01-01') ?? 0;
const lastMs = (parseDate('9999-12-31') ?? 0) + dayMs - 1;

const inCalendar = (ms: number): Outcome => (ms >= firstMs && ms <= lastMs ? ms : unknown({ cause: 'out_of_domain' }));
const dayInCalendar = (ms: number): Outcome =>
  ms >= firstMs && ms <= lastMs ? dateText(ms) : unknown({ cause: 'out_of_domain' });

const movedType = (time: Type | undefined, by: Type | undefined): Type =>
  time?.kind === 'date' && !(by?.kind === 'duration' && by.partOfDay === true) ? time : { kind: 'datetime' };

const timeMoves = (name: string, time: 'date' | 'datetime', sign: 1 | -1): Signature =>
  binary(
    name,
    [time, 'duration'],
    ([moved, by]) => movedType(moved, by),
    (a, b, types, environment) => shiftTime(a, b as Numeric, types[1], sign, environment),
  );

/** Two days differ by whole days. Otherwise the result is the time between, with a day standing for its start. */
function difference(a: Value, b: Value, environment: Environment): Outcome {
  if (typeof a === 'string' && typeof b === 'string') return daysFrom(b, a) * dayMs;
  const instant = (value: Value): number =>
    typeof value === 'number' ? value : startOfDate(value as string, environment.timezone);
  return instant(a) - instant(b);
}

const times: TypePattern = ['date', 'datetime'];

export const addSignatures: readonly Signature[] = [
  numeric('add', addNumeric),
  moneySum('add', addNumeric),
  timeMoves('add', 'datetime', 1),
  timeMoves('add', 'date', 1),
  binary(
    'add',
    ['duration', times],
    ([by, time]) => movedType(time, by),
    (a, b, types, environment) => shiftTime(b, a as Numeric, types[0], 1, environment),
  ),
  sameKind('add', 'duration', addNumeric),
  sameKind('add', 'distance', addNumeric),
];

export const subtractSignatures: readonly Signature[] = [
  numeric('subtract', subtractNumeric),
  moneySum('subtract', subtractNumeric),
  // Precedes the shifts by a duration, so that an untyped value next to a time is read as a time.
  binary(
    'subtract',
    [times, times],
    () => ({ kind: 'duration' }),
    (a, b, _types, environment) => difference(a, b, environment),
  ),
  timeMoves('subtract', 'datetime', -1),
  timeMoves('subtract', 'date', -1),
  sameKind('subtract', 'duration', subtractNumeric),
  sameKind('subtract', 'distance', subtractNumeric),
];

type Scaled = 'money' | 'duration' | 'distance';

/** Multiplies or divides a quantity by a number. Months remain whole. */
function scale(quantity: Value, factor: Value, type: Type | undefined, operation: NumericOperation): Outcome {
  if (type?.kind === 'money')
    return withAmount(quantity as Money, operation((quantity as Money).amount, factor as Numeric));
  const result = operation(quantity as Numeric, factor as Numeric);
  return result !== null && isCalendar(type) && !asDecimal(result).isInteger()
    ? unknown({ cause: 'out_of_domain', detail: 'whole months' })
    : orOverflow(result);
}

const scaled: readonly Scaled[] = ['money', 'duration', 'distance'];

export const multiplySignatures: readonly Signature[] = [
  numeric('multiply', multiplyNumeric),
  ...scaled.flatMap((kind) => [
    binary(
      'multiply',
      [kind, 'number'],
      ([type]) => type ?? { kind },
      (a, b, types) => scale(a, b, types[0], multiplyNumeric),
    ),
    binary(
      'multiply',
      ['number', kind],
      ([, type]) => type ?? { kind },
      (a, b, types) => scale(b, a, types[1], multiplyNumeric),
    ),
  ]),
];

const divisionByZero = (): Outcome => unknown({ cause: 'division_by_zero' });

/** `null` is overflow, as for the other operations. A zero divisor is checked before. */
export const divide = (a: Numeric, b: Numeric): Outcome =>
  isZero(b) ? divisionByZero() : orOverflow(divideNumeric(a, b));

export const divideMoney = (a: Money, b: Money): Outcome =>
  a.currency === b.currency ? divide(a.amount, b.amount) : typeMismatch('money in one currency');

export const divideSignatures: readonly Signature[] = [
  binary(
    'divide',
    ['number', 'number'],
    () => numberType,
    (a, b) => divide(a as Numeric, b as Numeric),
  ),
  ...scaled.map((kind) =>
    binary(
      'divide',
      [kind, 'number'],
      ([type]) => type ?? { kind },
      (a, b, types) => (isZero(b as Numeric) ? divisionByZero() : scale(a, b, types[0], divideNumeric)),
    ),
  ),
  binary(
    'divide',
    ['money', 'money'],
    () => numberType,
    (a, b) => divideMoney(a as Money, b as Money),
  ),
  binary(
    'divide',
    ['duration', 'duration'],
    () => numberType,
    (a, b) => divide(a as Numeric, b as Numeric),
  ),
  binary(
    'divide',
    ['distance', 'distance'],
    () => numberType,
    (a, b) => divide(a as Numeric, b as Numeric),
  ),
];
