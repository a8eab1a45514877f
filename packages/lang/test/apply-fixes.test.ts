import { applyFixes, readRules } from '../src/index.js';

const fixed = (source: string): string | undefined => applyFixes(source, readRules(source).diagnostics)?.text;
const rule = (condition: string): string => `rule a "A" { on transaction when ${condition} }`;

test.each([
  ['!origin.isPep', 'not origin.isPep'],
  ['(a > 1)&&(b > 2)', '(a > 1) and(b > 2)'],
  ['a > 1&&b > 2', 'a > 1 and b > 2'],
  ['a = "x"||b = "y"', 'a = "x" or b = "y"'],
  ['a > 1 && b > 2', 'a > 1 and b > 2'],
  ['a≥1', 'a>=1'],
])('replacing an operator in `%s` does not join adjacent words', (condition, expected) => {
  expect(fixed(rule(condition))).toBe(rule(expected));
  expect(readRules(rule(expected)).diagnostics).toEqual([]);
});

it('a fix after a byte order mark replaces the right characters and keeps the mark', () => {
  expect(fixed('\uFEFFRule a "A" { on transaction when true }')).toBe('\uFEFFrule a "A" { on transaction when true }');
  expect(fixed('\uFEFFrule a "A" {\n on transaction when !true }')).toBe(
    '\uFEFFrule a "A" {\n on transaction when not true }',
  );
});
