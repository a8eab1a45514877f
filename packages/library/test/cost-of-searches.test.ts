import { limits } from '@tamis/lang';

import { checkSource } from './check.js';

const search = (name: string): string => `screenName(transaction.metadata.${name}).hits > 0`;
const ruleOf = (key: string, searches: number): string => {
  const names = Array.from({ length: searches }, (_, at) => search(`${key}_${at}`));
  return `rule ${key} {\n  on transaction\n  when ${names.join(' or ')}\n}\n`;
};
const found = (source: string): readonly string[] =>
  checkSource(source, { activation: true }).diagnostics.map(({ code }) => code);

test('a rule may search for as many names as its budget allows, and no more', () => {
  expect(found(ruleOf('two', 2))).toEqual([]);
  expect(found(ruleOf('three', 3))).toEqual(['E0412']);
});

test('names searched together cost as much as one', () => {
  const [one, two] = checkSource(`${ruleOf('one', 1)}${ruleOf('two', 2)}`).rules;
  // Compared values are also not requested twice.
  expect([one!.cost, two!.cost]).toEqual([201, 203]);
  expect(two!.cost).toBeLessThanOrEqual(limits.costPerRule);
});
