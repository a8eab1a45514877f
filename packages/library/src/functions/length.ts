import { declareFunction, signature, numberType } from '../declare.js';
import { textFunction } from '../semantics/text-function.js';

export const length = declareFunction({
  name: 'length',
  form: 'length(x)',
  signatures: [
    textFunction('length', numberType, (text) => [...text].length),
    signature('length', ['list'], {
      result: () => numberType,
      evaluate: ([value]) => (value as readonly unknown[]).length,
    }),
  ],
  cost: 'c1',
  documentation: 'How many characters (Unicode code points) a text or elements a list has.',
  examples: [
    { text: 'length("São")', result: '3' },
    { text: 'length([1, 2])', result: '2' },
  ],
});
