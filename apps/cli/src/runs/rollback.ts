import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printJson } from '../output/print-json.js';
import { printProblem, usageProblem } from '../problem.js';
import type { JsonObject } from '../server/api-client.js';
import { connect } from '../server/connect.js';
import type { ServerFlags } from '../server/with-server.js';
import { jsonText } from './params.js';

export interface RollbackFlags extends ServerFlags {
  readonly to: string;
  /** May be omitted only for a preview. */
  readonly reason?: string;
  readonly preview?: true;
  readonly restoreLists?: true;
}

interface Change {
  readonly key: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly words: readonly string[];
}

interface Activated {
  readonly ruleSet: { readonly version: string; readonly number?: number | null };
  readonly changes: readonly Change[];
  readonly approval?: { readonly id: string };
  readonly dryRunId?: string | null;
}

const isTime = (to: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(to);

function print({ ruleSet, changes, approval, dryRunId }: Activated, isPreview: boolean, io: CliIo): void {
  for (const { key, from, to, words } of changes) {
    const values = [from, to].map((each) => (each === null ? 'none' : jsonText(each)));
    io.out(`${key}  ${values.join(' → ')}\n`);
    for (const each of words) io.out(`    ${each}\n`);
  }
  const set = `rule set ${ruleSet.number ?? ''} ${ruleSet.version}`.replace('  ', ' ');
  if (approval) io.out(`approval ${approval.id} was requested, nothing changes until another person approves\n`);
  else io.out(isPreview ? `would activate ${set} again; nothing was changed\n` : `${set} decides\n`);
  if (dryRunId) io.out(`decisions that would have differed: tamis show ${dryRunId} flipped\n`);
}

/** Activates an earlier rule set again. */
export async function rollback(flags: RollbackFlags, io: CliIo): Promise<ExitCode> {
  const { to, reason, preview, restoreLists, json } = flags;
  if (reason === undefined && !preview)
    return printProblem(usageProblem('--reason says why; --preview needs none'), io);
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  let version = to;
  if (isTime(to)) {
    const set = await client.value.request('/rule-sets/active', { query: { at: to } });
    if (!set.ok) return printProblem(set.error, io);
    ({ version } = set.value['ruleSet'] as { readonly version: string });
  }
  const body: JsonObject = {
    reason: reason ?? 'preview',
    ...(preview ? { preview } : {}),
    ...(restoreLists ? { restoreLists } : {}),
  };
  const answer = await client.value.request(`/rule-sets/${encodeURIComponent(version)}/activate`, { body });
  if (!answer.ok) return printProblem(answer.error, io);
  if (json) printJson(answer.value, io);
  else print(answer.value as unknown as Activated, preview === true, io);
  return exitCodes.ok;
}
