import type { Money, Numeric } from '@tamis/stdx';
import { divide, divideMoney } from '../semantics/arithmetic.js';
import { declareFunction, signature, numberType } from '../declare.js';

export const ratio = declareFunction({
  name: 'ratio',
  form: 'ratio(a, b)',
  signatures: [
    signature('ratio', ['number', 'number'], {
      result: () => numberType,
      evaluate: ([a, b]) => divide(a as Numeric, b as Numeric),
    }),
    signature('ratio', ['money', 'money'], {
      result: () => numberType,
      evaluate: ([a, b]) => divideMoney(a as Money, b as Money),
    }),
  ],
  documentation: 'The first value divided by the second; unknown when that is zero.',
  examples: [
    { text: 'ratio(1, 4)', result: '0.25' },
    { text: 'ratio(1 USD, 0 USD)', result: 'unknown (division_by_zero)' },
  ],
});
