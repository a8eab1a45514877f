import { DryRun, type DryRunRequest, type ReplayEvent } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEventFile, replayFile } from '../src/index.js';

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
    // Some of them late.
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

describe('a file replayed on several threads', () => {
  const path = file('payments.jsonl', lines.join('\n'));

  it('gives the report of one thread', async () => {
    const prepared = DryRun.prepare(request);
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
    const events: ReplayEvent[] = [];
    for await (const batch of readEventFile(path)) if (batch.ok) events.push(...batch.value);
    prepared.value.take(events);
    const whole = prepared.value.report();
    expect(whole).toMatchObject({ ok: true, value: { records: { replayed: lines.length } } });
    expect(await replayFile(request, path, { threads: 3, leastBytes: 1 })).toEqual(whole);
  });

  it('names the line of the file that is no event, in whatever part it is', async () => {
    for (const [line, threads] of [
      [2, 1],
      [1_490, 2],
    ] as const) {
      const broken = file(`broken-${String(line)}.jsonl`, lines.with(line - 1, '{').join('\n'));
      const found = await replayFile(request, broken, { threads, leastBytes: 1 });
      expect(found).toMatchObject({ ok: false, error: { kind: 'line', line } });
    }
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const replay = replayFile(request, path, { threads: 1, leastBytes: 1, signal: stop.signal });
    stop.abort();
    await expect(replay).rejects.toThrow();
  });
});
