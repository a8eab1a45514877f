import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { readRules } from '@tamis/lang';
import { failure } from '@tamis/stdx';
import { rightAligned } from '../output/right-aligned.js';
import { usage } from '../problem.js';
import { awaitRun } from '../server/await-run.js';
import { withServer } from '../server/with-server.js';
import { jsonText, literalJson } from './params.js';
import { replayBody, type RemoteFlags } from './remote-dry-run.js';

export interface RemoteSweepFlags extends RemoteFlags {
  readonly param: string;
  readonly values?: string;
  readonly steps: string;
  readonly alertBudget?: string;
}

interface Point {
  readonly value: unknown;
  readonly hits: number;
  readonly positivesCaught: number;
  readonly falseAlarms: number;
  readonly unknown: number;
  readonly alertsPerDay: number;
  readonly analystHoursPerDay: number;
}

interface RemoteSweep {
  readonly param: string;
  readonly points: readonly Point[];
  readonly frontier: readonly unknown[];
  readonly suggestion?: Point | null;
}

function print({ param, points, frontier, suggestion }: RemoteSweep, io: CliIo): void {
  io.out(
    rightAligned([
      [param, 'hits', 'caught', 'false alarms', 'unknown', 'alerts/day', 'hours/day'],
      ...points.map((point) => [
        jsonText(point.value),
        ...[point.hits, point.positivesCaught, point.falseAlarms, point.unknown].map((each) =>
          each.toLocaleString('en'),
        ),
        String(point.alertsPerDay),
        String(point.analystHoursPerDay),
      ]),
    ]),
  );
  io.out(`\nfrontier: ${frontier.map(jsonText).join(', ')}\n`);
  if (suggestion) io.out(`Within the budget ${jsonText(suggestion.value)} catches most\n`);
  if (suggestion === null) io.out('No value keeps the budget of alerts\n');
}

/** Lets a server try many values of a parameter on its records. */
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
        return failure(usage('--values takes values with commas between: `5_000 USD, 10_000 USD`'));
      const body = await replayBody(files, flags, io);
      if (!body.ok) return body;
      const { rules } = readRules(String(body.value['source'])).file;
      if (!rules.some(({ key }) => key.text === rule))
        return failure(usage(`there is no rule \`${rule}\` in these files`));
      const tried = values ? { values } : { steps: Number(flags.steps) };
      const answer = await client.ask('/rules/sweeps', { body: { ...body.value, param: flags.param, ...tried } });
      if (!answer.ok) return answer;
      const path = `/rules/sweeps/${String(answer.value['sweepId'])}`;
      return awaitRun(client, path, 'sweep', { alertsPerDay: flags.alertBudget }, io);
    },
    ({ sweep }) => print(sweep as RemoteSweep, io),
  );
}
