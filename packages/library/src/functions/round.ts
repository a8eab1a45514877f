import { minorDigits, money, type Money, type Numeric } from '@tamis/stdx';
import { declareFunction, moneyType, numberType, signature } from '../declare.js';
import { roundTo } from '../semantics/rounding.js';

const maxDigits = 12;

export const round = declareFunction({
  name: 'round',
  form: 'round(x, digits)',
  signatures: [
    signature('round', ['number', 'number'], {
      result: () => numberType,
      constants: [
        {
          operand: 1,
          accepts: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxDigits,
          expected: `a whole number from 0 to ${maxDigits}`,
        },
      ],
      evaluate: ([value, digits]) => roundTo(value as Numeric, digits as number),
    }),
    signature('round', ['money'], {
      result: ([type]) => type ?? moneyType,
      evaluate: ([value]) =>
        money(roundTo((value as Money).amount, minorDigits((value as Money).currency)), (value as Money).currency),
    }),
  ],
  documentation:
    'Rounds half-even: a number to so many fraction digits, money to the minor digits of its currency (`round(m)`).',
  examples: [
    { text: 'round(2.345, 2)', result: '2.34' },
    { text: 'round(1.255 USD)', result: '1.26 USD' },
    { text: 'round(2.5 JPY)', result: '2 JPY' },
  ],
});
