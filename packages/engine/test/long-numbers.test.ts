import { evaluateOnce, rule, setOf } from './single-rule.js';

/** Six thousand digits: the largest numbers supported. */
const large = `${Array.from({ length: 6 }, () => 'pow(10, 1000)').join(' * ')} * 12345`;

it('numbers of six thousand digits in messages and texts are formatted in one pass', () => {
  const holes = Array.from({ length: 12 }, () => '{large}').join(' ');
  const lets = Array.from({ length: 16 }, (_, index) => `let t${String(index)} = text("{large} ${String(index)}")`);
  const condition = lets.map((_, index) => `length(t${String(index)}) > 8000`).join(' and ');
  const source = rule(condition, {
    header: `let large = ${large} ${lets.join('\n')}`,
    then: `then alert LOW "${holes}"`,
  });
  const set = setOf(source);
  for (let run = 0; run < 100; run += 1) {
    const { hits, effects } = evaluateOnce(set);
    expect(hits).toEqual([0]);
    expect(effects[0]).toMatchObject({ title: expect.stringMatching(/^12,345,000,000,/) });
  }
});

it('the time of day beyond the year 9999 is formatted like any other', () => {
  const set = setOf(rule('text("{origin.expiresAt}") = "9999-12-31 23:58"'));
  const originEntity = { id: 'e', expiresAt: '9999-12-31T23:59:00-23:59' };
  expect(evaluateOnce(set, { context: { originEntityId: 'e', originEntity } }).hits).toEqual([0]);
});
