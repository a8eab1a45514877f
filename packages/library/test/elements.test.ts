import { isUnknown, mergeUnknown, unknown, type Outcome, type Type, type Unknown, type Value } from '@tamis/lang';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { call } from './call.js';

type Elements = readonly (Value | Unknown)[];

/** The plain definition: the value is compared with every element. */
function isElement(value: Value, elements: Elements, kind: 'text' | 'any' | 'money' | 'datetime'): Outcome {
  const type: Type = kind === 'text' ? { kind, collation: 'ci' } : { kind };
  const answers = elements.map((element): Outcome => {
    if (isUnknown(element)) return element;
    if (kind === 'money' && (element as { currency: string }).currency !== (value as { currency: string }).currency)
      return unknown({ cause: 'type', detail: 'money in one currency' });
    return kind === 'any' && typeof value !== typeof element
      ? unknown({ cause: 'type', detail: 'values of one type' })
      : call('eq', [value, element], { types: [type, type] });
  });
  if (answers.includes(true)) return true;
  const doubts = answers.filter(isUnknown);
  return doubts.length > 0 ? mergeUnknown(doubts) : false;
}

const absent = fc.constantFrom(unknown({ cause: 'missing', path: 'a' }), unknown({ cause: 'type', path: 'b' }));
const values = {
  text: fc.constantFrom('a', 'A', 'á', 'b', 'ß', 'SS', ''),
  any: fc.constantFrom<Value[]>('a', 'A', '1', 1, 2, 0.5, true, false),
  money: fc.record({ amount: fc.constantFrom(1, 2, 0.5), currency: fc.constantFrom('USD', 'BRL') }),
  datetime: fc.constantFrom<Value[]>(0, 1, 86_400_000, '1970-01-01', '1970-01-02'),
} as const;

it.each(['text', 'any', 'money', 'datetime'] as const)(
  'a list of %s contains a value exactly when one of its elements equals it',
  (kind) => {
    const value = values[kind] as fc.Arbitrary<Value>;
    const type: Type = kind === 'text' ? { kind, collation: 'ci' } : { kind };
    fc.assert(
      fc.property(
        value,
        fc.array(fc.oneof({ weight: 4, arbitrary: value }, absent), { maxLength: 6 }),
        (sought, list) => {
          const types: readonly Type[] = [type, { kind: 'list', element: type }];
          const found = call('in', [sought, list], { types });
          expect(found).toEqual(isElement(sought, list as Elements, kind));
        },
      ),
      propertyRuns(1_000),
    );
  },
);

it('an untyped list may contain null, which is not a text', () => {
  const types: readonly Type[] = [{ kind: 'any' }, { kind: 'text', collation: null }];
  const withNull = (...others: readonly Value[]) => [null as unknown as Value, ...others];
  expect(call('contains', [withNull('a'), 'a'], { types })).toBe(true);
  expect(isUnknown(call('contains', [withNull('b'), 'a'], { types }))).toBe(true);
});
