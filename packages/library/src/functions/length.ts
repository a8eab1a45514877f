import { declareFunction, signature, numberType } from '../declare.js';
import { typeMismatch } from '../semantics/failures.js';
import { textFunction } from '../semantics/text-function.js';

export const length = declareFunction({
  name: 'length',
  form: 'length(x)',
  signatures: [
    // The length of an untyped field depends on its actual content.
    signature('length', ['any'], {
      result: () => numberType,
      evaluate: ([value]) =>
        typeof value === 'string'
          ? [...value].length
          : Array.isArray(value)
            ? value.length
            : typeMismatch('text or list'),
    }),
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
    { text: 'length(transaction.metadata.tags)', result: '2', given: { 'transaction.metadata.tags': ['a', 'b'] } },
  ],
});
