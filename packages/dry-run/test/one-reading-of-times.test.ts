import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contentOf } from './replay.js';

const folder = mkdtempSync(path.join(tmpdir(), 'times-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, ...lines: readonly string[]): string => {
  const place = path.join(folder, name);
  writeFileSync(place, lines.join('\n'));
  return place;
};
const payment = (id: string, transactedAt: string): string =>
  JSON.stringify({ id, transactedAt, originEntityId: 'e1', amount: '1', currency: 'USD' });

/** In January it is three hours behind UTC. */
const content = {
  ...contentOf(
    'rule twice { on transaction when count(transactions from origin in last 2h) > 1 }',
    'rule at_midnight { on transaction when time(transaction.transactedAt) = "00:00" }',
  ),
  timezone: 'America/Sao_Paulo',
};

/** Reads files in a process with another time zone, using the built packages. */
const script = `
  import { DryRun } from '@tamis/dry-run';
  import { readEventFile } from '@tamis/dry-run/files';
  const [content, ...files] = process.argv.slice(1);
  const found = {};
  for (const file of files) {
    const run = DryRun.prepare({ baseline: null, candidates: [{ name: 'a', content: JSON.parse(content) }] }).value;
    const told = [];
    for await (const batch of readEventFile(file, run.timezone)) {
      if (!batch.ok) { told.push(batch.error); continue; }
      told.push(...batch.value.map(({ now }) => new Date(now).toISOString()));
      run.process(batch.value);
    }
    const report = run.report();
    const hits = report.ok ? report.value.candidates[0].rules.map(({ hits }) => hits.candidate) : [];
    found[file] = { told, hits };
  }
  console.log(JSON.stringify(found));
`;

type Replayed = Readonly<Record<string, { readonly told: unknown; readonly hits: unknown }>>;

function replayedIn(zone: string, events: readonly string[]): Replayed {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, JSON.stringify(content), ...events],
    { cwd: path.resolve(__dirname, '..'), env: { ...process.env, TZ: zone, NODE_OPTIONS: '' }, encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Replayed;
}

const files: readonly (readonly [what: string, events: string, told: readonly unknown[]])[] = [
  [
    'days and instants, in lines',
    file('a.jsonl', payment('t1', '2026-01-15'), payment('t2', '2026-01-15T01:30:00-03:00')),
    ['2026-01-15T03:00:00.000Z', '2026-01-15T04:30:00.000Z'],
  ],
  [
    'days and instants, in a table',
    file(
      'a.csv',
      'id,transactedAt,originEntityId,amount,currency',
      't1,2026-01-15,e1,1,USD',
      't2,2026-01-15T04:30:00Z,e1,1,USD',
    ),
    ['2026-01-15T03:00:00.000Z', '2026-01-15T04:30:00.000Z'],
  ],
  [
    'a time without offset, in lines',
    file('b.jsonl', payment('t1', '2026-01-15T12:00:00')),
    [expect.objectContaining({ line: 1, message: expect.stringContaining('with an offset') })],
  ],
  [
    'a time without offset, in a table',
    file('b.csv', 'id,transactedAt', 't1,2026-01-15T12:00:00'),
    [expect.objectContaining({ column: 'transactedAt', message: expect.stringContaining('with an offset') })],
  ],
];

describe.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('with the machine time zone %s', (zone) => {
  let replayed: Replayed = {};
  beforeAll(() => {
    replayed = replayedIn(
      zone,
      files.map(([, events]) => events),
    );
  });

  it.each(files)('%s are read as rules read them', (_what, events, told) => {
    // The second record is in one window with the first, which is at local midnight.
    expect(replayed[events]).toEqual({ told, hits: told.length > 1 ? [1, 1] : [] });
  });
});
