import { compileRuleSet, gatherFacts, InMemoryFacts, type Context, type EvaluationParams } from '@tamis/engine';
import { EnginePool } from '@tamis/engine-pool';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const now = Date.parse('2026-01-15T12:00:00Z');
const run: EvaluationParams = { evaluationId: 'e', target: 'transaction', trigger: 'created', now };

const rule = (condition: string, lets: readonly string[] = []): string =>
  `rule r {\n  on transaction\n${lets.map((each) => `  ${each}\n`).join('')}  when ${condition}\n  unknown hit\n}\n`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Each let uses the one before twice. */
const doubling = (count: number, first: string, next: (before: string) => string): string[] =>
  numbers(count).map((index) => `let v${index} = ${index === 0 ? first : next(`v${index - 1}`)}`);
const doubledTexts = (count: number): string[] =>
  doubling(count, 'text("{origin.name}{origin.name}")', (before) => `text("{${before}}{${before}}")`);

const contentOf = (source: string) => ({
  rules: [
    {
      ruleId: 'd0000000-0000-4000-8000-000000000001',
      version: 1,
      status: 'active' as const,
      source,
      externalId: null,
      createdAt: '2026-01-01T00:00:00Z',
    },
  ],
  lists: {},
  baseCurrency: 'USD',
  timezone: 'UTC',
});

const refused: readonly (readonly [what: string, code: string, source: string])[] = [
  ['1,000 brackets in one another', 'E0902', rule(`${'('.repeat(1_000)}true${')'.repeat(1_000)}`)],
  ['1,000 negations', 'E0902', rule(`${'not '.repeat(1_000)}origin.isPep`)],
  ['1,000 groups in one another', 'E0902', rule(`${'any { '.repeat(1_000)}true${' }'.repeat(1_000)}`)],
  [
    'an or of 10,000 terms',
    'E0903',
    rule(
      numbers(10_000)
        .map((n) => `origin.riskScore = ${n}`)
        .join(' or '),
    ),
  ],
  ['a list of 100,000 elements', 'E0905', rule(`origin.riskScore in [${numbers(100_000).join(',')}]`)],
  ['a text of 100,000 characters', 'E0906', rule(`origin.name = "${'a'.repeat(100_000)}"`)],
  ['loops in loops', 'E0408', rule('count(origin.accounts where count(origin.accounts) > 1) > 1')],
  ['texts that double 30 times', 'E0903', rule('length(v29) > 0', doubledTexts(30))],
  [
    'numbers that double 30 times',
    'E0903',
    rule(
      'v29 > 0',
      doubling(30, 'origin.riskScore', (v) => `${v} + ${v}`),
    ),
  ],
  [
    'conditions that double 30 times',
    'E0903',
    rule(
      'v29',
      doubling(30, 'origin.isPep', (v) => `${v} and ${v}`),
    ),
  ],
  [
    'definitions that double 15 times',
    'E0903',
    numbers(15)
      .map((index) => `define d${index}(x) as ${index === 0 ? 'x + x' : `d${index - 1}(x) + d${index - 1}(x)`}\n`)
      .join('') + rule('d14(origin.riskScore) > 1'),
  ],
  ['a pattern that looks around', 'E0601', rule('origin.name matches `a(?=b)`')],
  ['a pattern of a million instructions', 'E0602', rule('origin.name matches `(?:(?:a{100}){100}){100}`')],
];

const name = 'a'.repeat(16_000);
const stopped: readonly (readonly [what: string, cause: string, source: string])[] = [
  ['a loop over 100,000 elements', 'too_many_rows', rule('count(origin.accounts) >= 0')],
  ['a search in 100,000 elements', 'too_many_rows', rule('origin.attributes.tags contains any of ["x", "y"]')],
  ['a text that doubles', 'too_long', rule('length(text("{origin.name}{origin.name}{origin.name}")) > 0')],
  [
    'replacements that double',
    'too_long',
    rule(
      'length(v11) > 0',
      doubling(12, 'replace(origin.name, "a", "aa")', (v) => `replace(${v}, "a", "aa")`),
    ),
  ],
  ['a division by zero', 'division_by_zero', rule('1 / (origin.riskScore - origin.riskScore) > 1')],
  ['a power of a power', 'out_of_domain', rule('pow(origin.riskScore, pow(origin.riskScore, 99)) > 1')],
];

const context: Context = {
  id: 't1',
  amount: '1',
  currency: 'USD',
  transactedAt: new Date(now).toISOString(),
  originEntityId: 'e1',
  originEntity: {
    id: 'e1',
    name,
    riskScore: 99,
    attributes: { tags: numbers(100_000).map(String) },
    accounts: numbers(100_000).map(() => ({ accountType: 'CHECKING' })),
  },
};

describe('promise 10: no rule can hold the service', () => {
  it.each(refused)('promise 10: %s is refused when it is saved, at a place in the text', (_what, code, source) => {
    const compiled = compileRuleSet(contentOf(source));
    if (compiled.ok) throw new Error('it was taken');
    const [found] = compiled.error.flatMap(({ diagnostics }) => diagnostics);
    const lines = source.split('\n');
    expect(found?.code).toBe(code);
    expect(lines[found?.range?.start.line ?? -1]?.length).toBeGreaterThan(found?.range?.start.character ?? Infinity);
  });

  describe('while a worker evaluates', () => {
    const pool = new EnginePool({ threads: 1, deadlineMs: 60_000 });
    const delay = monitorEventLoopDelay({ resolution: 10 });
    beforeAll(() => delay.enable());
    afterAll(async () => {
      delay.disable();
      await pool.destroy();
      const [p99, max] = [delay.percentile(99), delay.max].map((ns) => (ns / 1e6 - 10).toFixed(1));
      process.stdout.write(
        `promise 10: delay of the main event loop p99 ${p99} ms, longest ${max} ms (not asserted)\n`,
      );
    });

    it.each(stopped)('promise 10: %s ends as unknown: %s', async (_what, cause, source) => {
      const content = contentOf(source);
      const compiled = compileRuleSet(content);
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
      const facts = gatherFacts(compiled.value, context, run, new InMemoryFacts());
      const request = { contextJson: JSON.stringify(context), factsJson: JSON.stringify(facts), params: run };
      const outcome = (await pool.evaluate({ key: pool.load(content), ...request })).outcome();
      expect(outcome.outcomes.map((each) => [each.outcome, each.causes?.[0]?.cause])).toEqual([['unknown', cause]]);
    });
  });
});
