import { compareNumeric, type Numeric } from '@tamis/stdx';
import type { Value } from '@tamis/lang';
import { declareFunction, numberType, signature } from '../declare.js';

const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'toFixed' in value);

const isRising = (value: Value): boolean =>
  Array.isArray(value) &&
  (value as readonly unknown[]).every(
    (bound, index, all) => isNumeric(bound) && (index === 0 || compareNumeric(all[index - 1] as Numeric, bound) < 0),
  );

export const bucket = declareFunction({
  name: 'bucket',
  form: 'bucket(x, [10, 50, 100])',
  signatures: [
    signature('bucket', ['T', 'list<T>'], {
      variable: ['number'],
      constants: [{ operand: 1, accepts: isRising, expected: 'a list of rising numbers such as [10, 50, 100]' }],
      result: () => numberType,
      evaluate: ([value, bounds]) =>
        (bounds as readonly Numeric[]).filter((bound) => compareNumeric(bound, value as Numeric) <= 0).length,
    }),
  ],
  documentation: 'How many of the bounds the number has reached: 0 below the first one.',
  examples: [
    { text: 'bucket(50, [10, 50, 100])', result: '2' },
    { text: 'bucket(3, [10, 50, 100])', result: '0' },
  ],
});
