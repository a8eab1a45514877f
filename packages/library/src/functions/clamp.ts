import { isUnknown, unknown, type Type, type Value } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { compareValues } from '../semantics/compare.js';
import { extremeType, orderedKinds } from '../semantics/extreme-signature.js';

export const clamp = declareFunction({
  name: 'clamp',
  form: 'clamp(x, lo, hi)',
  signatures: [
    signature('clamp', ['T', 'T', 'T'], {
      variable: orderedKinds,
      result: extremeType,
      evaluate: ([x, low, high], types, environment) => {
        const [type, lowType, highType] = types as [Type, Type, Type];
        const order = (a: Value, b: Value, pair: readonly Type[]) => compareValues(a, b, pair, environment);
        const bounds = order(low as Value, high as Value, [lowType, highType]);
        if (isUnknown(bounds)) return bounds;
        if (bounds > 0) return unknown({ cause: 'out_of_domain', detail: 'lo is above hi' });
        const below = order(x as Value, low as Value, [type, lowType]);
        if (isUnknown(below)) return below;
        if (below < 0) return low as Value;
        const above = order(x as Value, high as Value, [type, highType]);
        return isUnknown(above) ? above : ((above > 0 ? high : x) as Value);
      },
    }),
  ],
  documentation: 'The value, or the nearer end of the range when it lies outside.',
  examples: [
    { text: 'clamp(120, 0, 100)', result: '100' },
    { text: 'clamp(5 USD, 10 USD, 20 USD)', result: '10 USD' },
    { text: 'clamp(1, 3, 2)', result: 'unknown (out_of_domain)' },
  ],
});
