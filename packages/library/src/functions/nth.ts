import { unknown, type Outcome } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';

export const nth = declareFunction({
  name: 'nth',
  form: 'nth(l, n)',
  signatures: [
    signature('nth', ['list<T>', 'number'], {
      result: ([list]) => (list?.kind === 'list' ? list.element : { kind: 'any' }),
      evaluate: ([list, place]) => {
        const elements = list as readonly Outcome[];
        // Positions count from 1. There is no position 0 and no fractional position.
        const index =
          typeof place !== 'number' || place === 0 ? undefined : place > 0 ? place - 1 : elements.length + place;
        return (index === undefined ? undefined : elements[index]) ?? unknown({ cause: 'missing', detail: 'element' });
      },
    }),
  ],
  documentation: 'The element at a place: 1 is the first, 2 the second, -1 the last.',
  examples: [
    { text: 'nth(["a", "b", "c"], 1)', result: '"a"' },
    { text: 'nth([10, 20, 30], -1)', result: '30' },
    { text: 'nth([10, 20], 3)', result: 'unknown (missing)' },
  ],
});
