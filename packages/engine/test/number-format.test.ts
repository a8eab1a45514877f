import {
  compileJointly,
  compileRuleSet,
  ruleSetVersion,
  type CompiledRuleSet,
  type RuleSetContent,
} from '../src/index.js';
import { contentOf, evaluateOnce, rule } from './single-rule.js';

const message = '{origin.name}: {transaction.amount} {1234567.5} {-0.25} {transaction.metadata.x} {1234.5 km} {7}';
const then = `then alert LOW "${message}" open case LOW "{shown}"`;
const header = 'let shown = text("{1234.5}")';
const source = rule('transaction.amount > 0 USD', { header, then });

const withPointGroups: RuleSetContent = { ...contentOf(source), numberFormat: '1.234,5' };
const context = {
  amount: '9400',
  currency: 'USD',
  originEntityId: 'e1',
  originEntity: { id: 'e1', name: 'Acme, S.A.' },
  metadata: { x: [1000.5, 'a.b', 2] },
};

function compiled(content: RuleSetContent, previous: readonly CompiledRuleSet[] = []): CompiledRuleSet {
  const result = compileRuleSet(content, { previous });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const textsOf = (set: CompiledRuleSet): readonly unknown[] =>
  evaluateOnce(set, { context }).effects.map((effect) =>
    effect.kind === 'createAlert' ? effect.title : effect.kind === 'openCase' ? effect.name : null,
  );

const withCommas = ['Acme, S.A.: 9,400.00 USD 1,234,567.5 -0.25 1,000.5, a.b, 2 1,234.5 km 7', '1,234.5'];
const withPoints = ['Acme, S.A.: 9.400,00 USD 1.234.567,5 -0,25 1.000,5, a.b, 2 1.234,5 km 7', '1.234,5'];

describe('format of numbers of a rule set', () => {
  it('is that of all its texts', () => {
    expect(textsOf(compiled(contentOf(source)))).toEqual(withCommas);
    expect(textsOf(compiled(withPointGroups))).toEqual(withPoints);
  });

  it('decides conditions that compare such texts', () => {
    const condition = rule('text("{transaction.amount}") = "9.400,00 USD"');
    const hits = (more: Partial<RuleSetContent>): number =>
      evaluateOnce(compiled({ ...contentOf(condition), ...more }), { context }).outcomes.length;
    expect([hits({}), hits({ numberFormat: '1.234,5' })]).toEqual([0, 1]);
  });

  it('is part of the version, unless it is the default', () => {
    const version = ruleSetVersion(contentOf(source));
    expect(ruleSetVersion({ ...contentOf(source), numberFormat: '1,234.5' })).toBe(version);
    expect(ruleSetVersion(withPointGroups)).not.toBe(version);
  });

  it('is not taken over from a set with another one, nor shared with it', () => {
    const before = compiled(contentOf(source));
    expect(textsOf(compiled(withPointGroups, [before]))).toEqual(withPoints);
    expect(textsOf(before)).toEqual(withCommas);
    expect(() => compileJointly([withPointGroups, contentOf(source)])).toThrow('formats of numbers');
  });
});
