import type { CandidateReport, DryRunReport, SideFigures } from '@tamis/dry-run';
import { decisions } from '@tamis/library';

import { type DryRun, isUnfinished } from './dry-run.js';

const msPerSecond = 1_000;

/** Returns the progress of a dry run. */
export function progressOf(
  {
    status,
    recordsDone,
    recordsTotal,
    startedAt,
    finishedAt,
  }: Pick<DryRun, 'status' | 'recordsDone' | 'recordsTotal' | 'startedAt' | 'finishedAt'>,
  now: Date,
) {
  const until = finishedAt ?? now;
  const seconds = startedAt ? Math.max(0, (until.getTime() - startedAt.getTime()) / msPerSecond) : 0;
  const rate = seconds > 0 ? recordsDone / seconds : null;
  return {
    recordsDone,
    recordsTotal,
    recordsPerSecond: rate === null ? null : Math.round(rate),
    // Uses the unrounded rate, since even one record in three seconds is progress.
    secondsLeft:
      isUnfinished(status) && recordsTotal !== null && rate ? Math.ceil((recordsTotal - recordsDone) / rate) : null,
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

const compareSides = (baseline: SideFigures | null, candidate: SideFigures, of: (side: SideFigures) => number) => {
  const before = baseline ? of(baseline) : 0;
  return { baseline: before, candidate: of(candidate), change: round(of(candidate) - before) };
};

function decisionsOf(baseline: SideFigures | null, candidate: SideFigures) {
  return decisions.map((decision) => ({
    decision,
    ...compareSides(baseline, candidate, (side) => side.decisions[decision]),
  }));
}

function rulesOf({ rules }: CandidateReport, { candidate, baseline }: DryRun) {
  return rules.map(({ unchanged, fraud, cleared, ...rule }) => ({
    ruleId: candidate.ruleIds[rule.key] ?? baseline?.ruleIds[rule.key] ?? null,
    ...rule,
    same: unchanged,
    positives: fraud,
    falseAlarms: cleared,
  }));
}

function daysOf(baseline: SideFigures | null, candidate: SideFigures) {
  const before = new Map((baseline?.perDay ?? []).map(({ date, ...figures }) => [date, figures]));
  return candidate.perDay.map((day) => ({ ...day, baseline: before.get(day.date) ?? null }));
}

/** Returns the warning that there are no figures, with the reason. */
export function emptyWarning({ request }: Pick<DryRun, 'request'>): string {
  const { from, to, recordType = 'transaction', filter, sample } = request as StoredReplayRequest;
  const records = `${recordType.replace('_', ' ')} of ${from} to ${to}`;
  const chosen = [...(filter ? ['the filter'] : []), ...(sample ? ['the sample'] : [])].join(' and ');
  return chosen === ''
    ? `no record was evaluated: no ${records} is stored; choose another period`
    : `no record was evaluated: ${chosen} matched no ${records}, or none is stored; choose another filter or period`;
}

/** The part of a request that selects records. */
interface StoredReplayRequest {
  readonly from: string;
  readonly to: string;
  readonly recordType?: string;
  readonly filter?: object;
  readonly sample?: object;
  readonly labels?: { readonly inlineCount?: number; readonly inlineNotStored?: number };
}

/** Returns warnings about labels that apply to no record. */
export function labelWarnings({ request }: DryRun): readonly string[] {
  const { inlineCount = 0, inlineNotStored = 0 } = (request as StoredReplayRequest).labels ?? {};
  return inlineNotStored === 0
    ? []
    : [`${inlineNotStored} of ${inlineCount} labels are of records that are not stored`];
}

/** Returns warnings about the data behind the figures. */
function warningsOf(run: DryRun): readonly string[] {
  const { result } = run;
  if (!result) return [];
  const { report, exactness, reproduction, matchesTruncated } = result;
  return [
    ...(report ? [] : [emptyWarning(run)]),
    ...labelWarnings(run),
    ...exactness.reasons.map(({ input, records, why }) => `${input}, ${records} times: ${why}`),
    ...(reproduction.differing > 0
      ? [`${reproduction.differing} of ${reproduction.compared} recorded decisions were not reproduced`]
      : []),
    ...(matchesTruncated.includes(true) ? ['some matches are a sample; totals are exact'] : []),
  ];
}

function figuresOf(run: DryRun, report: DryRunReport) {
  const { baseline } = report;
  const candidate = report.candidates[0] as CandidateReport;
  const { segments = [], lists = [] } = run.result?.figures[0] ?? {};
  return {
    records: {
      total: report.records.replayed + report.records.notEvaluated,
      replayed: report.records.replayed,
      late: report.records.late,
      skipped: 0,
      labelled: report.records.labelled,
    },
    decisions: decisionsOf(baseline, candidate),
    flips: candidate.flips,
    unknown: { baseline: baseline?.unknown ?? 0, candidate: candidate.unknown },
    rules: rulesOf(candidate, run),
    labels: { baseline: baseline?.labels ?? null, candidate: candidate.labels },
    alerts: {
      perDay: compareSides(baseline, candidate, (side) => side.alertsPerDay),
      analystHoursPerDay: compareSides(baseline, candidate, (side) => side.analystHoursPerDay),
    },
    perDay: daysOf(baseline, candidate),
    segments,
    amounts: candidate.amounts,
    lists,
    overlap: candidate.overlap,
    hash: report.hash,
  };
}

/** Returns the fields common to lists and single reads. */
export function dryRunItem(run: DryRun, now: Date) {
  const { ruleIds: _candidate, cost: _ofSingleReads, ...candidate } = run.candidate;
  const baseline = run.baseline && withoutIds(run.baseline);
  return {
    id: run.id,
    name: run.name,
    status: run.status,
    progress: progressOf(run, now),
    request: run.request,
    createdBy: run.createdBy,
    createdAt: run.createdAt,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    ...(run.error && { error: run.error }),
    candidate,
    baseline,
    evidenceOf: run.evidenceOf,
  };
}

const withoutIds = ({ ruleIds: _ids, ...side }: NonNullable<DryRun['baseline']>) => side;

/** Returns a dry run with its results, once it is completed. */
export function dryRunView(run: DryRun, now: Date) {
  const { result } = run;
  const { cost } = run.candidate;
  return {
    ...dryRunItem(run, now),
    ...(cost && { cost }),
    ...(result && {
      ...(result.report && figuresOf(run, result.report)),
      reproduction: result.reproduction,
      exactness: result.exactness,
      matchesKept: result.matchesKept[0] ?? 0,
      matchesTruncated: result.matchesTruncated[0] ?? false,
    }),
    warnings: warningsOf(run),
  };
}
