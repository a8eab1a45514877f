import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, runTamisInProcess } from './support/run-tamis.js';

const rules = (limit: number): string => `param limit = ${limit} USD between 50 USD and 150 USD step 50 USD

rule large {
  on transaction
  score 80

  when transaction.amount >= limit

  then alert HIGH "large"
}
`;

const event = (id: string, amount: string, label: string): string =>
  JSON.stringify({ context: { id, amount, currency: 'USD', transactedAt: '2026-01-15T09:00:00Z' }, label });

const files = {
  'new.rules': rules(100),
  'old.rules': rules(50),
  'events.jsonl': [event('a', '120', 'fraud'), event('b', '70', 'cleared'), event('c', '60', 'cleared')].join('\n'),
};
const local = ['--local', 'events.jsonl'];
const ofLimit = ['new.rules', '--param', 'limit', ...local];

describe('tamis sweep', () => {
  test('reports the results of each value, the frontier and the values within the budget', async () => {
    const cwd = createFolder(files);
    const args = ['sweep', 'large', ...ofLimit, '--alert-budget', '1'];
    const { code, out, err } = await runTamisInProcess([...args, '--json'], cwd);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      param: 'limit',
      current: '100 USD',
      rule: 'large',
      points: [
        { value: '50 USD', hits: 3, positivesCaught: 1, falseAlarms: 2, alertsPerDay: 3 },
        { value: '100 USD', hits: 1, positivesCaught: 1, falseAlarms: 0 },
        { value: '150 USD', hits: 0, positivesCaught: 0, falseAlarms: 0 },
      ],
      frontier: ['100 USD'],
      monotone: { hits: 'fall' },
      suggestion: { value: '100 USD' },
    });
    const text = (await runTamisInProcess(args, cwd)).out;
    expect(text).toMatch(/100 USD +1 +1 +0 +0 +1\.00 +0\.17 +now, frontier\n/);
    expect(text).toContain('Within the budget, 100 USD catches most: 1 of 1 known frauds, 0 false alarms');
  });

  test('accepts explicit values and writes CSV and an HTML page', async () => {
    const cwd = createFolder(files);
    const args = ['sweep', 'large', ...ofLimit, '--values', '50 USD,150 USD', '--csv', '--html', 's.html'];
    const { out } = await runTamisInProcess(args, cwd);
    expect(out.split('\r\n').slice(1)).toEqual(['50 USD,3,1,2,0,3,0.5,yes', '150 USD,0,0,0,0,0,0,yes', '']);
    const page = readFileSync(join(cwd, 's.html'), 'utf8');
    expect(page).toContain('Frontier: 50 USD, 150 USD; hits only decrease with the value.');
    expect(page.match(/(?:src|href)="[^"]*"/g)).toBeNull();
  });

  test('reports errors in a command line and suggests corrections', async () => {
    const cwd = createFolder({ ...files, 'free.rules': rules(100).replace(/ between .*/, '') });
    const checkRefused = async (args: readonly string[], code: number, said: string) => {
      const finished = await runTamisInProcess(['sweep', ...args], cwd);
      expect({ args, code: finished.code, out: finished.out }).toEqual({ args, code, out: '' });
      expect(finished.err).toContain(said);
    };
    await checkRefused(['small', ...ofLimit], 2, 'there is no rule `small`; there are large');
    await checkRefused(['large', 'new.rules', '--param', 'lim', ...local], 2, 'no rule has a parameter `lim`');
    await checkRefused(['large', 'free.rules', '--param', 'limit', ...local], 2, 'has no range `between … and …`');
    await checkRefused(['large', ...ofLimit, '--steps', '1'], 2, '--steps is a number from 2 to 50');
    await checkRefused(['large', ...ofLimit, '--values', '1,,2'], 2, '--values takes 1 to 50 values');
    await checkRefused(['large', ...ofLimit, '--values', 'a b'], 2, '`a b` is not a value');
    await checkRefused(['large', ...ofLimit, '--values', '7 USD'], 1, 'E0313');
    await checkRefused(['large', ...ofLimit, '--values', '100 USD,7 USD'], 1, 'tamis: `7 USD`: E0313: the default is');
    await checkRefused(['large', ...ofLimit, '--alert-budget', 'x'], 2, '--alert-budget is alerts a day');
    await checkRefused(['large', 'new.rules', ...local], 2, "required option '--param <name>' not specified");
  });
});

describe('tamis compare', () => {
  test('reports what changed in the source and on the events', async () => {
    const cwd = createFolder(files);
    const args = ['compare', 'old.rules', 'new.rules', ...local];
    const { code, out } = await runTamisInProcess(args, cwd);
    expect(code).toBe(1);
    expect(out).toContain('~ param limit\n');
    expect(out).toContain('  REVIEW_REQUIRED → APPROVE: 2\n');
    const { behaviour, differences } = JSON.parse((await runTamisInProcess([...args, '--json'], cwd)).out);
    expect(differences).toMatchObject([{ rule: 'param limit', change: 'changed' }]);
    expect(behaviour.candidates[0]).toMatchObject({ name: 'after', changed: 2, rules: [{ gained: 0, lost: 2 }] });
    expect(await runTamisInProcess(['compare', 'new.rules', 'new.rules', ...local], cwd)).toMatchObject({ code: 0 });
    expect(await runTamisInProcess(['compare', 'gone.rules', 'new.rules', ...local], cwd)).toMatchObject({
      code: 3,
      out: '',
    });
  });
});
