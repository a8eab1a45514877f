import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, runTamis, runTamisInProcess } from './support/run-tamis.js';

// Each command is started in a separate process.
jest.setTimeout(60_000);

const rule = (limit: number): string =>
  `rule large {\n  on transaction\n  score 80\n\n  when transaction.amount >= ${limit} USD\n\n  then alert HIGH "large"\n}\n`;

const event = (id: string, amount: string, hour: number, label: string | null = null): string =>
  JSON.stringify({
    context: { id, amount, currency: 'USD', transactedAt: `2026-01-15T${String(hour).padStart(2, '0')}:00:00Z` },
    label,
  });

const files = {
  'old.rules': rule(100),
  'new.rules': rule(50),
  'events.jsonl': [event('a', '120.10', 9, 'fraud'), event('b', '70.25', 8, 'fraud'), event('c', '9', 10)].join('\n'),
};

describe('tamis dry-run', () => {
  test('reports the changes against other rules, deterministically', () => {
    const cwd = createFolder(files);
    const args = ['dry-run', '--local', 'events.jsonl', 'new.rules', '--against', 'old.rules'];
    const { code, out, err } = runTamis([...args, '--json'], { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      records: { replayed: 3, late: 1, labelled: { fraud: 2, cleared: 0 } },
      baseline: { decisions: { APPROVE: 2, REVIEW_REQUIRED: 1 }, stopped: { USD: '120.1' }, alerts: 1 },
      candidates: [
        {
          flips: [{ from: 'APPROVE', to: 'REVIEW_REQUIRED', count: 1 }],
          labels: { fraud: 2, caught: 2, falseAlarms: 0, recall: 1 },
          amounts: { gained: { USD: '70.25' }, lost: {} },
          matches: [{ id: 'b', gained: ['large'], lost: [], decisionCandidate: 'REVIEW_REQUIRED' }],
        },
      ],
    });
    const compared = runTamis(['compare', 'old.rules', 'new.rules', '--local', 'events.jsonl', '--csv'], { cwd });
    expect(compared).toMatchObject({ code: 1, err: '' });
    expect(compared.out.split('\r\n').slice(1)).toEqual(['large,large,changed,1,2,1,0,1,0,0,1,2,0,0,0,0', '']);
    const text = runTamis(args, { cwd }).out;
    expect(text).toContain('APPROVE → REVIEW_REQUIRED: 1');
    expect(text).toContain('large (changed)  1 → 2       1     0');
    expect(text).toContain((JSON.parse(out) as { hash: string }).hash);
  });

  test('sets parameters, reads labels from a file, and prints a line for each rule', async () => {
    const tuned = `param limit = 100 USD between 50 USD and 200 USD\n\n${rule(0).replace('0 USD', 'limit')}`;
    const labels = 'id,label\nb,cleared\nc,fraud\n';
    const cwd = createFolder({ ...files, 'new.rules': tuned, 'labels.csv': labels });
    const args = ['dry-run', '--local', 'events.jsonl', 'new.rules', '--csv', '--labels', 'labels.csv'];
    const lines = async (more: readonly string[]): Promise<readonly string[]> =>
      (await runTamisInProcess([...args, ...more], cwd)).out.split('\r\n');
    expect((await lines([]))[1]).toBe('large,large,added,0,1,1,0,0,0,0,0,1,0,0,0,0');
    expect((await lines(['--params', 'limit=60 USD']))[1]).toBe('large,large,added,0,2,2,0,0,0,0,0,1,0,1,0,0');
    expect((await lines(['--params', 'limit=60 USD', '--from', '2026-01-15T08:30:00Z']))[1]).toContain(',added,0,1,');
    expect(await runTamisInProcess([...args, '--params', 'limit=20 USD'], cwd)).toMatchObject({ code: 1, out: '' });
  });

  test('lists the records behind a saved report', () => {
    const cwd = createFolder(files);
    const { out } = runTamis(['dry-run', '--local', 'events.jsonl', 'new.rules', '--against', 'old.rules', '--json'], {
      cwd,
    });
    const inside = { cwd: createFolder({ 'run.json': out }) };
    expect(runTamis(['show', 'run.json', 'gained', '--rule', 'large', '--csv'], inside).out).toBe(
      'id,occurredAt,amount,currency,label,decisionBefore,decision,gained,lost,unknown\r\n' +
        'b,2026-01-15T08:00:00.000Z,70.25,USD,fraud,APPROVE,REVIEW_REQUIRED,large,,\r\n',
    );
    expect(runTamis(['show', 'run.json', 'lost'], inside)).toEqual({ code: 0, out: '', err: '' });
    expect(JSON.parse(runTamis(['show', 'run.json', 'flipped', '--json'], inside).out).matches).toHaveLength(1);
  });

  test('writes a page that loads nothing, with tables for its charts and the command to repeat it', async () => {
    const hostile = rule(50).replace('rule large {', 'rule large "</script><img src=x onerror=alert(1)>" {');
    const id = '</script><b>';
    const cwd = createFolder({
      ...files,
      'new.rules': hostile,
      'events.jsonl': `${files['events.jsonl']}\n${event(id, '80', 11)}`,
    });
    const args = ['dry-run', '--local', 'events.jsonl', 'new.rules', '--against', 'old.rules', '--html', 'r.html'];
    expect(await runTamisInProcess([...args, '--json'], cwd)).toMatchObject({ code: 0, err: 'wrote r.html\n' });
    const page = readFileSync(join(cwd, 'r.html'), 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page.match(/(?:src|href)="[^"]*"|@import|url\(/g)).toBeNull();
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).toContain('<th scope="row">&lt;/script&gt;&lt;b&gt;</th>');
    const [, charts = ''] = /<script type="application\/json" id="charts">([^]*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(charts)).toMatchObject([
      { labels: ['2026-01-15'], series: [{ values: [3] }, { values: [1] }] },
      { labels: ['2026-01-15'], series: [{ values: [3] }, { values: [1] }] },
      { labels: ['large'], series: [{ values: [2] }, { values: [0] }] },
    ]);
    expect(page).toContain(`<pre>tamis ${args.join(' ')} --json</pre>`);
    const sha256 = createHash('sha256')
      .update(readFileSync(join(cwd, 'events.jsonl')))
      .digest('hex');
    expect(page).toContain(sha256);
  });

  const checkRefused = async (
    args: readonly string[],
    code: number,
    said: string,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const finished = await runTamisInProcess(args, createFolder({ ...files, ...more }));
    expect({ args, code: finished.code, out: finished.out }).toEqual({ args, code, out: '' });
    expect(finished.err).toContain(said);
  };

  test('reports errors in a command line or file and suggests corrections', async () => {
    const run = ['dry-run', 'new.rules', '--local', 'events.jsonl'];
    await checkRefused(run, 3, 'events.jsonl:2: ', { 'events.jsonl': `${event('a', '1', 9)}\n{"id": "b"}\n` });
    await checkRefused(run, 3, 'there is no event to evaluate', { 'events.jsonl': '\n' });
    await checkRefused([...run, '--from', '2027-01-01'], 3, 'there is no event to evaluate');
    await checkRefused(['dry-run', 'bad.rules', ...run.slice(2)], 1, 'bad.rules:1', { 'bad.rules': 'rule x {' });
    await checkRefused(['dry-run', 'new.rules', '--local', 'none.jsonl'], 3, 'no such file or directory');
    await checkRefused(['dry-run', 'new.rules', '--local', '.'], 3, '.: it is a directory, not a file');
    await checkRefused([...run, '--minutes', 'ten'], 2, '--minutes is a number');
    await checkRefused([...run, '--sample', '2'], 2, '--sample is a share');
    await checkRefused([...run, '--from', 'monday'], 2, '--from is a day or a time');
    await checkRefused([...run, '--params', 'limit'], 2, '--params takes `name=value`');
    await checkRefused([...run, '--params', 'limit=5'], 2, 'no rule has a parameter `limit`');
    for (const word of ['maybe', 'constructor'])
      await checkRefused([...run, '--labels', 'l.csv'], 3, 'l.csv: row 2', { 'l.csv': `a,fraud\nb,${word}\n` });
    await checkRefused([...run, '--tables', 't.json'], 3, 't.json: ', { 't.json': '[' });
    await checkRefused([...run, '--jsno'], 2, 'Did you mean --json?');
    await checkRefused(['show', 'none.json'], 3, 'no such file or directory');
    await checkRefused(['show', 'events.jsonl'], 3, 'events.jsonl: ');
    await checkRefused(['show', 'r.json'], 3, 'not the output of `tamis dry-run --json', { 'r.json': '{}' });
    await checkRefused(['show', 'r.json', 'won'], 2, 'one of all, gained, lost', { 'r.json': '{}' });
    await checkRefused(['show', 'r.json', '--limit', 'x'], 2, '--limit is a number', { 'r.json': '{}' });
  });
});
