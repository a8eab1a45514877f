import { unknown } from '@tamis/lang';
import { localDate } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';
import { yearsBetween } from '../semantics/years-between.js';

export const age = declareFunction({
  name: 'age',
  form: 'age(d)',
  signatures: [
    signature('age', ['date'], {
      result: () => numberType,
      evaluate: ([day], _types, environment) =>
        yearsBetween(day as string, localDate(environment.now, environment.timezone)) ??
        unknown({ cause: 'out_of_domain' }),
    }),
  ],
  documentation: 'Whole years from a day to now. Unknown for a day in the future.',
  examples: [
    { text: 'age(2000-01-01) >= 18', result: 'true' },
    { text: 'age(2030-01-01)', result: 'unknown (out_of_domain)' },
  ],
});
