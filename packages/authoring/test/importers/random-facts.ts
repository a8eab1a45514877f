import { wholeOrPart } from '@tamis/testkit';
import fc from 'fast-check';
import type { Facts } from './outcomes-of.js';

export const numbers = fc.constantFrom(-1, 0, 0.1, 0.5, 1, 2, 9.99, 1e21, 3);
export const texts = fc.constantFrom('BR', 'br', 'US', 'a "quoted" text', 'x', 'São', 'ends with \\');
const booleans = fc.boolean();
const lists = fc.array(texts, { maxLength: 3 });

/** Numbers whose sums and products are also exact in binary. */
export const binaryNumbers = fc.constantFrom(-3, -1, 0, 0.5, 1, 2, 2.25, 8);
const items = fc.array(fc.record({ price: binaryNumbers, label: texts }, { requiredKeys: [], noNullPrototype: true }), {
  maxLength: 3,
});

/** The types of values by fact name. One name is a word of the language, one contains a space, and some are not valid rule names. */
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

/** Generates facts of their types, `null` or missing. */
export const typedFacts: fc.Arbitrary<Facts> = fc
  .record(
    Object.fromEntries(Object.entries(factTypes).map(([name, type]) => [name, maybe(type as fc.Arbitrary<unknown>)])),
  )
  .map(present);

/** Generates facts of any types. */
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

/** The maximum number of rules per set, because compiling it takes longer than evaluating it. */
export const most = wholeOrPart(100, 12);
