import type { Value } from '@tamis/lang';
import { money, negateNumeric, type Money, type Numeric } from '@tamis/stdx';
import { declareOperator, signature } from '../declare.js';

export const negate = declareOperator({
  name: 'negate',
  form: '-a',
  signatures: (['number', 'money', 'duration', 'distance'] as const).map((kind) =>
    signature('negate', [kind], {
      result: ([type]) => type ?? { kind },
      evaluate: ([value]) => {
        if (kind !== 'money') return negateNumeric(value as Numeric);
        const { amount, currency } = value as Value as Money;
        return money(negateNumeric(amount), currency);
      },
    }),
  ),
  documentation: 'The value with the other sign.',
  examples: [
    { text: '-(2 + 3)', result: '-5' },
    { text: '-(5 USD)', result: '-5 USD' },
  ],
});
