import { planReport, type RuleSetContent } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { loadBenchWork, type BenchWork } from '../bench/bench-work.js';
import { compareBench, differences, type BenchReport, type BenchSetup } from '../bench/compare-bench.js';
import { mergeHistograms, measureWork, warmUp, type Measurement } from '../bench/measure-work.js';
import { measureInProcesses, readyLine } from '../bench/worker-processes.js';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { projectSettings } from '../input/project-settings.js';
import { readRuleSet } from '../local/read-rule-set.js';
import { readTables } from '../local/read-tables.js';
import { benchMarkdown } from '../output/bench-markdown.js';
import { plural } from '../output/plural.js';
import { printBench, printBenchChange } from '../output/print-bench.js';
import { fileHash } from '../output/html/reproduction.js';
import { printJson } from '../output/print-json.js';
import { failureProblem, printProblem, usageProblem, type Problem } from '../problem.js';
import { programVersion } from '../program-version.js';
import { sampleTransactions } from '../starter/sample-transactions.js';
import { starterFiles } from '../starter/starter-files.js';

export interface BenchFlags {
  readonly events?: string;
  readonly tables?: string;
  readonly duration: string;
  readonly workers?: string;
  readonly seed: string;
  readonly json?: true;
  /** An earlier report printed by `--json`. */
  readonly against?: string;
  /** A file to write. */
  readonly markdown?: string;
  /** Set by the program for the processes that it starts. */
  readonly measure?: true;
}

/** Maximum number of events that are evaluated repeatedly. */
const maxCases = 2_000;
const sampleEvents = 5_000;
const maxWorkers = 256;

function workersOf(text: string | undefined): readonly number[] | null {
  if (text === undefined) return [...new Set([1, availableParallelism()])];
  const counts = text.split(',').map(Number);
  return counts.every((count) => Number.isInteger(count) && count >= 1 && count <= maxWorkers) ? counts : null;
}

/** Parses `20s`, `1m`, or seconds. */
function secondsOf(text: string): number | null {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(s|m|)$/.exec(text) ?? [];
  const seconds = Number(amount) * (unit === 'm' ? 60 : 1);
  return seconds >= 0.1 && seconds <= 3_600 ? seconds : null;
}

interface Inputs {
  readonly files: readonly string[];
  readonly events: string;
  readonly io: CliIo;
  /** Removes files that were written for this run. */
  readonly dispose: () => void;
}

/** Inputs that are not given are taken from the rules and payments that `init` writes, in a folder of their own. */
function inputsOf(files: readonly string[], { events }: BenchFlags, seed: number, io: CliIo): Inputs {
  const hasRules = files.length > 0 || existsSync(join(io.cwd, 'tamis.config.json'));
  if (hasRules && events !== undefined) return { files, events, io, dispose: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-'));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  const sample = join(folder, 'sample.jsonl');
  if (events === undefined) writeFileSync(sample, sampleTransactions(sampleEvents, seed));
  if (hasRules) return { files, events: sample, io, dispose };
  for (const { name, text } of starterFiles().filter(({ name }) => !name.endsWith('.jsonl'))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const given = events === undefined ? sample : resolve(io.cwd, events);
  return { files: [], events: given, io: { ...io, cwd: folder }, dispose };
}

async function workOf({ files, events, io }: Inputs, flags: BenchFlags): Promise<Result<BenchWork, Problem>> {
  const content: RuleSetContent | ExitCode = await readRuleSet(files, projectSettings(io), io);
  if (typeof content === 'number') return failure({ message: '', code: content });
  const tables = readTables(flags.tables, io);
  return tables.ok ? loadBenchWork(content, tables.value, events, maxCases, io) : tables;
}

const ladderStep = (measured: readonly Measurement[], workers: number): BenchReport['ladder'][number] => {
  const latencies = mergeHistograms(measured.map((each) => each.latencies));
  const micros = (percentile: number): number => latencies.getValueAtPercentile(percentile) / 1_000;
  const mean = (of: (each: Measurement) => number): number =>
    measured.reduce((sum, each) => sum + of(each), 0) / measured.length;
  return {
    workers,
    eventsPerSecond: Math.round(measured.reduce((sum, { events, seconds }) => sum + events / seconds, 0)),
    p50Micros: micros(50),
    p95Micros: micros(95),
    p99Micros: micros(99),
    p999Micros: micros(99.9),
    p50Stretches: measured.flatMap(({ intervalMedians: stretches }) => stretches.map((nanos) => nanos / 1_000)),
    bytesPerEvent: Math.round(mean((each) => each.bytesPerEvent)),
    tracePrice: Math.round(mean(({ tracePrice }) => tracePrice) * 100) / 100,
  };
};

/** Runs in a process that was started to measure: reports that it is ready, waits for the signal, and prints its result. */
async function runWorker(work: BenchWork, seconds: number, io: CliIo): Promise<ExitCode> {
  warmUp(work);
  io.out(`${readyLine}\n`);
  await io.readStdin(16);
  io.out(`${JSON.stringify(await measureWork(work, seconds, io.abortSignal))}\n`);
  return exitCodes.ok;
}

async function setupOf(
  { io, events }: Inputs,
  work: BenchWork,
  flags: BenchFlags,
  seconds: number,
): Promise<BenchSetup> {
  const { rules, dearest } = planReport(work.set);
  return {
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    },
    version: programVersion,
    ruleSetVersion: work.set.version,
    rules,
    events: {
      name: flags.events ?? `${sampleEvents} synthetic payments`,
      sha256: await fileHash(resolve(io.cwd, events)),
    },
    evaluated: work.cases.length,
    before: work.precedingEvents,
    seed: Number(flags.seed),
    seconds,
    dearest: dearest.slice(0, 5),
  };
}

/** Measures once for each number of workers. */
async function measureLadder(
  { io, files, events }: Inputs,
  work: BenchWork,
  flags: BenchFlags,
  workers: readonly number[],
  seconds: number,
): Promise<Result<BenchReport['ladder'], Problem>> {
  const ladder: BenchReport['ladder'][number][] = [];
  warmUp(work);
  for (const count of workers) {
    const more = ['--measure', '--events', events, '--duration', String(seconds), ...tablesArgs(flags)];
    const measured =
      count === 1
        ? ok([await measureWork(work, seconds, io.abortSignal)])
        : await measureInProcesses(['bench', ...files, ...more], count, io);
    if (!measured.ok) return measured;
    ladder.push(ladderStep(measured.value, count));
  }
  return ok(ladder);
}

const tablesArgs = ({ tables }: BenchFlags): readonly string[] => (tables === undefined ? [] : ['--tables', tables]);

/** A slowdown that is certainly larger than this is a finding. */
const regressionThreshold = 0.05;

const isMeasured = ({ workers, p50Stretches: stretches }: Partial<BenchReport['ladder'][number]>): boolean =>
  typeof workers === 'number' &&
  Array.isArray(stretches) &&
  stretches.length > 0 &&
  stretches.every((micros) => typeof micros === 'number' && micros > 0);

/** Read before anything is measured. */
function readBaselineReport(name: string, io: CliIo): Result<BenchReport, Problem> {
  const not = failure(failureProblem(`${name}: not the output of \`tamis bench --json\``));
  let before: Partial<BenchReport> | null;
  try {
    before = JSON.parse(readFileSync(resolve(io.cwd, name), 'utf8')) as Partial<BenchReport> | null;
  } catch (error) {
    return error instanceof SyntaxError ? not : failure(failureProblem(failureReason(error)));
  }
  const isReport =
    typeof before?.machine?.cpu === 'string' &&
    typeof before.events?.sha256 === 'string' &&
    Array.isArray(before.ladder) &&
    before.ladder.length > 0 &&
    before.ladder.every(isMeasured);
  return isReport ? ok(before as BenchReport) : not;
}

/** Returns why an earlier report cannot be compared; `null` if it can. */
function baselineProblem(
  name: string,
  before: BenchReport,
  setup: BenchSetup,
  workers: readonly number[],
): Problem | null {
  const other = differences(before, setup);
  if (other.length > 0) return cannotCompare(name, `it is about another ${other.join(', ')}`);
  const hasLine = before.ladder.some((line) => workers.includes(line.workers));
  return hasLine ? null : cannotCompare(name, 'it has no line with as many workers');
}

const cannotCompare = (name: string, why: string): Problem => failureProblem(`${name} cannot be compared: ${why}`);

function printReport(
  report: BenchReport,
  { json, against = '', markdown }: BenchFlags,
  before: BenchReport | null,
  io: CliIo,
): ExitCode {
  if (before && !report.ladder.every(isMeasured))
    return printProblem(cannotCompare(against, 'too few measurements, a longer --duration has more'), io);
  const compared = before && compareBench(before, report);
  if (json) printJson(compared ? { ...report, compared } : report, io);
  else {
    printBench(report, io);
    if (compared) printBenchChange(compared, io);
  }
  if (markdown !== undefined) {
    writeFileSync(resolve(io.cwd, markdown), benchMarkdown(report, compared, io.args));
    io.err(`wrote ${markdown}\n`);
  }
  const slower = (compared ?? []).filter(({ low }) => low > regressionThreshold);
  for (const { workers } of slower) io.err(`tamis: slower by more than 5 % with ${plural(workers, 'worker')}\n`);
  return slower.length > 0 ? exitCodes.findings : exitCodes.ok;
}

/** Measures how many events per second the rules process, and how long each event takes. */
export async function bench(files: readonly string[], flags: BenchFlags, io: CliIo): Promise<ExitCode> {
  const [workers, seconds, seed] = [workersOf(flags.workers), secondsOf(flags.duration), Number(flags.seed)];
  if (!workers)
    return printProblem(
      usageProblem(`--workers takes numbers with commas between, not \`${flags.workers ?? ''}\``),
      io,
    );
  if (seconds === null)
    return printProblem(usageProblem(`--duration is a time such as 20s, not \`${flags.duration}\``), io);
  if (!Number.isInteger(seed) || seed < 0)
    return printProblem(usageProblem(`--seed is a number, not \`${flags.seed}\``), io);
  const before = flags.against === undefined ? null : readBaselineReport(flags.against, io);
  if (before && !before.ok) return printProblem(before.error, io);
  let inputs: Inputs | null = null;
  try {
    inputs = inputsOf(files, flags, seed, io);
    const work = await workOf(inputs, flags);
    if (!work.ok) return printProblem(work.error, io);
    if (flags.measure) return await runWorker(work.value, seconds, io);
    const setup = await setupOf(inputs, work.value, flags, seconds);
    const problem = before && baselineProblem(flags.against ?? '', before.value, setup, workers);
    if (problem) return printProblem(problem, io);
    const ladder = await measureLadder(inputs, work.value, flags, workers, seconds);
    if (!ladder.ok) return printProblem(ladder.error, io);
    return printReport({ ...setup, ladder: ladder.value }, flags, before && before.value, io);
  } catch (error) {
    // A worker leaves it to its parent process to report this.
    if (io.abortSignal.aborted) return flags.measure ? exitCodes.failure : printProblem(failureProblem('stopped'), io);
    return printProblem(failureProblem(failureReason(error)), io);
  } finally {
    inputs?.dispose();
  }
}
