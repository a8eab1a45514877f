import { wholeOrPart } from '@tamis/testkit';
import fc from 'fast-check';
import type { Facts } from './outcomes-of.js';

export const numbers = fc.constantFrom(-1, 0, 0.1, 0.5, 1, 2, 9.99, 1e21, 3);
export const texts = fc.constantFrom('BR', 'br', 'US', 'a "quoted" text', 'x', 'São', 'ends with \\');
const booleans = fc.boolean();
const lists = fc.array(texts, { maxLength: 3 });

/** Whose sums and products are exact in binary too. */
export const binaryNumbers = fc.constantFrom(-3, -1, 0, 0.5, 1, 2, 2.25, 8);
const items = fc.array(fc.record({ price: binaryNumbers, label: texts }, { requiredKeys: [], noNullPrototype: true }), {
  maxLength: 3,
});

/** By name, which types its values have. A name is a word of the language, one holds a point, one is no name of rules. */
export const factTypes = {
  amount: numbers,
  age: numbers,
  country: texts,
  'the city': texts,
  all: booleans,
  tags: lists,
  left: binaryNumbers,
  right: binaryNumbers,
  items,
};

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });

const present = (facts: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** Facts of their types, null, or missing. */
export const typedFacts: fc.Arbitrary<Facts> = fc
  .record(
    Object.fromEntries(Object.entries(factTypes).map(([name, type]) => [name, maybe(type as fc.Arbitrary<unknown>)])),
  )
  .map(present);

/** Facts of any types. */
export const anyFacts: fc.Arbitrary<Facts> = fc
  .record(
    Object.fromEntries(
      Object.keys(factTypes).map((name) => [
        name,
        maybe(fc.oneof<fc.Arbitrary<unknown>[]>(numbers, texts, booleans, lists, items)),
      ]),
    ),
  )
  .map(present);

export const runs = Number(process.env['TAMIS_RUNS'] ?? wholeOrPart(500, 8));

/** Rules of one set: compiling it takes longer than running it. */
export const most = wholeOrPart(100, 12);
