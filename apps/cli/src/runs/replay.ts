import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printJson } from '../output/print-json.js';
import { printProblem } from '../problem.js';
import { connect } from '../server/connect.js';
import type { ServerFlags } from '../server/with-server.js';

export interface ReplayFlags extends ServerFlags {
  readonly recompute?: true;
  readonly ruleSet?: string;
}

interface Difference {
  readonly path: string;
  readonly original?: unknown;
  readonly replayed?: unknown;
  readonly because: string;
}

/** Makes a server evaluate a stored evaluation again. */
export async function replay(id: string, flags: ReplayFlags, io: CliIo): Promise<ExitCode> {
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  const { recompute, ruleSet } = flags;
  const body = {
    ...(recompute ? { mode: 'recompute' } : {}),
    ...(ruleSet === undefined ? {} : { ruleSetVersion: ruleSet }),
  };
  const answer = await client.value.request(`/evaluations/${encodeURIComponent(id)}/replay`, { body });
  if (!answer.ok) return printProblem(answer.error, io);
  const { equal, differences } = answer.value as {
    readonly equal: boolean;
    readonly differences: readonly Difference[];
  };
  if (flags.json) printJson(answer.value, io);
  else {
    io.out(equal ? `${id}  decided as before\n` : `${id}  decided otherwise\n`);
    const said = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
    for (const { path, original, replayed, because } of differences)
      io.out(`  ${path}: ${said(original)} → ${said(replayed)} (${because})\n`);
  }
  return equal ? exitCodes.ok : exitCodes.findings;
}
