import { isUnknown, type Outcome } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { typeOfEither } from '../semantics/type-of-either.js';

export const ifThenElse = declareFunction({
  name: 'if',
  form: 'if(c, a, b)',
  signatures: [
    signature('if', ['bool', 'T', 'T'], {
      result: ([, a, b]) => typeOfEither([a, b].filter((type) => type !== undefined)),
      evaluate: ([condition, a, b]) => {
        if (condition === undefined || isUnknown(condition)) return condition as Outcome;
        return (condition === true ? a : b) as Outcome;
      },
    }),
  ],
  missing: { says: 'unknown when the condition is; the branch that is not taken does not matter' },
  documentation: 'The second value where the condition is true, else the third.',
  examples: [
    { text: 'if(2 > 1, 10 USD, 20 USD)', result: '10 USD' },
    { text: 'if(false, 1 / 0, 5)', result: '5' },
    { text: 'if(1 / 0 > 1, 1, 2)', result: 'unknown (division_by_zero)' },
  ],
});
