import { asDecimal, money, toNumeric, type Money, type Numeric } from '@tamis/stdx';

import { declareFunction, signature } from '../declare.js';

const absolute = (value: Numeric): Numeric =>
  typeof value === 'number' ? Math.abs(value) : toNumeric(asDecimal(value).abs());

export const abs = declareFunction({
  name: 'abs',
  form: 'abs(x)',
  signatures: (['number', 'money', 'duration'] as const).map((kind) =>
    signature('abs', [kind], {
      result: ([type]) => type ?? { kind },
      evaluate: ([value]) =>
        kind === 'money'
          ? money(absolute((value as Money).amount), (value as Money).currency)
          : absolute(value as Numeric),
    }),
  ),
  documentation: 'The value without its sign.',
  examples: [
    { text: 'abs(-3)', result: '3' },
    { text: 'abs(-2 USD)', result: '2 USD' },
  ],
});
