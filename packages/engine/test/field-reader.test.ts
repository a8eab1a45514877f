import fc from 'fast-check';
import { FieldReader } from '../src/compile/field-reader.js';
import { pathReader } from '../src/facts/path-reader.js';

const paths = [['a'], ['b'], ['c', 'a'], ['c', 'b'], ['c', 'd', 'a'], ['constructor'], ['c', 'toString'], ['7']];

/** Objects that have some of these members, in any order, and others that are never read. */
const members = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'constructor', 'toString', '7'), { maxLength: 8 })
    .chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), value))))
    .map((entries) => Object.fromEntries(entries));

const plain = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), fc.constant([1]));
const contexts = members(fc.oneof(plain, members(fc.oneof(plain, members(plain)))));

/** A few kinds of contexts that recur, as in production, so that orders are learned and discarded. */
const streams = fc
  .array(contexts, { minLength: 1, maxLength: 4 })
  .chain((kinds) => fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 60 }));

test('a field reader reads from a sequence of contexts the same values as a reader of each path', () => {
  fc.assert(
    fc.property(streams, (stream) => {
      const reader = new FieldReader(paths);
      const readers = paths.map(pathReader);
      for (const context of stream) {
        reader.read(context);
        expect([...reader.values]).toEqual(readers.map((read) => read(context)));
      }
    }),
  );
});

test('a field reader does not return values of the previous context for missing fields', () => {
  const reader = new FieldReader(paths);
  const whole = { a: 1, b: 2, c: { a: 3, b: 4, d: { a: 5 } } };
  const found = [whole, whole, whole, { a: 1 }, {}, null, [], whole].map((context) => {
    reader.read(context);
    return reader.values.filter((value) => value !== undefined).length;
  });
  expect(found).toEqual([5, 5, 5, 1, 0, 0, 0, 5]);
});
