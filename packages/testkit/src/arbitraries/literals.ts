import fc from 'fast-check';
import {
  arrayLiteral,
  booleanLiteral,
  dateLiteral,
  datetimeLiteral,
  distanceLiteral,
  durationLiteral,
  moneyLiteral,
  numberLiteral,
  percentLiteral,
  rawTextLiteral,
  textLiteral,
  type DurationLiteral,
  type DurationUnit,
  type Expression,
  type TextLiteral,
} from '@tamis/lang';
import { patterns, texts } from './names.js';

/** Canonical decimals without sign. */
export const decimals: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.nat(9), fc.nat(), fc.maxSafeNat()),
    fc.option(fc.stringMatching(/^[0-9]{0,6}[1-9]$/), { nil: null }),
  )
  .map(([whole, fraction]) => (fraction === null ? String(whole) : `${String(whole)}.${fraction}`));

const currencies = fc.oneof(
  fc.constantFrom('USD', 'BRL', 'EUR', 'USDT', 'ORG'),
  fc.stringMatching(/^[A-Z]{3,5}$/).filter((code) => code !== 'AND' && code !== 'NOT'),
);

export const durations: fc.Arbitrary<DurationLiteral> = fc
  .tuple(decimals, fc.constantFrom<DurationUnit>('s', 'm', 'h', 'd', 'w', 'mo', 'y'))
  .map(([amount, unit]) => durationLiteral(amount, unit));

export const textLiterals: fc.Arbitrary<TextLiteral> = texts.map((value) => textLiteral(value));

const instants = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });

export const percents = decimals.map((text) => percentLiteral(text));

export const monies = fc.tuple(decimals, currencies).map(([amount, currency]) => moneyLiteral(amount, currency));

export const distances = fc
  .tuple(decimals, fc.constantFrom<'km' | 'mi'>('km', 'mi'))
  .map(([amount, unit]) => distanceLiteral(amount, unit));

export const dates = instants.map((date) => dateLiteral(date.toISOString().slice(0, 10)));

export const datetimes = instants.map((date) => datetimeLiteral(date.toISOString()));

/** Every kind of literal except arrays. */
export const literals: fc.Arbitrary<Expression> = fc.oneof<fc.Arbitrary<Expression>[]>(
  textLiterals,
  patterns.map((pattern) => rawTextLiteral(pattern)),
  decimals.map((text) => numberLiteral(text)),
  percents,
  monies,
  durations,
  distances,
  dates,
  datetimes,
  fc.boolean().map((value) => booleanLiteral(value)),
);

export const literalArrays: fc.Arbitrary<Expression> = fc
  .array(literals, { maxLength: 4 })
  .map((items) => arrayLiteral(items));

/** Numbers outside of expressions, such as scores. */
export const signedNumbers = fc
  .tuple(fc.boolean(), decimals)
  .map(([isNegative, text]) => numberLiteral(isNegative && text !== '0' ? `-${text}` : text));
