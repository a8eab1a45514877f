import {
  compileRuleSet,
  type Context,
  explainRule,
  gatherFacts,
  InMemoryFacts,
  prepareSummary,
  type RuleSetContent,
} from '@tamis/engine';
import { libraryCatalogue } from '@tamis/library';
import type { Declaration, TypePattern } from '@tamis/lang';
import { derivedPartsOf, type MaskedRun, outcomeWithoutDerived, explainedTo, maskFor } from './domain/masking.js';

const unprivileged = { scopes: new Set<string>() } as unknown as Parameters<typeof maskFor>[0];
const watched = 'c0000000-0000-4000-8000-000000000001';
const idNumber = '9137046528';
const context: Context = {
  id: 't1',
  originEntityId: 'e1',
  amount: '10',
  currency: 'USD',
  deviceDetails: { ipAddress: '203.0.113.77' },
  originEntity: {
    id: 'e1',
    type: 'person',
    name: 'Zoraide Quintanilha',
    phone: '+5511987654321',
    email: 'zoraide@quintanilha.example',
    entityData: { person: { idNumber, dateOfBirth: '1971-08-23', firstName: 'Zoraide' } },
  },
};

const contentOf = (source: string): RuleSetContent => ({
  rules: [{ ruleId: 'r1', version: 1, status: 'active', source, externalId: null, createdAt: '2026-01-01T00:00:00Z' }],
  lists: { watched: { id: watched, name: 'watched', type: 'custom' } },
  baseCurrency: 'USD',
  timezone: 'UTC',
});

const ruleWith = (condition: string, { header = '', then = '' } = {}): string =>
  `list watched = "watched"\n${header}\nrule r "R" { on transaction when ${condition} ${then} }`;

/** Evaluates one rule; returns `null` if the rule has errors. */
function runOf(source: string): MaskedRun | null {
  const content = contentOf(source);
  const compiled = compileRuleSet(content);
  if (!compiled.ok) return null;
  const run = {
    evaluationId: 'run',
    target: 'transaction',
    trigger: 'created',
    now: Date.parse('2026-03-01T00:00:00Z'),
  } as const;
  const facts = gatherFacts(compiled.value, context, run, new InMemoryFacts(new Map([[watched, new Set()]])));
  return {
    set: { compiled: compiled.value, content },
    run,
    outcome: compiled.value.evaluate(context, facts, run),
    context: JSON.stringify(context),
    facts: JSON.stringify(facts),
  };
}

const requireRun = (source: string): MaskedRun => {
  const run = runOf(source);
  if (!run) throw new Error(`errors in ${source}`);
  return run;
};

const noActions = { evaluationId: null, alerts: [], status: null, customKeys: [] } as const;

/** Returns everything that an evaluation reports about its rule: summary and explanation. */
function toldOf(run: MaskedRun): string {
  const { compiled } = run.set;
  const inspector = compiled.inspectRule(0, JSON.parse(run.context), JSON.parse(run.facts), run.run);
  return JSON.stringify(
    maskFor(unprivileged, run, {
      summary: JSON.parse(prepareSummary(compiled).render(run.outcome, noActions)),
      trace: explainRule(inspector, { full: true, ...explainedTo(unprivileged) }),
    }),
  );
}

/** Expressions with sensitive fields, and others without, by kind. */
const sensitive: Readonly<Record<string, string>> = {
  text: 'origin.person.idNumber',
  any: 'origin.person.idNumber',
  T: 'number(origin.person.idNumber)',
  number: 'number(origin.person.idNumber)',
  money: 'money(number(origin.person.idNumber), "USD")',
  date: 'origin.person.dateOfBirth',
  datetime: 'firstSeen(origin.phone, "payee")',
  duration: 'now - firstSeen(origin.phone, "payee")',
  currency: 'currencyOf(money(number(origin.person.idNumber), "USD"))',
  ip: 'transaction.deviceDetails.ipAddress',
  list: 'split(origin.person.idNumber, "4")',
  'list<T>': 'split(origin.person.idNumber, "4")',
  country: 'phoneCountry(origin.phone)',
};
const plain: Readonly<Record<string, readonly string[]>> = {
  text: [
    '"4"',
    '"cpf"',
    '"America/Sao_Paulo"',
    '"jaro_winkler"',
    '"day"',
    '"fraud"',
    '"vpn"',
    '"payee"',
    'transaction.externalId',
  ],
  any: ['"4"'],
  T: ['"4"', '4', '2026-01-01'],
  number: ['1', '3'],
  money: ['10 USD'],
  bool: ['true', 'transaction.amount > 1 USD'],
  date: ['2026-01-01'],
  datetime: ['now'],
  duration: ['1 day', '24h'],
  country: ['"BR"'],
  currency: ['"USD"'],
  entity: ['origin'],
  listref: ['watched'],
  list: ['["4", "5"]'],
  'list<T>': ['["4", "5"]', '[10, 50]', '[2026-01-01, 2026-02-01]'],
  ip: ['transaction.deviceDetails.ipAddress'],
  geo: ['transaction.location'],
};

const kindsOf = (pattern: TypePattern): readonly string[] => (typeof pattern === 'string' ? [pattern] : pattern);

/** Returns evaluations of calls of a function in which one operand contains a sensitive field, as far as the checker accepts them. */
function callsOf({ name, signatures }: Declaration): readonly MaskedRun[] {
  if (name === 'text') return [requireRun(ruleWith('text("{origin.person.idNumber}") is not missing'))];
  const found: MaskedRun[] = [];
  for (const { operands } of signatures)
    operands.forEach((pattern, at) => {
      const given = kindsOf(pattern).flatMap((kind) => sensitive[kind] ?? []);
      const others = operands.map((each, index) =>
        index === at ? given : kindsOf(each).flatMap((kind) => plain[kind] ?? []),
      );
      const tries = others.reduce<string[][]>(
        (all, one) => all.flatMap((row) => one.map((text) => [...row, text])),
        [[]],
      );
      for (const row of tries) {
        const call = `${name}(${row.join(', ')})`;
        const run = runOf(ruleWith(`${call} is not missing`)) ?? runOf(ruleWith(call));
        if (run) {
          found.push(run);
          break;
        }
      }
    });
  return found;
}

/** Functions that only accept entities, coordinates, lists and constants. */
const withoutSensitive = new Set([
  'distance',
  'geoCountry',
  'hasTag',
  'listSize',
  'networkRisk',
  'screening',
  'sharedWith',
]);

describe('masking of values derived from sensitive fields', () => {
  it.each(libraryCatalogue.functions.map((each) => [each.name, each] as const))(
    'hides the result of %s',
    (name, declared) => {
      const calls = callsOf(declared);
      expect([name, calls.length === 0]).toEqual([name, withoutSensitive.has(name)]);
      for (const run of calls) {
        const rule = run.set.compiled.rules[0]!;
        const { node } = rule.items[0]!;
        const call = node.kind === 'operation' ? node.operands[0]! : node;
        const isTruth = rule.checked.meaning.type(call).kind === 'bool';
        expect([rule.content.source, derivedPartsOf(rule).leaves.size]).toEqual([rule.content.source, isTruth ? 0 : 1]);
        const { actual } = outcomeWithoutDerived(run).outcomes[0]?.leaves[0] ?? {};
        if (actual !== undefined) expect([name, actual]).toEqual([name, isTruth ? actual : '****']);
      }
    },
  );

  it.each([
    ['a variable', 'let tail = substring(origin.person.idNumber, 6, 4)', 'tail != "x"'],
    ['a variable of a variable', 'let id = origin.person.idNumber let tail = upper(id)', 'tail != "x"'],
    ['a definition', 'define tail as upper(origin.person.idNumber)', 'tail != "x"'],
    ['a definition with a parameter', 'define cut(x) as substring(x, 6, 4)', 'cut(origin.person.idNumber) != "x"'],
    ['a number', '', 'number(substring(origin.person.idNumber, 6, 4)) > 1'],
    ['a concatenation', '', 'text("#{substring(origin.person.idNumber, 6, 4)}#") != "x"'],
    ['a choice', '', 'if(transaction.amount > 1 USD, length(origin.person.idNumber), 0) > 1'],
    [
      'an aggregate',
      '',
      'latest(substring(origin.person.firstName, 1, 2) of transactions from origin in last 1h) != "x"',
    ],
    ['a derived field', '', 'origin.ageYears > 1'],
    ['half of an address', '', 'emailLocal(origin.email) != "x"'],
    ['another value where it is missing', '', '(origin.attributes.alias otherwise origin.person.idNumber) != "x"'],
    ['a look-up', '', 'substring(origin.person.idNumber, 6, 4) not in watched'],
  ])('hides %s but shows the outcome', (_, header, condition) => {
    const run = requireRun(
      header.startsWith('let')
        ? ruleWith(condition).replace('on transaction', `on transaction ${header}`)
        : ruleWith(condition, { header }),
    );
    const [found] = run.outcome.outcomes;
    const { actual } = found!.leaves[0]!;
    expect([found!.outcome, actual]).not.toContain(undefined);
    const told = toldOf(run);
    expect(told).toContain('"actual":"****"');
    expect(told).not.toContain(`:${JSON.stringify(actual)}`);
    expect(told).toContain('"outcome":"true"');
  });

  it('leaves counts and values that involve no sensitive field', () => {
    const counted = 'count(transactions from origin in last 1h where origin.person.idNumber != "x") = 1';
    const told = toldOf(requireRun(ruleWith(`transaction.amount > 1 USD and ${counted}`)));
    expect(told).toContain('"10 USD"');
    expect(told).toContain('"actual":1');
    expect(told).not.toContain('****');
  });

  it('hides values in messages and leaves the rest of the text unchanged', () => {
    const message = 'then alert LOW "{transaction.amount} of {substring(origin.person.idNumber, 7, 4)}"';
    const run = requireRun(ruleWith('transaction.amount > 1 USD', { then: message }));
    const [alert] = run.outcome.effects;
    const { title } = alert as { title: string };
    expect(title).toContain('6528');
    expect(maskFor(unprivileged, run, { alerts: [{ title }] })).toEqual({
      alerts: [{ title: title.replace('6528', '****') }],
    });
    expect(maskFor({ scopes: new Set(['entities:read_sensitive']) }, run, { title })).toEqual({ title });
  });
});
