import { unknown } from '@tamis/lang';
import { asDecimal, compareNumeric, toNumeric, type Numeric } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';

export const log10 = declareFunction({
  name: 'log10',
  form: 'log10(x)',
  signatures: [
    signature('log10', ['number'], {
      result: () => numberType,
      evaluate: ([value]) =>
        compareNumeric(value as Numeric, 0) <= 0
          ? unknown({ cause: 'out_of_domain' })
          : toNumeric(asDecimal(value as Numeric).log(10)),
    }),
  ],
  documentation: 'The logarithm to base 10, to 34 digits. Unknown unless the number is above zero.',
  examples: [
    { text: 'log10(1_000)', result: '3' },
    { text: 'log10(2)', result: '0.3010299956639811952137388947244930' },
    { text: 'log10(0)', result: 'unknown (out_of_domain)' },
  ],
});
