import { asDecimal, toNumeric, type Numeric } from '@tamis/stdx';
import { declareFunction, signature, numberType } from '../declare.js';

export const ceil = declareFunction({
  name: 'ceil',
  form: 'ceil(x)',
  signatures: [
    signature('ceil', ['number'], {
      result: () => numberType,
      evaluate: ([value]) => toNumeric(asDecimal(value as Numeric).ceil()),
    }),
  ],
  documentation: 'The smallest whole number that is not below the value.',
  examples: [
    { text: 'ceil(-2.5)', result: '-2' },
    { text: 'ceil(2.1)', result: '3' },
  ],
});
