import { csvText } from '@tamis/stdx';
import { setTimeout as wait } from 'node:timers/promises';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { grouped } from '../output/grouped.js';
import { microsText } from '../output/micros-text.js';
import { printJson } from '../output/print-json.js';
import { rightAligned } from '../output/right-aligned.js';
import { printProblem, usageProblem } from '../problem.js';
import { connect } from '../server/connect.js';
import { watchedRules, type WatchedRule } from '../server/watched-rules.js';
import type { ServerFlags } from '../server/with-server.js';

export interface WatchFlags extends ServerFlags {
  readonly every?: string;
  readonly csv?: true;
}

const heading = [
  'rule',
  'status',
  'runs',
  'hits',
  'today',
  'band',
  'unknown',
  'alerts',
  'precision',
  'p99',
  'time',
  'drift',
] as const;

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);

/** Returns the range of hits that a dry run predicts for such a day, with a mark if the hits of today exceed it. */
function bandText({ band, today }: WatchedRule): string {
  if (band === null) return '–';
  return `${band.low}–${band.high}${today > band.high ? ' ↑' : ''}`;
}

/** Returns the trend of the hit rate, and the input that changed most. */
function driftText({ drift }: WatchedRule): string {
  if (drift === null) return '–';
  const { status, factor, input } = drift;
  const arrow = factor === null || Math.abs(factor - 1) < 0.1 ? '→' : factor > 1 ? '↑' : '↓';
  const times = factor === null ? '' : ` ${factor.toFixed(1)}x`;
  return `${arrow}${times} ${status}${input === null ? '' : ` (${input})`}`;
}

function row(rule: WatchedRule): readonly string[] {
  const { executions, hits, unknowns, alerts, precision, p99Micros, latencyShare } = rule.totals;
  return [
    rule.key,
    rule.status,
    grouped(executions),
    grouped(hits),
    grouped(rule.today),
    bandText(rule),
    grouped(unknowns),
    grouped(alerts),
    percent(precision),
    p99Micros === null ? '–' : microsText(p99Micros),
    percent(latencyShare),
    driftText(rule),
  ];
}

const csv = (rules: readonly WatchedRule[]): string =>
  csvText(
    [
      'rule',
      'status',
      'runs',
      'hits',
      'today',
      'bandLow',
      'bandHigh',
      'unknown',
      'alerts',
      'precision',
      'p99Micros',
      'latencyShare',
      'drift',
      'hitRateFactor',
      'driftedInput',
    ],
    rules.map(({ key, status, totals, today, band, drift }) => [
      key,
      status,
      totals.executions,
      totals.hits,
      today,
      band?.low ?? null,
      band?.high ?? null,
      totals.unknowns,
      totals.alerts,
      totals.precision,
      totals.p99Micros,
      totals.latencyShare,
      drift?.status ?? null,
      drift?.factor ?? null,
      drift?.input ?? null,
    ]),
  );

/** Prints one line for each rule: its recent results, and whether they were expected; repeated every few seconds on request. */
export async function watchRules(flags: WatchFlags, io: CliIo): Promise<ExitCode> {
  const seconds = flags.every === undefined ? null : Number(flags.every);
  if (seconds !== null && !(seconds >= 1))
    return printProblem(usageProblem(`--every is seconds, at least 1, not \`${flags.every ?? ''}\``), io);
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  for (;;) {
    const rules = await watchedRules(client.value);
    if (!rules.ok) return io.abortSignal.aborted ? exitCodes.ok : printProblem(rules.error, io);
    if (flags.json) printJson({ rules: rules.value }, io);
    else io.out(flags.csv ? csv(rules.value) : rightAligned([heading, ...rules.value.map(row)]));
    if (seconds === null) return exitCodes.ok;
    await wait(seconds * 1_000, null, { signal: io.abortSignal }).catch(() => null);
    if (io.abortSignal.aborted) return exitCodes.ok;
    io.out('\n');
  }
}
