import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { readRules } from '@tamis/lang';
import { failure } from '@tamis/stdx';
import type { DryRunReport, SweepPoint } from '@tamis/dry-run';
import { writeHtml } from '../output/html/write-html.js';
import { printSweep, sweepCsv, type SweepOutcome } from '../output/print-sweep.js';
import { failureProblem, usageProblem, type Problem } from '../problem.js';
import { pollJob } from '../server/poll-job.js';
import { withServer } from '../server/with-server.js';
import { jsonText, literalJson } from './params.js';
import { replayBody, type RemoteFlags } from './remote-dry-run.js';

export interface RemoteSweepFlags extends RemoteFlags {
  readonly param: string;
  readonly values?: string;
  readonly steps: string;
  readonly alertBudget?: string;
}

interface RemotePoint extends Omit<SweepPoint, 'value' | 'stopped'> {
  readonly value: unknown;
  readonly amount: SweepPoint['stopped'];
}

interface RemoteSweep {
  readonly id: string;
  readonly param: string;
  readonly current: unknown;
  readonly rule: string | null;
  readonly points: readonly RemotePoint[];
  readonly frontier: readonly unknown[];
  readonly suggestion?: RemotePoint | null;
  readonly monotone: { readonly hits: SweepOutcome['monotone']['hits']; readonly breaksAt: readonly unknown[] };
  /** Absent if no record was evaluated. */
  readonly records?: DryRunReport['records'];
  readonly hash: string;
  readonly warnings: readonly string[];
}

const pointOf = ({ value, amount, ...point }: RemotePoint): SweepPoint => ({
  ...point,
  value: jsonText(value),
  stopped: amount,
});

const sweptOf = ({
  points,
  frontier,
  suggestion,
  monotone,
  current,
  param,
  rule,
  hash,
}: RemoteSweep): SweepOutcome => ({
  param,
  rule,
  hash,
  current: current === null ? null : jsonText(current),
  points: points.map(pointOf),
  frontier: frontier.map(jsonText),
  monotone: { hits: monotone.hits, breaksAt: monotone.breaksAt.map(jsonText) },
  ...(suggestion === undefined ? {} : { suggestion: suggestion && pointOf(suggestion) }),
});

async function writePage(
  server: string,
  sweep: RemoteSweep & Required<Pick<RemoteSweep, 'records'>>,
  { html, params }: RemoteSweepFlags & { readonly html: string },
  io: CliIo,
): Promise<Problem | null> {
  const { sweepPage } = await import('../output/html/sweep-page.js');
  const swept = sweptOf(sweep);
  const events = { name: `records of ${server}, sweep ${sweep.id}`, sha256: null };
  const reproduction = { args: io.args, sets: [], params, events, hash: swept.hash };
  return writeHtml(html, sweepPage(swept, sweep.records, reproduction), io);
}

function print(sweep: RemoteSweep, { csv }: RemoteSweepFlags, io: CliIo): void {
  if (!sweep.records) return;
  if (csv) io.out(sweepCsv(sweptOf(sweep)));
  else printSweep(sweptOf(sweep), sweep.records, io);
}

/** Makes a server try many values of a parameter on its records. */
export async function remoteSweep(
  rule: string,
  files: readonly string[],
  flags: RemoteSweepFlags,
  io: CliIo,
): Promise<ExitCode> {
  const values = flags.values?.split(',').map((text) => literalJson(text.trim()));
  return withServer(
    flags,
    io,
    async (client) => {
      if (values?.includes(undefined))
        return failure(usageProblem('--values takes values with commas between: `5_000 USD, 10_000 USD`'));
      const body = await replayBody(files, flags, io);
      if (!body.ok) return body;
      const { rules } = readRules(String(body.value['source'])).file;
      if (!rules.some(({ key }) => key.text === rule))
        return failure(usageProblem(`there is no rule \`${rule}\` in these files`));
      const tried = values ? { values } : { steps: Number(flags.steps) };
      const answer = await client.request('/rules/sweeps', { body: { ...body.value, param: flags.param, ...tried } });
      if (!answer.ok) return answer;
      const path = `/rules/sweeps/${String(answer.value['sweepId'])}`;
      const ended = await pollJob(client, path, 'sweep', { alertsPerDay: flags.alertBudget, ruleKey: rule }, io);
      if (!ended.ok) return ended;
      const { records, ...sweep } = ended.value['sweep'] as RemoteSweep;
      if (!records && !flags.json) return failure(failureProblem(sweep.warnings.join('\n')));
      if (!records || flags.html === undefined) return ended;
      const problem = await writePage(client.server, { ...sweep, records }, { ...flags, html: flags.html }, io);
      return problem ? failure(problem) : ended;
    },
    ({ sweep }) => print(sweep as RemoteSweep, flags, io),
  );
}
