import { asDecimal, toNumeric, type Numeric } from '@tamis/stdx';
import { declareFunction, signature, numberType } from '../declare.js';

export const floor = declareFunction({
  name: 'floor',
  form: 'floor(x)',
  signatures: [
    signature('floor', ['number'], {
      result: () => numberType,
      evaluate: ([value]) => toNumeric(asDecimal(value as Numeric).floor()),
    }),
  ],
  documentation: 'The greatest whole number that is not above the value.',
  examples: [
    { text: 'floor(-2.5)', result: '-3' },
    { text: 'floor(2.9)', result: '2' },
  ],
});
