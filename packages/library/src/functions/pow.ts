import { unknown, type Outcome } from '@tamis/lang';
import { asDecimal, isZero, toNumeric, type Numeric } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';
import { orOverflow } from '../semantics/failures.js';

const maxExponent = 1_000;

function power(base: Numeric, exponent: Numeric): Outcome {
  if (typeof exponent !== 'number' || !Number.isInteger(exponent) || Math.abs(exponent) > maxExponent)
    return unknown({ cause: 'out_of_domain', detail: `a whole number from -${maxExponent} to ${maxExponent}` });
  if (isZero(base) && exponent < 0) return unknown({ cause: 'division_by_zero' });
  const result = asDecimal(base).pow(exponent);
  return orOverflow(result.isFinite() ? toNumeric(result) : null);
}

export const pow = declareFunction({
  name: 'pow',
  form: 'pow(x, n)',
  signatures: [
    signature('pow', ['number', 'number'], {
      result: () => numberType,
      evaluate: ([base, exponent]) => power(base as Numeric, exponent as Numeric),
    }),
  ],
  documentation: 'The number multiplied by itself, to 34 digits; the exponent is a whole number from -1000 to 1000.',
  examples: [
    { text: 'pow(1.1, 2)', result: '1.21' },
    { text: 'pow(2, -2)', result: '0.25' },
    { text: 'pow(0, -1)', result: 'unknown (division_by_zero)' },
    { text: 'pow(2, 0.5)', result: 'unknown (out_of_domain)' },
  ],
});
