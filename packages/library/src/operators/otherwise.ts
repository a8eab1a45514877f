import { isUnknown, type Outcome } from '@tamis/lang';
import { declareOperator, signature } from '../declare.js';
import { typeOfEither } from '../semantics/type-of-either.js';

export const otherwise = declareOperator({
  name: 'otherwise',
  form: 'x otherwise y',
  signatures: [
    signature('otherwise', ['T', 'T'], {
      result: typeOfEither,
      evaluate: ([x, y]) => (x !== undefined && isUnknown(x) && !x.failed ? (y as Outcome) : (x as Outcome)),
    }),
  ],
  missing: { says: 'the second value where the first is absent; a failure passes through' },
  documentation:
    'The first value, or the second one where the first is missing. An outage or a division by zero is not missing.',
  examples: [
    { text: 'transaction.channel otherwise "none"', result: '"none"', given: {} },
    { text: '(1 / 0) otherwise 5', result: 'unknown (division_by_zero)' },
  ],
});
