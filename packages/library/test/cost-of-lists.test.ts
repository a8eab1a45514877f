import { checkSource, rule } from './check.js';

const names = (count: number): string =>
  `[${Array.from({ length: count }, (_, index) => `"name ${String(index)}"`).join(', ')}]`;
const costOf = (condition: string, before = ''): number =>
  [...checkSource(rule(condition, { before })).rules.map(({ cost }) => cost)][0] ?? 0;

it.each([
  ['origin.name is similar to any in', 1, 2],
  ['origin.name is similar to any in', 10, 2],
  ['origin.name is similar to any in', 100, 20],
  ['origin.name is similar to any in', 1_000, 200],
  ['transaction.description contains any of', 100, 2],
  ['transaction.description contains any of', 1_000, 20],
  // A look-up has the same cost regardless of the number of values.
  ['origin.name in', 1_000, 1],
])('%s %d literal values costs %d', (operator, count, cost) => {
  expect(costOf(`${operator} ${names(count)}`)).toBe(cost);
  expect(costOf(`${operator} NAMES`, `const NAMES = ${names(count)}`)).toBe(cost);
});
