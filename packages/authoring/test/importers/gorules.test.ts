import { ZenEngine } from '@gorules/zen-engine';
import { reportPromise } from '@tamis/testkit';
import fc from 'fast-check';
import { importGoRules, type ImportedRule } from '../../src/importers/index.js';
import { outcomesOf, type Facts } from './outcomes-of.js';
import { runs } from './random-facts.js';

type Row = Readonly<Record<string, unknown>>;

interface Table {
  readonly hitPolicy: 'first' | 'collect';
  readonly rules: readonly Row[];
}

const inputs = [
  { id: 'amount', name: 'Amount', field: 'amount' },
  { id: 'country', name: 'Country', field: 'customer.country' },
  { id: 'known', name: 'Known', field: 'known' },
];
const outputs = [{ id: 'row', name: 'Row', field: 'row' }];

const graph = (content: object, more: Readonly<Record<string, unknown>> = {}): object => ({
  nodes: [
    { id: 'in', type: 'inputNode', name: 'Request' },
    { id: 't', type: 'decisionTableNode', name: 'Risk', content: { inputs, outputs, ...content } },
    { id: 'out', type: 'outputNode', name: 'Response' },
  ],
  edges: [
    { id: 'e1', type: 'edge', sourceId: 'in', targetId: 't' },
    { id: 'e2', type: 'edge', sourceId: 't', targetId: 'out' },
  ],
  ...more,
});

/** Returns the rows that GoRules includes in the result of the table. */
async function rowsThere(content: object, all: readonly Facts[]): Promise<readonly ReadonlySet<string>[]> {
  const engine = new ZenEngine();
  const decision = engine.createDecision(Buffer.from(JSON.stringify(graph(content))));
  const found: ReadonlySet<string>[] = [];
  for (const facts of all) {
    const { result } = (await decision.evaluate(facts)) as { result: unknown };
    const answers = (Array.isArray(result) ? result : [result]) as readonly { row?: string }[];
    found.push(new Set(answers.flatMap(({ row }) => (row === undefined ? [] : [row]))));
  }
  engine.dispose();
  return found;
}

const rowOf = ({ source }: ImportedRule): string => /key "row=(\w+)"/.exec(source)?.[1] ?? '';

const numbers = fc.constantFrom(-1, 0, 1, 2.5, 5, 10);
const texts = fc.constantFrom('BR', 'US', 'br', 'a\\b', '');

const numberTest = fc.oneof(
  numbers.map(String),
  fc.tuple(fc.constantFrom('>', '>=', '<', '<=', '==', '!='), numbers).map(([sign, value]) => `${sign} ${value}`),
  fc
    .tuple(fc.constantFrom('', 'in ', 'not in '), fc.constantFrom('[', '('), fc.constantFrom(']', ')'))
    .map(([word, open, close]) => `${word}${open}0..5${close}`),
  fc.constantFrom('in [1, 5]', 'not in [0, 10]'),
);
const textTest = fc.oneof(
  texts.map((text) => `"${text}"`),
  texts.map((text) => `!= '${text}'`),
  fc.constantFrom('in ["BR", "US"]', 'not in ["BR"]', '["BR", "br"]'),
);
const joined = (test: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 6, arbitrary: test },
    { weight: 1, arbitrary: fc.constantFrom('null', '!= null') },
    {
      weight: 4,
      arbitrary: fc
        .tuple(test, fc.constantFrom(', ', ' or ', ' and '), fc.oneof(test, fc.constant('null')))
        .map((parts) => parts.join('')),
    },
  );

const table: fc.Arbitrary<Table> = fc
  .record({
    hitPolicy: fc.constantFrom('first' as const, 'collect' as const),
    rules: fc.array(
      fc.record({
        amount: joined(numberTest),
        country: joined(textTest),
        known: fc.constantFrom('', '', 'true', 'false', 'null'),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ hitPolicy, rules }) => ({ hitPolicy, rules: rules.map((row, index) => ({ ...row, row: `"r${index}"` })) }));

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null, freq: 5 });
const facts: fc.Arbitrary<Facts> = fc.record(
  {
    amount: maybe(numbers),
    customer: maybe(fc.record({ country: maybe(texts) }, { requiredKeys: [], noNullPrototype: true })),
    known: maybe(fc.boolean()),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const strangeFacts: fc.Arbitrary<Facts> = fc.record(
  {
    amount: fc.constantFrom<unknown>('5', true, [1], 5),
    customer: fc.constantFrom<unknown>('BR', { country: 5 }, { country: ['BR'] }, { country: 'BR' }),
    known: fc.constantFrom<unknown>('true', 0, true),
  },
  { noNullPrototype: true },
);

/** The expected refusals for a table that contains only supported constructs. */
const asExpected = /always (true|matches)|has more than|E090[23]/;

describe('GoRules decision tables', () => {
  it('promise 9: become rules that hit where their rows are answered with, missing data included', async () => {
    let [imported, tried, compared] = [0, 0, 0];
    const property = fc.asyncProperty(table, fc.array(facts, { minLength: 6, maxLength: 10 }), async (content, all) => {
      const { rules, refused } = importGoRules(graph(content));
      for (const { reason } of refused) expect(reason).toMatch(asExpected);
      expect(rules.length + refused.length).toBe(content.rules.length);
      tried += content.rules.length;
      if (rules.length === 0) return;
      imported += rules.length;
      compared += rules.length * all.length;
      const there = await rowsThere(content, all);
      const expected = there.map((rows) => rules.map((rule) => (rows.has(rowOf(rule)) ? 'hit' : 'no hit')));
      expect(outcomesOf(rules, all)).toEqual(expected);
    });
    await fc.assert(property, { numRuns: runs * 5 });
    reportPromise(9, {
      figure: `GoRules: 0 disagreements in ${compared} outcomes of ${imported} rows read of ${tried} random ones`,
      target: '0 disagreements',
      holds: compared > 0,
    });
    expect(imported).toBeGreaterThan(0);
  }, 600_000);

  it('evaluate to unknown, never to a wrong outcome, for data of another type', async () => {
    const property = fc.asyncProperty(table, fc.array(strangeFacts, { minLength: 4 }), async (content, all) => {
      const { rules } = importGoRules(graph(content));
      if (rules.length === 0) return;
      const there = await rowsThere(content, all);
      for (const [index, outcomes] of outcomesOf(rules, all).entries())
        for (const [place, rule] of rules.entries())
          expect([there[index]?.has(rowOf(rule)) ? 'hit' : 'no hit', 'unknown']).toContain(outcomes[place]);
    });
    await fc.assert(property, { numRuns: runs * 5 });
  });

  it('keep table name and row description, output keys, and omit rows that cannot match', () => {
    const content = {
      hitPolicy: 'first',
      inputField: 'request',
      outputPath: 'risk',
      inputs: inputs.slice(0, 2),
      outputs: [
        { id: 'level', name: 'Level', field: 'level' },
        { id: 'points', name: 'Points', field: 'points' },
      ],
      rules: [
        { _id: '1', _description: 'large', amount: '> 1000', country: '', level: '"high"', points: '90' },
        { _id: '2', amount: '<= 1000', country: '"BR"', level: "'low'", points: '' },
        { _id: '3', amount: '', country: '', level: '"other"', points: '' },
      ],
    };
    const { rules, refused } = importGoRules(graph(content), {
      fields: { 'request.amount': 'transaction.amountInUsd' },
    });
    expect(refused).toEqual([]);
    expect(rules).toEqual([
      {
        key: 'risk_1',
        source: `// table: "Risk", row 1
// large
rule risk_1 "Risk 1" {
  on transaction

  when transaction.amountInUsd is present
   and transaction.amountInUsd > 1000

  then key "risk.level=high"
       key "risk.points=90"
}
`,
      },
      {
        key: 'risk_2',
        source: `// table: "Risk", row 2
rule risk_2 "Risk 2" {
  on transaction

  when transaction.amountInUsd is present
   and transaction.amountInUsd <= 1000
   and transaction.metadata.request.customer.country is present
   and transaction.metadata.request.customer.country = "BR"

  then key "risk.level=low"
}
`,
      },
      {
        key: 'risk_3',
        source: expect.stringMatching(/when not \([^]*\)\n {3}and not all \{[^]*then key "risk\.level=other"/),
      },
    ]);
  });

  it('are rejected by name with the position where there is no equivalent', () => {
    const row = { amount: '> 1', country: '', known: '', row: '"x"' };
    const refusals = (content: object, more?: Readonly<Record<string, unknown>>) =>
      importGoRules(graph({ hitPolicy: 'collect', rules: [row], ...content }, more)).refused;
    const cells: readonly (readonly [cell: unknown, named: string])[] = [
      ['startsWith($, "x")', 'the cell `startsWith($, "x")`'],
      ['> "A"', 'the cell `> "A"`'],
      ['1, 2 and 3', 'the cell `1, 2 and 3`'],
      ['1e3', 'the cell `1e3`'],
      ['5 // five', 'the cell `5 // five`'],
      ['1, "x"', 'the cell `1, "x"`'],
      [']1..5[', 'the cell `]1..5[`'],
      ['[5..1]', 'the cell `[5..1]`'],
      ['', 'always true is not a rule'],
      [undefined, 'a row without one never matches'],
    ];
    for (const [cell, named] of cells)
      expect(refusals({ rules: [{ ...row, amount: cell }] })).toEqual([
        { at: expect.stringMatching(/^nodes\[1\]\.content\.rules\[0\]/), reason: expect.stringContaining(named) },
      ]);
    const tables: readonly (readonly [content: object, more: Readonly<Record<string, unknown>>, named: string])[] = [
      [{ hitPolicy: 'unique' }, {}, 'the table "Risk": the hit policy "unique"'],
      [{ executionMode: 'loop' }, {}, 'once for each element'],
      [{ inputField: 'len(x)' }, {}, 'the input "len(x)"'],
      [{ rules: {} }, {}, 'must have a list of up to'],
      [{ inputs: [{ id: 'amount', field: 'amount * 2' }] }, {}, 'a column without a field'],
      [{ outputs: [{ id: 'amount', field: 'x' }] }, {}, 'the output "> 1"'],
      [{}, { edges: [] }, 'it reads data from other nodes, or from nothing: only the input can be read'],
      [
        {},
        { nodes: [{ id: 'f', type: 'functionNode', name: 'Code', content: '' }] },
        'the node "Code" of type "functionNode"',
      ],
      [{}, { nodes: null }, 'a decision must be {nodes, edges}, two lists of objects'],
      [{}, { edges: [[]] }, 'a decision must be {nodes, edges}, two lists of objects'],
      [{ inputs: [[]] }, {}, 'columns must be lists of {id, field}'],
      [{ outputs: undefined }, {}, 'columns must be lists of {id, field}'],
    ];
    for (const [content, more, named] of tables)
      expect(refusals(content, more)).toEqual([{ at: expect.any(String), reason: expect.stringContaining(named) }]);
    const first = {
      hitPolicy: 'first',
      rules: [{ ...row, row: 'amount * 2' }, row, { ...row, amount: '' }],
    };
    expect(refusals(first).map(({ at, reason }) => [at.slice(-19), reason])).toEqual([
      ['ent.rules[0]["row"]', expect.stringContaining('the output "amount * 2"')],
      [expect.stringMatching(/rules\[1\]$/), 'row 1 comes before this one and was refused'],
      [expect.stringMatching(/rules\[2\]$/), 'row 1 comes before this one and was refused'],
    ]);
    const always = { hitPolicy: 'first', rules: [row, { ...row, amount: '' }, row] };
    expect(refusals(always).map(({ reason }) => reason)).toEqual(['row 2 comes before this one and always matches']);
  });

  it('are rejected when rows or cells exceed what a rule can hold', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      amount: `> ${index}`,
      country: '',
      known: '',
      row: '"x"',
    }));
    const { rules, refused } = importGoRules(graph({ hitPolicy: 'first', rules: rows.slice(0, 60) }));
    expect(rules.length).toBeGreaterThan(10);
    for (const { reason } of refused) expect(reason).toMatch(/has more than 100 comparisons|E0903/);
    expect(importGoRules(graph({ hitPolicy: 'collect', rules: [...rows, ...rows] })).refused).toHaveLength(1);
    const long = {
      amount: Array.from({ length: 50_000 }, (_, index) => index).join(', '),
      country: '',
      known: '',
      row: '',
    };
    expect(importGoRules(graph({ hitPolicy: 'collect', rules: [long] })).refused).toHaveLength(1);
  });
});
