import { unknown } from '@tamis/lang';
import { isZero, type Numeric } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';
import { remainder } from '../semantics/remainder.js';

export const mod = declareFunction({
  name: 'mod',
  form: 'mod(x, y)',
  signatures: [
    signature('mod', ['number', 'number'], {
      result: () => numberType,
      evaluate: ([x, y]) =>
        isZero(y as Numeric) ? unknown({ cause: 'division_by_zero' }) : remainder(x as Numeric, y as Numeric),
    }),
  ],
  documentation: 'What is left of the first number after whole multiples of the second; it has the sign of the second.',
  examples: [
    { text: 'mod(7, 3)', result: '1' },
    { text: 'mod(-7, 3)', result: '2' },
    { text: 'mod(0.5, 0.2)', result: '0.1' },
    { text: 'mod(1, 0)', result: 'unknown (division_by_zero)' },
  ],
});
