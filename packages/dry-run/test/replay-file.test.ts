import { DryRun, type DryRunRequest } from '../src/index.js';
import type { RuleSetContent } from '@tamis/engine';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEventFile, replayFile } from '../src/files/index.js';
import { replaySegment } from '../src/files/parts/replay-segment.js';

const folder = mkdtempSync(join(tmpdir(), 'replayed-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const start = Date.parse('2026-01-15T00:00:00Z');

const contentOf = (least: number): RuleSetContent => ({
  rules: [
    `rule often { on transaction score 60 when count(transactions from origin in last 1d) >= ${least}
      then alert HIGH "often" once per origin in 24h }`,
    'rule dear { on transaction score 30 when transaction.amount > 4 * avg(amount of prior transactions from origin in last 7d) }',
  ].map((source, index) => ({
    ruleId: `r${index}`,
    version: 1,
    status: 'active',
    source,
    externalId: null,
    createdAt: new Date(index).toISOString(),
  })),
  lists: {},
  baseCurrency: 'USD',
  timezone: 'UTC',
});

const lines = Array.from({ length: 1_500 }, (_, index) =>
  JSON.stringify({
    id: `t-${String(index)}`,
    amount: String((index * 37) % 101),
    currency: 'USD',
    originEntityId: `e-${String((index * 7) % 40)}`,
    // Some of them are late.
    transactedAt: new Date(start + index * 1_800_000 - (index % 11 === 0 ? 40_000_000 : 0)).toISOString(),
  }),
);

const request: DryRunRequest = {
  baseline: contentOf(3),
  candidates: [{ name: 'new', content: contentOf(2) }],
};

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

async function onOneThread(path: string): Promise<ReturnType<DryRun['report']>> {
  const run = prepared();
  for await (const batch of readEventFile(path, 'UTC')) if (batch.ok) run.process(batch.value);
  return run.report();
}

function prepared(): DryRun {
  const made = DryRun.prepare(request);
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value;
}

/** Replays the file in parts that start at these lines. Returns the parts that had to read everything before them again. */
async function checkParts(given: readonly string[], cuts: readonly number[]): Promise<readonly number[]> {
  const path = file('parts.jsonl', given.join('\n'));
  const places = cuts.map((cut) => Buffer.byteLength(given.slice(0, cut).join('\n')) + 1);
  const ends = [...places, Buffer.byteLength(given.join('\n'))];
  const whole = prepared();
  const twice: number[] = [];
  for (const [part, to] of ends.entries()) {
    const from = ends[part - 1] ?? 0;
    const result = await replaySegment({ path, request, labels: null, from, to, part }, () => undefined);
    if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    whole.merge(result.checkpoint);
    if (result.isTwice) twice.push(part);
  }
  expect(whole.report()).toEqual(await onOneThread(path));
  return twice;
}

describe('parts of a replayed file', () => {
  const timeOf = (at: number): string => (JSON.parse(lines[at] as string) as { transactedAt: string }).transactedAt;
  const moved = (line: string | undefined, at: number): string =>
    JSON.stringify({ ...(JSON.parse(line ?? '') as object), transactedAt: timeOf(at) });

  it('skip records outside their windows and give the same result', async () => {
    expect(await checkParts(lines, [500, 1_000, 1_400])).toEqual([]);
  });

  it('give the same result whatever the form of the lines', async () => {
    const given = lines.flatMap((line, at) => {
      if (at % 3 === 0) return [`{"context":${line},"label":"fraud"}`];
      return at % 5 === 0 ? ['', line.replace('t-', '\\u0074-')] : [line];
    });
    expect(await checkParts(given, [1_300])).toEqual([]);
  });

  it('skip nothing when an id recurs or a record is out of order', async () => {
    const changed: readonly (readonly string[])[] = [
      // Of records with equal times, the first one to arrive comes first.
      lines.toSpliced(1_300, 0, moved(lines[0], 1_290), moved(lines[1], 1_290), moved(lines[2], 1_298)),
      lines.toSpliced(1_150, 0, moved(lines[1], 1_148), moved(lines[0], 1_148)),
      lines.toSpliced(1_400, 0, moved(lines[1_399]?.replace('t-1399', 't-old'), 40)),
    ];
    for (const given of changed) expect(await checkParts(given, [1_200])).toEqual([1]);
  });
});

describe('file replayed on several threads', () => {
  const path = file('payments.jsonl', lines.join('\n'));

  it('produces the same report as one thread', async () => {
    const whole = await onOneThread(path);
    expect(whole).toMatchObject({ ok: true, value: { records: { replayed: lines.length } } });
    expect(await replayFile(request, path, { threads: 3, leastBytes: 1 })).toEqual(whole);
  });

  it('reports the invalid line of the file, in whichever part it is', async () => {
    for (const [line, threads] of [
      [2, 1],
      [1_490, 2],
    ] as const) {
      const broken = file(`broken-${String(line)}.jsonl`, lines.with(line - 1, '{').join('\n'));
      const found = await replayFile(request, broken, { threads, leastBytes: 1 });
      expect(found).toMatchObject({ ok: false, error: { kind: 'line', line } });
    }
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const replay = replayFile(request, path, { threads: 1, leastBytes: 1, signal: stop.signal });
    stop.abort();
    await expect(replay).rejects.toThrow();
  });
});
