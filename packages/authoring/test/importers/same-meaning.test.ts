import { Engine, type RuleProperties } from 'json-rules-engine';
import { LogicEngine } from 'json-logic-engine';
import {
  importJsonLogic,
  importJsonRulesEngine,
  type ImportOptions,
  type ImportResult,
} from '../../src/importers/index.js';
import { outcomesOfPayments, type Facts } from './outcomes-of.js';

const logicEngine = new LogicEngine();

/** A test of one fact in both languages. */
interface Case {
  readonly logic: object;
  /** `null` if it cannot be expressed there. */
  readonly condition: object | null;
  /** The facts of the source language, and the payment with the same data. */
  readonly facts: readonly (readonly [Facts, Facts])[];
  readonly options?: ImportOptions;
}

const fact = (name: string, operator: string, value: unknown, path?: string): object => ({
  fact: name,
  operator,
  value,
  ...(path === undefined ? {} : { path }),
});

const metadata = (...all: readonly Facts[]) => all.map((facts) => [facts, { metadata: facts }] as const);
const spelt = ['José', 'jose', 'JOSÉ', 'Ana'].map((name) => [{ name }, { originEntity: { name } }] as const);

const cases: Readonly<Record<string, Case>> = {
  'a mapped field whose case and accents do not count, equal': {
    logic: { '===': [{ var: 'name' }, 'José'] },
    condition: fact('name', 'equal', 'José'),
    facts: spelt,
    options: { fields: { name: 'origin.name' } },
  },
  'a mapped field whose case and accents do not count, not equal': {
    logic: { '!=': [{ var: 'name' }, 'jose'] },
    condition: fact('name', 'notEqual', 'jose'),
    facts: spelt,
    options: { fields: { name: 'origin.name' } },
  },
  'a mapped field whose case and accents do not count, in a list': {
    logic: { in: [{ var: 'name' }, ['José', 'ana']] },
    condition: fact('name', 'in', ['José', 'ana']),
    facts: spelt,
    options: { fields: { name: 'origin.name' } },
  },
  'a mapped field whose case and accents do not count, a part of it': {
    logic: { in: ['os', { var: 'name' }] },
    condition: null,
    facts: spelt,
    options: { fields: { name: 'origin.name' } },
  },
  'a mapped field whose case and accents do not count, beside another': {
    logic: { '===': [{ var: 'name' }, { var: 'other' }] },
    condition: fact('name', 'equal', { fact: 'other' }),
    facts: ['José', 'jose'].map((other) => [
      { name: 'jose', other },
      { originEntity: { name: 'jose' }, metadata: { other } },
    ]),
    options: { fields: { name: 'origin.name' } },
  },
  'texts that look like blocks of addresses': {
    logic: { in: [{ var: 'ip' }, ['10.0.0.0/8', '::1/128', 'x']] },
    condition: fact('ip', 'in', ['10.0.0.0/8', '::1/128', 'x']),
    facts: metadata({ ip: '10.0.0.0/8' }, { ip: '10.1.2.3' }, { ip: '::1' }, { ip: 'x' }),
  },
  'texts that look like blocks of addresses, not in a list': {
    logic: { '!': [{ in: [{ var: 'ip' }, ['10.0.0.0/8']] }] },
    condition: fact('ip', 'notIn', ['10.0.0.0/8']),
    facts: metadata({ ip: '10.0.0.0/8' }, { ip: '10.1.2.3' }, {}),
  },
  'a dot that is part of a name': {
    logic: { '===': [{ var: 'a\\.b.c' }, 1] },
    condition: fact('a.b', 'equal', 1, '$.c'),
    facts: metadata({ 'a.b': { c: 1 } }, { a: { b: { c: 1 } } }, { 'a\\': { b: { c: 1 } } }),
  },
  'a backslash that is part of a name': {
    logic: { '===': [{ var: 'a\\\\.b\\c' }, 1] },
    condition: fact('a\\', 'equal', 1, '$.b'),
    facts: metadata({ 'a\\': { 'b\\c': 1, b: 1 } }, { 'a\\\\': { 'b\\c': 1 } }, { a: { b: 1 } }),
  },
  'a dot that is part of a name that is mapped': {
    logic: { '===': [{ var: 'a\\.b' }, 1] },
    condition: fact('a.b', 'equal', 1),
    facts: [1, 2].map((value) => [{ 'a.b': value }, { originEntity: { riskScore: value } }]),
    options: { fields: { 'a\\.b': 'origin.riskScore' } },
  },
  'a member that only looks like a length': {
    logic: { '>': [{ var: 'length' }, 2] },
    condition: fact('length', 'greaterThan', 2),
    facts: metadata({ length: 1 }, { length: 3 }),
  },
};

async function firesThere(condition: object, facts: Facts): Promise<boolean> {
  const rule = { conditions: { all: [condition] }, event: { type: 'x' } } as RuleProperties;
  const { events } = await new Engine([rule], { allowUndefinedFacts: true }).run({ ...facts });
  return events.length > 0;
}

function outcomes({ rules, refused }: ImportResult, payments: readonly Facts[]): readonly unknown[] {
  expect(refused).toEqual([]);
  return outcomesOfPayments(rules, payments).flat();
}

const asOutcomes = (found: readonly boolean[]): readonly string[] => found.map((each) => (each ? 'hit' : 'no hit'));

describe('imported rules', () => {
  it.each(Object.entries(cases))('keep their meaning: %s', async (_name, { logic, condition, facts, options }) => {
    const payments = facts.map(([, payment]) => payment);
    const logicThere = facts.map(([each]) => Boolean(logicEngine.run(logic, each)));
    expect(outcomes(importJsonLogic(logic, options), payments)).toEqual(asOutcomes(logicThere));
    if (condition === null) return;
    const rule = { conditions: { all: [condition] }, event: { type: 'x' } };
    const there = await Promise.all(facts.map(([each]) => firesThere(condition, each)));
    expect(outcomes(importJsonRulesEngine(rule, options), payments)).toEqual(asOutcomes(there));
  });

  it('are rejected by name when a field would reinterpret texts, or a name is not a single member', () => {
    const fields = { ip: 'transaction.deviceDetails.ipAddress', at: 'transaction.transactedAt', who: 'origin' };
    const refused: readonly (readonly [name: string, value: unknown, reason: string])[] = [
      [
        'ip',
        '10.0.0.1',
        '`transaction.deviceDetails.ipAddress` is an IP address: a text compared with it would be read as one',
      ],
      ['at', '2026-01-01', '`transaction.transactedAt` is'],
      ['who', 'e-1', '`origin` is'],
      ['items.length', 2, '`items.length`: `length` is also a member of every list'],
      ['__proto__', 'x', '`__proto__`: `__proto__` is also a member'],
      ['a.constructor.name', 'x', '`constructor` is also a member'],
      ['cafe\u0301', 'x', 'is not in NFC'],
      ['city', 'Sa\u0303o', 'is not in NFC'],
      ['city', 'x\ud800', 'is not in NFC'],
    ];
    for (const [name, value, reason] of refused) {
      const [head, ...rest] = name.split('.');
      const path = rest.length === 0 ? undefined : `$.${rest.join('.')}`;
      const rule = { conditions: { all: [fact(head as string, 'equal', value, path)] }, event: { type: 'x' } };
      for (const imported of [
        importJsonLogic({ '===': [{ var: name }, value] }, { fields }),
        importJsonRulesEngine(rule, { fields }),
      ])
        expect({ name, imported }).toEqual({
          name,
          imported: { rules: [], refused: [{ at: expect.any(String), reason: expect.stringContaining(reason) }] },
        });
    }
    const mapped = { fields: { 'items.length': 'transaction.metadata.count' } };
    expect(importJsonLogic({ '>': [{ var: 'items.length' }, 2] }, mapped).rules).toHaveLength(1);
  });

  it('note in a comment that texts are compared in NFC when a text is not plain ASCII', () => {
    const [rule] = importJsonLogic({ '===': [{ var: 'city' }, 'S\u00e3o Paulo'] }).rules;
    expect(rule?.source).toContain('// Note: texts are compared in NFC');
  });
});

describe('input nested or repeated beyond what a rule can hold', () => {
  const deep = (wrap: (inner: unknown) => unknown, levels: number): unknown => {
    let built: unknown = { '<': [{ var: 'a' }, 1] };
    for (let level = 0; level < levels; level++) built = wrap(built);
    return built;
  };
  const nested = expect.stringContaining('nested more than 32 levels deep');
  const large = expect.stringContaining('larger than a rule can be');

  it('is rejected once, at its position, in JsonLogic', () => {
    for (const wrap of [
      (inner: unknown) => ({ '!': [inner] }),
      (inner: unknown) => ({ and: [inner] }),
      (inner: unknown) => ({ '<': [{ if: [inner, 1, 2] }, 3] }),
    ])
      expect(importJsonLogic(deep(wrap, 100_000)).refused).toEqual([{ at: expect.any(String), reason: nested }]);
    const list = deep((inner) => [inner], 100_000);
    expect(importJsonLogic({ '===': [{ var: 'a' }, list] }).refused).toHaveLength(1);
    const wide = { or: Array.from({ length: 100_000 }, () => ({ '<': [{ var: 'a' }, 1] })) };
    expect(importJsonLogic(wide).refused).toEqual([{ at: expect.any(String), reason: large }]);
    const doubling = deep((inner) => ({ if: [inner, { var: 'b' }, { var: 'c' }] }), 30);
    expect(importJsonLogic(doubling).refused).toEqual([{ at: expect.any(String), reason: large }]);
    const long = importJsonLogic({ '<': [{ var: `${'a.'.repeat(200_000)}a` }, 1] }).refused;
    expect(long).toEqual([{ at: '$.<[0].var', reason: 'a name of 200001 steps: a path has up to 16' }]);
    const sum = { '+': Array.from({ length: 900 }, () => ({ var: 'a' })) };
    expect(importJsonLogic({ '<': [sum, 1] }).refused).toEqual([
      { at: '$', reason: expect.stringMatching(/would not check: E090\d/) },
    ]);
    let remainder: unknown = { var: 'a' };
    for (let level = 0; level < 28; level++) remainder = { '%': [2, remainder] };
    expect(importJsonLogic({ '<': [remainder, 1] }).refused).toEqual([{ at: expect.any(String), reason: large }]);
  });

  it('is rejected once, at its position, in json-rules-engine', () => {
    const of = (condition: unknown, more: object = {}): object => ({
      rules: [{ conditions: { all: [condition] }, event: { type: 'x', ...more } }],
    });
    const refusals = (document: unknown) => importJsonRulesEngine(document).refused;
    expect(refusals(of(deep((inner) => ({ not: inner }), 100_000)))).toEqual([
      { at: expect.any(String), reason: nested },
    ]);
    const leaf = fact('a', 'equal', 1);
    const shared = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `c${index}`,
        index === 0 ? leaf : { all: [{ condition: `c${index - 1}` }, { condition: `c${index - 1}` }] },
      ]),
    );
    const doubling = { ...of({ condition: 'c12' }), conditions: shared };
    expect(refusals(doubling)).toEqual([{ at: expect.any(String), reason: large }]);
    const params = deep((inner) => [inner], 100_000);
    expect(refusals(of(leaf, { params }))).toEqual([{ at: 'rules[0].event', reason: 'it is nested too deeply' }]);
    expect(refusals(of(fact('a', 'equal', params)))).toHaveLength(1);
  });
});
