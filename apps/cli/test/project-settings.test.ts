import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, good, runTamis, runTamisInProcess } from './support/run-tamis.js';

// Some commands are started in a separate process.
jest.setTimeout(60_000);

const payment = { originEntityId: 'e1', amount: '54', currency: 'BRL', transactedAt: '2026-03-05T10:02:00Z' };

const bareDay = 'rule day { on transaction when now = 2026-03-05T03:00:00Z }';

const rates = (rate: string): object => ({
  referenceCurrency: 'USD',
  maxAgeDays: 60,
  quotes: [{ base: 'USD', quote: 'BRL', at: Date.parse('2026-03-01T00:00:00Z'), rate }],
});

describe('tamis.config.json', () => {
  it.each([
    ['{', 'not JSON: '],
    ['null', 'must be an object'],
    ['[]', 'must be an object'],
    ['{"timezone": "Mars/Phobos"}', '`timezone` must be an IANA time zone such as "America/Sao_Paulo"'],
    ['{"baseCurrency": "usd"}', '`baseCurrency` must be a currency code such as "USD"'],
    ['{"numberFormat": "1 234,5"}', '`numberFormat` must be "1,234.5" or "1.234,5"'],
    ['{"currencyCodes": ["pts"]}', '`currencyCodes` must be a list of codes such as ["PTS"]'],
    ['{"rules": 5}', '`rules` must be a pattern such as "rules/**/*.rules"'],
  ])('%s is reported by every command that reads it', async (config, words) => {
    const cwd = createFolder({ 'tamis.config.json': config, 'a.rules': good, 'one.json': JSON.stringify(payment) });
    for (const args of [
      ['check', 'a.rules'],
      ['check'],
      ['test', 'a.rules'],
      ['explain', 'a.rules', '--on', 'one.json'],
      ['dry-run', 'a.rules', '--local', 'one.json'],
      ['plan', 'a.rules'],
    ]) {
      const { code, err } = await runTamisInProcess(args, cwd);
      expect([code, err.split('\n')[0]]).toEqual([3, expect.stringContaining(`tamis: tamis.config.json: ${words}`)]);
      expect(err).not.toContain('    at ');
    }
  });

  const project = {
    'tamis.config.json': JSON.stringify({ timezone: 'America/Sao_Paulo', tables: 'tables.json' }),
    'tables.json': JSON.stringify({ rates: rates('5.40') }),
    'a.rules': `language 1
rule morning { on transaction when hour(transaction.transactedAt) = 7 }
rule large { on transaction when transaction.amount >= 10 USD }
`,
    'one.json': JSON.stringify(payment),
  };
  const outcomes = async (cwd: string, event = 'one.json'): Promise<readonly string[]> => {
    const { out } = await runTamisInProcess(['explain', '--on', event, '--json'], cwd);
    const { rules } = JSON.parse(out) as { rules: readonly { outcome: string }[] };
    return rules.map(({ outcome }) => outcome);
  };

  it('gives the time zone in which events are explained, as in dry runs', async () => {
    const cwd = createFolder({ ...project, 'one.jsonl': JSON.stringify({ id: 'p1', ...payment }) });
    expect((await outcomes(cwd))[0]).toBe('hit');
    const { out } = await runTamisInProcess(['dry-run', '--local', 'one.jsonl', '--csv'], cwd);
    expect(out).toContain('morning,morning,added,0,1');
  });

  it('names the tables with which events without tables of their own are explained', async () => {
    const own = JSON.stringify({ context: payment, tables: { rates: rates('5.41') } });
    const cwd = createFolder({ ...project, 'own.json': own });
    expect((await outcomes(cwd))[1]).toBe('hit');
    expect((await outcomes(cwd, 'own.json'))[1]).toBe('no_hit');
  });

  it('gives the offset of events with a bare day', async () => {
    const day = { ...payment, transactedAt: '2026-03-05' };
    const cwd = createFolder({ ...project, 'day.json': JSON.stringify(day), 'a.rules': bareDay });
    expect(await outcomes(cwd, 'day.json')).toEqual(['hit']);
  });
});

test('a project without a folder of rules has no rules', async () => {
  const cwd = createFolder({ 'tamis.config.json': '{"rules": "rules/**/*.rules"}' });
  const { code, err } = await runTamisInProcess(['check'], cwd);
  expect([code, err]).toEqual([3, 'tamis: rules/**/*.rules: no file matches\n']);
});

describe('a byte order mark', () => {
  it('is accepted before every kind of JSON', async () => {
    const texts = {
      'tamis.config.json': '{"timezone": "America/Sao_Paulo", "tables": "tables.json"}',
      'tables.json': JSON.stringify({ rates: rates('5.40') }),
      'one.json': JSON.stringify(payment),
      'map.json': '{"amount": "transaction.amountInUsd"}',
      'logic.json': '{">": [{"var": "amount"}, 10]}',
    };
    const marked = Object.entries(texts).map(([name, text]) => [name, `\uFEFF${text}`] as const);
    const cwd = createFolder({ ...Object.fromEntries(marked), 'a.rules': `\uFEFF${good}` });
    const { out, err } = await runTamisInProcess(['explain', '--on', 'one.json', '--json'], cwd);
    expect([err, JSON.parse(out)]).toMatchObject(['', { rules: [{ outcome: 'hit' }] }]);
    const imported = await runTamisInProcess(['import', 'json-logic', 'logic.json', '--map', 'map.json'], cwd);
    expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('transaction.amountInUsd') });
    const { out: json } = await runTamisInProcess(['convert', '--to', 'json', 'a.rules'], cwd);
    const back = createFolder({ 'a.json': `\uFEFF${json}` });
    const text = await runTamisInProcess(['convert', '--to', 'text', 'a.json'], back);
    expect(text).toMatchObject({ code: 0, out: expect.stringContaining('rule large {') });
  });
});

describe('a file that must not be written', () => {
  it('is reported, and the other files are written', () => {
    const wrong = good.replace('transaction.amount >=', 'transaction.amuont >=');
    const cwd = createFolder({ 'a.rules': wrong, 'b.rules': wrong });
    chmodSync(cwd, 0o777);
    chmodSync(join(cwd, 'a.rules'), 0o444);
    chmodSync(join(cwd, 'b.rules'), 0o666);
    for (const args of [
      ['check', '--fix'],
      ['fmt', '--json'],
    ]) {
      const { code, out, err } = runTamis([...args, 'a.rules', 'b.rules'], { cwd, isUnprivileged: true });
      expect([code, err]).toEqual([3, expect.stringContaining('tamis: a.rules: not written: permission denied\n')]);
      expect(out).toContain(args[0] === 'fmt' ? '"unwritten": [\n    "a.rules"\n  ]' : 'error[E0201]');
    }
    expect(readFileSync(join(cwd, 'a.rules'), 'utf8')).toBe(wrong);
    expect(readFileSync(join(cwd, 'b.rules'), 'utf8')).toContain('when transaction.amount >= 10 USD\n\n  test');
  });
});
