import { setTimeout as wait } from 'node:timers/promises';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { csvText } from '../output/csv-text.js';
import { printJson } from '../output/print-json.js';
import { rightAligned } from '../output/right-aligned.js';
import { printProblem, usage } from '../problem.js';
import { connect } from '../server/connect.js';
import type { ServerFlags } from '../server/with-server.js';

export interface WatchFlags extends ServerFlags {
  readonly every?: string;
  readonly csv?: true;
}

interface RuleTotals {
  readonly key: string;
  readonly status: string;
  readonly totals: {
    readonly executions: number;
    readonly hits: number;
    readonly unknowns: number;
    readonly alerts: number;
    readonly hitRate: number | null;
    readonly precision: number | null;
    readonly p99Micros: number | null;
    readonly latencyShare: number | null;
  };
}

const heading = [
  'rule',
  'status',
  'runs',
  'hits',
  'hit rate',
  'unknown',
  'alerts',
  'precision',
  'p99',
  'time',
] as const;

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);

function row({ key, status, totals }: RuleTotals): readonly string[] {
  const { executions, hits, hitRate, unknowns, alerts, precision, p99Micros, latencyShare } = totals;
  return [
    key,
    status,
    executions.toLocaleString('en'),
    hits.toLocaleString('en'),
    percent(hitRate),
    unknowns.toLocaleString('en'),
    alerts.toLocaleString('en'),
    percent(precision),
    p99Micros === null ? '–' : `${p99Micros} µs`,
    percent(latencyShare),
  ];
}

const csv = (rules: readonly RuleTotals[]): string =>
  csvText(
    ['rule', 'status', 'runs', 'hits', 'unknown', 'alerts', 'precision', 'p99Micros', 'latencyShare'],
    rules.map(({ key, status, totals }) => [
      key,
      status,
      totals.executions,
      totals.hits,
      totals.unknowns,
      totals.alerts,
      totals.precision,
      totals.p99Micros,
      totals.latencyShare,
    ]),
  );

/** One line for each rule: what it came to lately; again every so many seconds where that is asked for. */
export async function watchRules(flags: WatchFlags, io: CliIo): Promise<ExitCode> {
  const seconds = flags.every === undefined ? null : Number(flags.every);
  if (seconds !== null && !(seconds >= 1))
    return printProblem(usage(`--every is seconds, at least 1, not \`${flags.every ?? ''}\``), io);
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  for (;;) {
    const answer = await client.value.ask('/rules/stats', { query: { pageSize: 100 } });
    if (!answer.ok) return io.stop.aborted ? exitCodes.ok : printProblem(answer.error, io);
    const rules = answer.value['rules'] as readonly RuleTotals[];
    if (flags.json) printJson(answer.value, io);
    else io.out(flags.csv ? csv(rules) : rightAligned([heading, ...rules.map(row)]));
    if (seconds === null) return exitCodes.ok;
    await wait(seconds * 1_000, null, { signal: io.stop }).catch(() => null);
    if (io.stop.aborted) return exitCodes.ok;
    io.out('\n');
  }
}
