import { unknown } from '@tamis/lang';
import { asDecimal, compareNumeric, toNumeric, type Numeric } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';

export const sqrt = declareFunction({
  name: 'sqrt',
  form: 'sqrt(x)',
  signatures: [
    signature('sqrt', ['number'], {
      result: () => numberType,
      evaluate: ([value]) =>
        compareNumeric(value as Numeric, 0) < 0
          ? unknown({ cause: 'out_of_domain' })
          : toNumeric(asDecimal(value as Numeric).sqrt()),
    }),
  ],
  documentation: 'The square root, to 34 digits. Unknown for a negative number.',
  examples: [
    { text: 'sqrt(2.25)', result: '1.5' },
    { text: 'sqrt(2)', result: '1.414213562373095048801688724209698' },
    { text: 'sqrt(-1)', result: 'unknown (out_of_domain)' },
  ],
});
