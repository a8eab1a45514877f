import { ruleSetOfFiles, runRuleTests } from '@tamis/authoring/rule-tests';
import {
  DryRun,
  readJsonLines,
  type DryRunProblem,
  type DryRunReport,
  type EvaluationEvent,
  type ReplayEvent,
  type SideOutcome,
} from '@tamis/dry-run';
import { compileRuleSet, type RuleSetContent } from '@tamis/engine';
import { checkFiles, readRules, type DataTables } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import type { ComparedTransaction, CompareReply, CompareRequest, TestFailure } from './messages.js';

/** The used part of the worker's globals: the types of pages and of workers exclude each other. */
const scope = globalThis as unknown as {
  postMessage(reply: CompareReply): void;
  onmessage: ((event: { readonly data: CompareRequest }) => void) | null;
};

const settings = { timezone: 'UTC', baseCurrency: 'USD' };

interface Sample {
  readonly events: readonly ReplayEvent[];
  readonly tables: DataTables;
}

let sample: Promise<Sample> | null = null;

async function loadSample(): Promise<Sample> {
  const [lines, tables] = await Promise.all(['./sample.jsonl', './sample-tables.json'].map(fetchBeside));
  const bytes = new Uint8Array(await lines!.arrayBuffer());
  const events: ReplayEvent[] = [];
  for await (const batch of readJsonLines(once(bytes), settings.timezone)) if (batch.ok) events.push(...batch.value);
  return { events, tables: (await tables!.json()) as DataTables };
}

const fetchBeside = (file: string): Promise<Response> => fetch(new URL(file, import.meta.url));

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns the rules of a text as a set; a text is the reason why they are not valid. */
function ruleSetOf(text: string): RuleSetContent | string {
  const { file, diagnostics } = readRules(text);
  const checked = checkFiles([{ name: 'playground.rules', file, source: text, shared: false }], {
    catalogue: libraryCatalogue,
  });
  const all = [...diagnostics, ...(checked.diagnostics.get('playground.rules') ?? [])];
  const errors = all.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return `${errors.length} ${errors.length === 1 ? 'error' : 'errors'} in the text`;
  if (file.rules.length === 0) return 'The text contains no rules';
  return ruleSetOfFiles([{ file, shared: [], checked }], settings);
}

function compare({ before, now, version }: CompareRequest, { events, tables }: Sample): CompareReply {
  const started = performance.now();
  const candidate = ruleSetOf(now);
  if (typeof candidate === 'string') return { kind: 'failed', version, problem: candidate };
  const earlier = ruleSetOf(before);
  const baseline = typeof earlier === 'string' ? null : earlier;
  const payments: ComparedTransaction[] = [];
  const compiled = compileRuleSet(candidate);
  const keys = compiled.ok ? compiled.value.rules.map(({ checked }) => checked.key) : [];
  const onOutcomes = (event: EvaluationEvent, outcomes: readonly SideOutcome[]): void => {
    payments.push(transactionOf(event, outcomes.length > 1 ? outcomes[0]! : null, outcomes.at(-1)!, keys));
  };
  const request = { baseline, candidates: [{ name: 'now', content: candidate }], tables };
  const run = DryRun.prepare(request, { onOutcomes });
  if (!run.ok) return { kind: 'failed', version, problem: problemText(run.error) };
  run.value.process(events);
  const report = run.value.report();
  if (!report.ok) return { kind: 'failed', version, problem: problemText(report.error) };
  const ms = performance.now() - started;
  return { kind: 'compared', version, payments, alerts: alertsOf(report.value), tests: testsOf(now), ms };
}

const alertsOf = ({ baseline, candidates }: DryRunReport) => ({
  before: baseline?.alerts ?? 0,
  now: candidates[0]!.alerts,
});

function problemText(problem: DryRunProblem): string {
  if (problem.kind === 'empty') return 'These rules do not apply to any payment of the sample';
  const [first] = problem.sides.flatMap(({ problems }) => problems).flatMap(({ diagnostics }) => diagnostics);
  return first?.message ?? 'The rules cannot be compiled';
}

function transactionOf(
  event: EvaluationEvent,
  before: SideOutcome | null,
  now: SideOutcome,
  keys: readonly string[],
): ComparedTransaction {
  const record = event.context;
  const origin = record['originEntity'] as { readonly name?: string } | undefined;
  const names = (indexes: readonly number[]): readonly string[] => indexes.map((index) => keys[index]!);
  return {
    id: event.id,
    at: String(record['transactedAt']),
    customer: origin?.name ?? '',
    amount: `${String(record['amount'])} ${String(record['currency'])}`,
    label: event.label ?? null,
    before: (before ?? now).decision,
    now: now.decision,
    scoreBefore: (before ?? now).totalScore,
    scoreNow: now.totalScore,
    hits: names(now.hits),
    unknown: names(now.unknown),
  };
}

function testsOf(text: string): { readonly passed: number; readonly failures: readonly TestFailure[] } {
  const { passed, results } = runRuleTests(text);
  const failed = results.filter(({ status }) => status === 'failed');
  const failures = failed.map(({ title, diagnostics }) => ({
    title,
    says: diagnostics.map(({ message }) => message).join('; '),
  }));
  return { passed, failures };
}

scope.onmessage = ({ data }) => {
  sample ??= loadSample();
  void sample.then(
    (loaded) => scope.postMessage(compare(data, loaded)),
    (error: Error) => scope.postMessage({ kind: 'failed', version: data.version, problem: error.message }),
  );
};
