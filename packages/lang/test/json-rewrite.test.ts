import fc from 'fast-check';
import { ruleDeclaration, type RuleDeclaration } from '../src/ast/index.js';
import { sameTree } from '../src/ast/same-tree.js';
import { decodeRule } from '../src/json/decode-rule.js';
import { encodeRule } from '../src/json/encode-rule.js';
import type { RuleJson } from '../src/json/rule-json.js';
import { readRules } from '../src/lower/read-rules.js';
import { applyJsonToSource } from '../src/rewrite/apply-json-to-source.js';

const source = `// file comment
list watched = "x"   // the list

rule r "Title" { // head comment
  on       transaction (created)  // on this
  category aml
  score    25  // a score

  // counting
  let sent = count(transactions from origin in last 24h)   // how many

  /* why */
  when transaction.amount >= 10_000 USD   // big
   and (transaction.a=1 or transaction.b = 2) // either
   and sent > 3 // many
  unknown review

  then alert HIGH "x" once per origin in 24h // tell
       // the rest
       suggest SUSPEND

  test "t" {
    when transaction { amount: 5 USD }   // a fixture
    expect no hit
  }
}

// the other one
rule other { on transaction when transaction.x }
`;

const ruleOf = (text: string, key = 'r'): RuleDeclaration => {
  const { file, diagnostics } = readRules(text);
  expect(diagnostics).toEqual([]);
  const rule = file.rules.find((each) => each.key.text === key);
  if (rule === undefined) throw new Error(key);
  return rule;
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- edits reach anywhere into the JSON
type Loose = Record<string, any>;

/** Returns the removed and added lines of the source after an edit of the rule's JSON. */
function edited(edit: (json: Loose) => void): { readonly gone: string[]; readonly come: string[] } {
  const before = ruleOf(source);
  const json = JSON.parse(JSON.stringify(encodeRule(before, ['watched']))) as RuleJson & Loose;
  edit(json);
  const { rule, diagnostics } = decodeRule(json);
  expect(diagnostics).toEqual([]);
  const text = applyJsonToSource(source, before, rule as never);
  const after = ruleOf(text, json.key);
  expect(sameTree({ ...after, tests: [] }, rule)).toBe(true);
  expect(sameTree(after.tests, before.tests)).toBe(true);
  const [old, now] = [source.split('\n'), text.split('\n')];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
}

const leaf = { field: 'channel', operator: 'exists' };

describe('rewriting a source from changed JSON', () => {
  test.each<[string, (json: Loose) => void, { gone: string[]; come: string[] }]>([
    ['nothing', () => undefined, { gone: [], come: [] }],
    [
      'a score',
      (json) => (json['score'] = -5),
      { gone: ['  score    25  // a score'], come: ['  score    -5  // a score'] },
    ],
    [
      'a threshold',
      (json) => (json['conditions'].conditions[2].value = 4),
      { gone: ['   and sent > 3 // many'], come: ['   and sent > 4 // many'] },
    ],
    [
      'a value within a group',
      (json) => (json['conditions'].conditions[1].conditions[0].value = 9),
      {
        gone: ['   and (transaction.a=1 or transaction.b = 2) // either'],
        come: ['   and (transaction.a=9 or transaction.b = 2) // either'],
      },
    ],
    [
      'a condition that is new at the end',
      (json) => json['conditions'].conditions.push(leaf),
      { gone: [], come: ['   and transaction.channel is present'] },
    ],
    [
      'a condition that is new at the start',
      (json) => json['conditions'].conditions.unshift(leaf),
      {
        gone: ['  when transaction.amount >= 10_000 USD   // big'],
        come: ['  when transaction.channel is present', '   and transaction.amount >= 10_000 USD   // big'],
      },
    ],
    [
      'a condition that went',
      (json) => json['conditions'].conditions.splice(1, 1),
      {
        gone: [
          '  when transaction.amount >= 10_000 USD   // big',
          '   and (transaction.a=1 or transaction.b = 2) // either',
        ],
        come: ['  when transaction.amount >= 10_000 USD // big // either'],
      },
    ],
    [
      'headers',
      (json) => {
        json['priority'] = 80;
        delete json['category'];
        json['tags'] = ['q'];
        json['scope'] = { countries: ['BR'] };
      },
      { gone: ['  category aml'], come: ['  tags ["q"]', '  scope { countries: ["BR"] }', '  priority 80'] },
    ],
    [
      'title and key',
      (json) => {
        json['key'] = 'rr';
        delete json['name'];
      },
      { gone: ['rule r "Title" { // head comment'], come: ['rule rr { // head comment'] },
    ],
    [
      'an action that is new',
      (json) => json['actions'].push({ type: 'setCustomKeys', setCustomKeys: { keys: ['k'] } }),
      { gone: [], come: ['       key "k"'] },
    ],
    ['an action that went', (json) => json['actions'].pop(), { gone: ['       suggest SUSPEND'], come: [] }],
    [
      'what a let counts',
      (json) => (json['let'][0].value.$aggregate.window.amount = 48),
      {
        gone: ['  let sent = count(transactions from origin in last 24h)   // how many'],
        come: ['  let sent = count(transactions from origin in last 48h)   // how many'],
      },
    ],
    ['a let that is new', (json) => json['let'].push({ name: 'y', value: 3 }), { gone: [], come: ['  let y = 3'] }],
    ['the policy for unknown', (json) => delete json['unknown'], { gone: ['  unknown review'], come: [] }],
  ])('%s', (_title, edit, lines) => expect(edited(edit)).toEqual(lines));

  test('preserves a byte order mark', () => {
    const before = ruleOf(source);
    const after = ruleDeclaration({ ...before, unknown: null });
    const text = applyJsonToSource(`\uFEFF${source}`, before, after);
    expect(text.startsWith('\uFEFF// file comment')).toBe(true);
    expect(text).not.toContain('unknown review');
  });

  test('rejects a source with errors or without the rule', () => {
    const before = ruleOf(source);
    expect(() => applyJsonToSource('list x = "y"', before, before)).toThrow(RangeError);
    expect(() => applyJsonToSource(`${source}rule {`, before, before)).toThrow(RangeError);
  });
});

/** Conditions with a unique spelling, to be combined at random. */
const terms = fc.letrec<{ term: string; chain: string }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(3)).map(([name, value]) => `transaction.${name} > ${value}`),
    tie('chain').map((inner) => `(${inner})`),
    tie('chain').map((inner) => `not (${inner}) // c\n`),
    fc.array(tie('chain'), { minLength: 1, maxLength: 3 }).map((items) => `none { ${items.join(', /* i */ ')} }`),
    fc.array(tie('chain'), { minLength: 1, maxLength: 3 }).map((items) => `all { // x\n${items.join(',\n')}, }`),
  ),
  chain: fc
    .tuple(fc.constantFrom(' and ', ' or // y\n'), fc.array(tie('term'), { minLength: 1, maxLength: 3 }))
    .map(([word, items]) => items.join(word)),
})).chain;
const rest = fc.tuple(
  fc.subarray(['priority 5', 'category aml', 'score -4 // s', 'tags ["a"]', 'stop on match', 'meta { a: 1 }']),
  fc.subarray(['let x = 1', 'let y = 2 // l', 'let z = now']),
  fc.option(fc.constantFrom('review', 'hit'), { nil: null }),
  fc.subarray(['suggest BLOCK', 'key "a" // k', 'key "b"', 'alert LOW "m" with { type: "AML" }']),
);
const sources = fc.tuple(terms, rest).map(
  ([when, [headers, lets, unknown, actions]]) => `// start
rule r {
  on transaction ${headers.join('\n')}
  ${lets.join('\n')}
  when ${when}
  ${unknown === null ? '' : `unknown ${unknown}`}
  ${actions.length === 0 ? '' : `then ${actions.join('\n')}`}
} // end
`,
);

test('after any change the new source contains the new rule and keeps everything outside it', () => {
  fc.assert(
    fc.property(sources, sources, (old, now) => {
      const [before, after] = [ruleOf(old), ruleOf(now)];
      const text = applyJsonToSource(old, before, after);
      expect(sameTree(ruleOf(text), after)).toBe(true);
      expect(text).toMatch(/^\/\/ start\n[^]*\} \/\/ end\n$/);
      expect(applyJsonToSource(old, before, before)).toBe(old);
    }),
    { numRuns: 100 },
  );
});
