import { Decimal34, toNumeric } from '@tamis/stdx';
import type { Outcome } from '@tamis/lang';
import { declareFunction, numberType, signature } from '../declare.js';
import { typeMismatch, orOverflow } from '../semantics/failures.js';

/** A JSON number without exponent. */
const form = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const digits = 34;

function read(text: string): Outcome {
  if (!form.test(text)) return typeMismatch('a number');
  const value = new Decimal34(new Decimal34(text).toSignificantDigits(digits, Decimal34.ROUND_HALF_EVEN));
  return orOverflow(value.isFinite() ? toNumeric(value) : null);
}

export const number = declareFunction({
  name: 'number',
  form: 'number(s)',
  signatures: [signature('number', ['text'], { result: () => numberType, evaluate: ([text]) => read(text as string) })],
  cost: 'c1',
  documentation: 'The number a text spells out: digits, a point before the fraction, a minus sign, nothing else.',
  examples: [
    { text: 'number("-12.50")', result: '-12.5' },
    { text: 'number("1,000")', result: 'unknown (type)' },
    { text: 'number("1e3")', result: 'unknown (type)' },
  ],
});
