import { DryRun, readJsonLines, type DryRunReport } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import { replayFile } from '@tamis/dry-run/files';
import { createReadStream } from 'node:fs';
import { peakRssMb } from '../machine.js';
import { benchRates } from './dry-run-transactions.js';
import { dryRunRules } from './dry-run-rules.js';
import type { ChildFigures, ChildReplay } from './replay-in-child.js';

/** Replays up to `most` events on the thread of the process. */
async function replayed(path: string, contents: readonly RuleSetContent[], most: number): Promise<DryRunReport> {
  const candidates = contents.map((content, index) => ({ name: `candidate ${index + 1}`, content }));
  const prepared = DryRun.prepare({ baseline: null, candidates, tables: { rates: benchRates } });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.error).slice(0, 2_000));
  for await (const batch of readJsonLines(
    createReadStream(path, { highWaterMark: 1 << 18 }),
    prepared.value.timezone,
  )) {
    if (!batch.ok) throw new Error(batch.error.message);
    prepared.value.process(batch.value);
    if (prepared.value.eventsProcessed >= most) break;
  }
  const report = prepared.value.report();
  if (!report.ok) throw new Error('nothing was replayed');
  return report.value;
}

async function onThreads(path: string, content: RuleSetContent, threads: number): Promise<DryRunReport> {
  const request = { baseline: null, candidates: [{ name: 'candidate 1', content }], tables: { rates: benchRates } };
  const report = await replayFile(request, path, { threads });
  if (!report.ok) throw new Error(JSON.stringify(report.error).slice(0, 2_000));
  return report.value;
}

const { path, rules, variants, most, threads } = JSON.parse(process.argv[2] ?? '') as ChildReplay;
const contents = Array.from({ length: variants }, (_, shift) => dryRunRules({ rules, shift }));
const before = process.cpuUsage();
const start = performance.now();
const report = await (threads === null
  ? replayed(path, contents, most)
  : onThreads(path, dryRunRules({ rules }), threads));
const { user, system } = process.cpuUsage(before);
const figures: ChildFigures = {
  seconds: (performance.now() - start) / 1_000,
  cpuSeconds: (user + system) / 1e6,
  peakRssMb: peakRssMb('self'),
  hash: report.hash,
  hits: report.candidates[0]?.rules.reduce((sum, { hits }) => sum + hits.candidate, 0) ?? 0,
};
process.stdout.write(JSON.stringify(figures));
