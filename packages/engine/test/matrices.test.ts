import {
  compileRuleSet,
  gatherFacts,
  InMemoryFacts,
  prepareSummary,
  type CompiledRuleSet,
  type MatrixContent,
  type EvaluationParams,
  type EvaluationOutcome,
} from '../src/index.js';
import { contentOf, created } from './single-rule.js';

const matrix = (key: string, more: Partial<MatrixContent> = {}): MatrixContent => ({
  matrixId: `id-${key}`,
  key,
  name: `Matrix ${key}`,
  version: 3,
  status: 'active',
  scale: { minimum: -10, maximum: 90 },
  thresholds: { low: 10, medium: 20, high: 60 },
  bands: [
    { decision: 'REVIEW_REQUIRED', from: 20 },
    { decision: 'HOLD', from: 60 },
  ],
  otherwise: 'APPROVE',
  ...more,
});

function setWith(matrices: readonly MatrixContent[], ...sources: readonly string[]): CompiledRuleSet {
  const defaultMatrices = { transaction: matrices.map(({ key }) => key) };
  const result = compileRuleSet({
    ...contentOf(...sources),
    matrices,
    ...(matrices.length > 0 ? { defaultMatrices } : {}),
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value;
}

const context = {
  id: 't-0',
  originEntityId: 'e1',
  channel: 'web',
  type: 'TRANSFER',
  originEntity: { id: 'e1', countryCode: 'BR' },
};
const evaluate = (set: CompiledRuleSet, run: EvaluationParams = created): EvaluationOutcome =>
  set.evaluate(context, gatherFacts(set, context, run, new InMemoryFacts()), run);
const rule = (key: string, header: string, then = ''): string =>
  `rule ${key} "${key}" { on transaction ${header} when transaction.channel = "web" ${then} }`;

describe('matrices', () => {
  it('score their own rules, set the strictest band and level, and count a rule of two matrices once', () => {
    const set = setWith(
      [matrix('a'), matrix('b')],
      rule('x', 'matrix a score 15'),
      rule('y', 'matrix a, b score 10'),
      rule('loose', 'score 100'),
    );
    const outcome = evaluate(set);
    expect(outcome).toMatchObject({ totalScore: 25, riskScore: 35, riskLevel: 'HIGH', decision: 'REVIEW_REQUIRED' });
    expect(outcome.matrices).toMatchObject([
      {
        matrix: 'a',
        totalScore: 25,
        normalizedScore: 35,
        level: 'HIGH',
        band: 'REVIEW_REQUIRED',
        rulesEvaluated: 2,
        rulesMatched: 2,
      },
      {
        matrix: 'b',
        totalScore: 10,
        normalizedScore: 20,
        level: 'MEDIUM',
        band: 'APPROVE',
        rulesEvaluated: 1,
        rulesMatched: 1,
      },
    ]);
    expect(outcome.decisionBecause).toEqual([
      { source: 'matrix', decision: 'REVIEW_REQUIRED', riskMatrixId: 'id-a', totalScore: 25, from: 20 },
    ]);
    const applied = { evaluationId: null, alerts: [], status: null, customKeys: [] };
    const summary = JSON.parse(prepareSummary(set).render(outcome, applied)) as { riskMatricesExecuted: unknown };
    expect(summary.riskMatricesExecuted).toMatchObject([
      {
        riskMatrixId: 'id-a',
        riskMatrixVersion: 3,
        scoreResult: { rawScore: 25, label: { name: 'High', range: '20-60' } },
      },
      { riskMatrixId: 'id-b', band: 'APPROVE' },
    ]);
  });

  it('in shadow do not count, but a rule that is also in an active matrix counts there', () => {
    const set = setWith(
      [matrix('a'), matrix('dark', { status: 'shadow' })],
      rule('x', 'matrix dark score 70', 'then key "k"'),
      rule('y', 'matrix a, dark score 5', 'then key "l"'),
    );
    const outcome = evaluate(set);
    expect(outcome).toMatchObject({ totalScore: 5, decision: 'APPROVE' });
    expect(outcome.matrices).toMatchObject([{ totalScore: 5 }, { shadow: true, totalScore: 75, band: 'HOLD' }]);
    expect(outcome.effects).toMatchObject([{ mode: 'shadow' }, { mode: 'apply' }]);
  });

  it('named by a run are executed, and if it names none, the rules without a matrix', () => {
    const set = setWith([matrix('a'), matrix('b')], rule('x', 'matrix a'), rule('y', 'matrix b'), rule('z', ''));
    const evaluated = (run: EvaluationParams): readonly string[] =>
      evaluate(set, run).evaluated.map((index) => set.rules[index]?.checked.key ?? '');
    expect(evaluated({ ...created, matrices: ['b'] })).toEqual(['y']);
    expect(evaluated({ ...created, matrices: [] })).toEqual(['z']);
  });

  it('that are disabled stop nothing and only record a rule that is otherwise in a shadow matrix', () => {
    const events = { transaction_created: { enabled: false, watch: [] } };
    const set = setWith(
      [matrix('a'), matrix('off', { events }), matrix('quiet', { status: 'shadow' })],
      rule('top', 'matrix a score 1 priority 90 stop on match', 'then key "top"'),
      rule('x', 'matrix a, off score 15', 'then key "x"'),
      rule('y', 'matrix off, quiet score 20', 'then key "y"'),
    );
    const outcome = evaluate(set);
    expect(outcome.effects.map(({ rule: key, skipped }) => [key, skipped])).toEqual([
      ['top', null],
      ['x', 'stopped'],
      ['y', null],
    ]);
    const applied = { evaluationId: null, alerts: [], status: null, customKeys: [] };
    expect(JSON.parse(prepareSummary(set).render(outcome, applied))).toMatchObject({
      rulesHit: [{ status: 'active' }, { status: 'active' }, { ruleKey: 'y', status: 'shadow' }],
      totalScore: 16,
    });
  });

  it('that are disabled or silent for a trigger do not count', () => {
    const strict = { otherwise: 'HOLD' } as const;
    const events = { transaction_created: { enabled: false, watch: [] } };
    const set = setWith(
      [matrix('a'), matrix('off', { ...strict, events }), matrix('silent', strict)],
      rule('x', '(created, scheduled) matrix a score 15'),
      rule('y', 'matrix silent score 15'),
    );
    const found = (trigger: string, matrices?: readonly string[]): unknown => {
      const { decision, riskScore, matrices: executed } = evaluate(set, { ...created, trigger, matrices });
      return [decision, riskScore, executed?.flatMap((each) => (each.shadow ? [] : each.matrix))];
    };
    expect(found('created', ['a', 'off'])).toEqual(['APPROVE', 25, ['a']]);
    expect(found('created', ['off'])).toEqual(['APPROVE', 0, []]);
    expect(found('created', ['a', 'silent'])).toEqual(['HOLD', 25, ['a', 'silent']]);
    expect(found('scheduled', ['a', 'silent'])).toEqual(['APPROVE', 25, ['a']]);
    expect(found('manual', ['a', 'off'])).toEqual(['HOLD', 25, ['a', 'off']]);
  });
});

describe('stop on match', () => {
  it('skips the actions of lower rules in every matrix they are in, but keeps score and suggestion', () => {
    const set = setWith(
      [matrix('a'), matrix('b')],
      rule('top', 'matrix a score 1 priority 90 stop on match', 'then key "top"'),
      rule('same', 'matrix a score 1 priority 90', 'then key "same"'),
      rule('below', 'matrix a score 1 priority 10', 'then key "below" suggest FLAG'),
      rule('both', 'matrix a, b score 1 priority 10', 'then key "both"'),
    );
    const { effects, totalScore, suggestion } = evaluate(set);
    expect(effects.map(({ rule: key, kind, skipped }) => [key, kind, skipped])).toEqual([
      ['top', 'setKey', null],
      ['same', 'setKey', null],
      ['below', 'setKey', 'stopped'],
      ['below', 'suggest', null],
      ['both', 'setKey', null],
    ]);
    expect({ totalScore, suggestion }).toEqual({ totalScore: 4, suggestion: 'FLAG' });
  });
});

describe('rule applicability', () => {
  const keys = (set: CompiledRuleSet, run: EvaluationParams = created): readonly string[] =>
    evaluate(set, run).evaluated.map((index) => set.rules[index]?.checked.key ?? '');

  it('depends on its scope, and data missing on the subject exclude nothing', () => {
    const set = setWith(
      [],
      rule('brazil', 'scope { countries: ["BR"] }'),
      rule('peru', 'scope { countries: ["PE"] }'),
      rule('transfers', 'scope { transactionTypes: ["TRANSFER"], paymentMethods: ["PIX"] }'),
    );
    expect(keys(set)).toEqual(['brazil', 'transfers']);
  });

  it('depends on its period, including both days', () => {
    const set = setWith(
      [],
      rule('today', 'effective from 2026-01-15 until 2026-01-15'),
      rule('over', 'effective from 2026-01-01 until 2026-01-14'),
      rule('coming', 'effective from 2026-01-16'),
    );
    expect(keys(set)).toEqual(['today']);
  });

  it('depends on the stage, and asynchronous rules change neither score nor decision', () => {
    const set = setWith([], rule('now', 'score 90'), rule('later', 'score 90 evaluate async', 'then key "k"'));
    expect(keys(set)).toEqual(['now']);
    const after = evaluate(set, { ...created, stage: 'async' });
    expect(after).toMatchObject({ evaluated: [1], totalScore: 0, decision: 'APPROVE', effects: [{ kind: 'setKey' }] });
  });
});

describe('effects', () => {
  it('of every kind have the values of the rule, and an automation is run once', () => {
    const then = `then open case HIGH "Case of {transaction.channel}" run automation "a-1" notify email "hello {origin}"
      assign to team "desk" alert LOW "x" with { type: "FRAUD", tags: ["t"] }`;
    const set = setWith([], rule('x', 'owner "o-1"', then), rule('y', '', 'then run automation "a-1"'));
    expect(evaluate(set).effects).toMatchObject([
      { kind: 'openCase', priority: 'HIGH', name: 'Case of web', values: { 'transaction.channel': 'web' } },
      { kind: 'runAutomation', automationId: 'a-1', skipped: null },
      { kind: 'notify', channel: 'email', recipients: ['o-1'], message: 'hello e1' },
      { kind: 'assign', to: { type: 'team', id: 'desk' } },
      { kind: 'createAlert', type: 'FRAUD', settings: { tags: ['t'] } },
      { kind: 'runAutomation', skipped: 'duplicate' },
    ]);
  });

  it('show the best match of a search', () => {
    const source = `rule s "S" { on transaction when origin.name is similar to any in ["Jane Doe", "John Smith"] at 80%
      then alert HIGH "{match.value} {match.score}" }`;
    const set = setWith([], source);
    const subject = { ...context, originEntity: { id: 'e1', name: 'Jon Smith' } };
    const outcome = set.evaluate(subject, gatherFacts(set, subject, created, new InMemoryFacts()), created);
    expect(outcome.effects).toMatchObject([{ title: expect.stringMatching(/^John Smith 0\.9/) as string }]);
  });
});

describe('condition ids', () => {
  it('appear in summaries as given, and missing ones are generated without collision', () => {
    const content = contentOf(
      'rule r "R" { on transaction when transaction.channel = "web" and transaction.category = "x" }',
    );
    const [only] = content.rules;
    const result = compileRuleSet({
      ...content,
      rules: [{ ...(only as (typeof content.rules)[number]), conditionIds: { 1: 'mine' } }],
    });
    expect(result.ok && result.value.rules[0]?.items.map(({ id }) => id)).toEqual(['cond-1', 'mine']);
  });
});
