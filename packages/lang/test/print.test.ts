import fc from 'fast-check';
import { expressions, files, rules, propertyRuns } from '@tamis/testkit/arbitraries';
import {
  printExpression,
  printFile,
  printRule,
  readExpression,
  readRules,
  sameTree,
  type Expression,
} from '../src/index.js';

const expression = (source: string): Expression => {
  const { expression: read, diagnostics } = readExpression(source);
  expect(diagnostics).toEqual([]);
  return read as Expression;
};

const formatted = (source: string): string => printExpression(expression(source));

test('every printed expression parses to the same tree, and printing is canonical', () => {
  fc.assert(
    fc.property(expressions(), (tree) => {
      const text = printExpression(tree);
      const read = expression(text);
      expect(sameTree(read, tree)).toBe(true);
      expect(printExpression(read)).toBe(text);
    }),
    propertyRuns(2000),
  );
});

test('every printed rule parses to the same tree', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const text = printRule(rule);
      const { file, diagnostics } = readRules(text);
      expect(diagnostics).toEqual([]);
      expect(file.rules.map((read) => sameTree(read, rule))).toEqual([true]);
      expect(file.rules.map(printRule)).toEqual([text]);
    }),
    propertyRuns(1000),
  );
});

test('every printed file parses to the same tree', () => {
  fc.assert(
    fc.property(files, (tree) => {
      const text = printFile(tree);
      const { file, diagnostics } = readRules(text);
      expect(diagnostics).toEqual([]);
      expect(sameTree(file, tree)).toBe(true);
      expect(printFile(file)).toBe(text);
    }),
    propertyRuns(1000),
  );
});

test.each([
  ['a == 1 AND b <> 2', 'a = 1 and b != 2'],
  ['a is "x" or a is not 5 USD', 'a = "x" or a != 5 USD'],
  ['NOT (a IN ["x",])', 'not a in ["x"]'],
  ['a not in list "Mules"', 'a not in list "Mules"'],
  ['a is not missing and b is not present and c is not empty', 'a is present and b is missing and c is not empty'],
  ['a not between 1_000.50 USD and 2000 USD', 'a not between 1_000.50 USD and 2_000 USD'],
  ['a > 2000 and b > 20000', 'a > 2000 and b > 20_000'],
  ['a > 24 hours or a > 3 months or a > 2mins or a > 1 secs', 'a > 24h or a > 3mo or a > 2m or a > 1s'],
  ['a > 500km', 'a > 500 km'],
  ['a or b and c', 'a or (b and c)'],
  ['(a and b) and (c and d)', 'a and b and c and d'],
  ['((a + b)) * c - (d - e)', '(a + b) * c - (d - e)'],
  ['(a - b) - c', 'a - b - c'],
  ['a + (b otherwise 0)', 'a + (b otherwise 0)'],
  ['-(a + b) as USD', '-(a + b) as USD'],
  ['(-a) as USD', '(-a) as USD'],
  [
    'sum((prior) of t) + sum((prior as USD) of prior t) + sum(prior.x of t) + count(prior t)',
    'sum((prior) of t) + sum((prior as USD) of prior t) + sum(prior.x of t) + count(prior t)',
  ],
  ['(a = b) = (c = d)', '(a = b) = (c = d)'],
  ['a["b"].c["KYC tier"]["rule"]', 'a.b.c["KYC tier"]["rule"]'],
  [
    'sum(amount as USD of prior transactions from origin to destination in last 24 hours where a = 1)',
    'sum(amount as USD of prior transactions from origin to destination in last 24h where a = 1)',
  ],
  ['"\\u{1F600}\\u{202E}\\n"', '"😀\\u{202E}\\n"'],
])('%s is printed as %s', (source, text) => {
  expect(formatted(source)).toBe(text);
});

test('a rule is printed in the order and columns of the manual', () => {
  const { file } = readRules(`
    rule r "Title" { score -5 category aml on transaction, person (created,updated)
      let a = 1 let b=2
      when a = 1 and (b = 2 or c = 3) unknown REVIEW
      then alert HIGH "m" once per origin in 24 hours add a.b to L, c to list "M" because "why" key "k" }`);
  expect(printFile(file)).toBe(`rule r "Title" {
  on       transaction, person (created, updated)
  category aml
  score    -5

  let a = 1
  let b = 2

  when a = 1
   and (b = 2 or c = 3)
  unknown REVIEW

  then alert HIGH "m" once per origin in 24h
       add a.b to L,
           c to list "M"
           because "why"
       key "k"
}
`);
});
