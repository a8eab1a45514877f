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
  textLiteral,
  type DurationLiteral,
  type DurationUnit,
  type Expression,
  type TextLiteral,
} from '@tamis/lang';
import { texts } from './names.js';

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

/** Every kind of literal but arrays. */
export const literals: fc.Arbitrary<Expression> = fc.oneof<fc.Arbitrary<Expression>[]>(
  textLiterals,
  decimals.map((text) => numberLiteral(text)),
  decimals.map((text) => percentLiteral(text)),
  fc.tuple(decimals, currencies).map(([amount, currency]) => moneyLiteral(amount, currency)),
  durations,
  fc.tuple(decimals, fc.constantFrom<'km' | 'mi'>('km', 'mi')).map(([amount, unit]) => distanceLiteral(amount, unit)),
  instants.map((date) => dateLiteral(date.toISOString().slice(0, 10))),
  instants.map((date) => datetimeLiteral(date.toISOString())),
  fc.boolean().map((value) => booleanLiteral(value)),
);

export const literalArrays: fc.Arbitrary<Expression> = fc
  .array(literals, { maxLength: 4 })
  .map((items) => arrayLiteral(items));
