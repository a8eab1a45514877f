import { failure, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { readLabels } from '../local/read-labels.js';
import { replayNumbers, type ReplayFlags } from '../local/replay-numbers.js';
import { rulesCsv } from '../output/dry-run-csv.js';
import { writeHtml } from '../output/html/write-html.js';
import { printDryRun } from '../output/print-dry-run.js';
import { failureProblem, usageProblem, type Problem } from '../problem.js';
import type { ApiClient, JsonObject } from '../server/api-client.js';
import { pollJob } from '../server/poll-job.js';
import { differingRecords, reportOf, type RemoteDryRun } from '../server/remote-dry-run.js';
import { rulesText } from '../server/rules-text.js';
import { serverLabels } from '../server/server-labels.js';
import { withServer, type ServerFlags } from '../server/with-server.js';
import { literalJson } from './params.js';

export interface RemoteFlags extends ReplayFlags, ServerFlags {
  readonly against: readonly string[];
  readonly params: readonly string[];
  readonly labels?: string;
  readonly only?: true;
  /** The kind of records to evaluate again; defaults to payments. */
  readonly on?: string;
  readonly name?: string;
  readonly csv?: true;
  readonly html?: string;
}

/** Converts `name=value` pairs to JSON. */
function paramsJson(settings: readonly string[]): Result<JsonObject, Problem> {
  const params: Record<string, unknown> = {};
  for (const setting of settings) {
    const [, name, text] = /^\s*([A-Za-z_]\w*)\s*=\s*(.+)$/.exec(setting) ?? [];
    const value = text === undefined ? undefined : literalJson(text);
    if (name === undefined || value === undefined)
      return failure(
        usageProblem(`--params takes \`name=value\`, as in \`review_limit=5_000 USD\`, not \`${setting}\``),
      );
    params[name] = value;
  }
  return ok(params);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the request body of every replay over stored records. */
export async function replayBody(
  files: readonly string[],
  flags: RemoteFlags,
  io: CliIo,
): Promise<Result<JsonObject, Problem>> {
  const numbers = replayNumbers(flags);
  if (!numbers.ok) return numbers;
  const { from, to, seed, sampleRate, analystMinutesPerAlert } = numbers.value;
  if (from === -Infinity || to === Infinity)
    return failure(
      usageProblem('a run over the records of a server needs --from and --to; a run over a file needs --local FILE'),
    );
  const [against, ...more] = flags.against;
  if (more.length > 0)
    return failure(usageProblem('on a server, compare with one rule set: --against active, a rule set, or none'));
  const params = paramsJson(flags.params);
  if (!params.ok) return params;
  const labels = flags.labels === undefined ? null : readLabels(flags.labels, io);
  if (labels && !labels.ok) return labels;
  const inline = [...(labels?.value ?? [])].flatMap(([id, label]) =>
    label === null ? [] : [{ [uuid.test(id) ? 'recordId' : 'externalId']: id, label: serverLabels[label] }],
  );
  const source = await rulesText(files, io);
  if (!source.ok) return source;
  return ok({
    source: source.value,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    analystMinutesPerAlert,
    ...(against === undefined ? {} : { against }),
    ...(flags.only ? { only: true } : {}),
    ...(flags.on === undefined ? {} : { recordType: flags.on }),
    ...(flags.overlay ? { overlay: true } : {}),
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.params.length > 0 ? { params: params.value } : {}),
    ...(sampleRate < 1 ? { sample: { rate: sampleRate, seed } } : {}),
    ...(inline.length > 0 ? { labels: { from: ['inline'], inline } } : {}),
  });
}

/** The number of records that a page shows for each kind of change. */
const recordsShown = 100;

async function writePage(
  client: ApiClient,
  run: RemoteDryRun,
  { html, params }: RemoteFlags & { readonly html: string },
  io: CliIo,
): Promise<Problem | null> {
  const found = await differingRecords(client, run.id, recordsShown);
  if (!found.ok) return found.error;
  const { rows, hasMore } = found.value;
  const report = reportOf(run, rows);
  if (report === null) return failureProblem(`${html} was not written: no record of the period was evaluated`);
  const { dryRunPage } = await import('../output/html/dry-run-page.js');
  const { baseline, candidate, id } = run;
  const sets = [...(baseline ? [{ name: 'before', ...baseline }] : []), { name: 'candidate', ...candidate }];
  const reproduction = {
    args: io.args,
    sets: sets.map(({ name, ruleSetVersion }) => ({ name, version: ruleSetVersion })),
    params,
    events: { name: `records of ${client.server}, dry run ${id}`, sha256: null },
    hash: report.hash,
  };
  return writeHtml(html, dryRunPage(report, reproduction, hasMore), io);
}

/** Makes a server replay its records through the rules of the given files. */
export async function remoteDryRun(files: readonly string[], flags: RemoteFlags, io: CliIo): Promise<ExitCode> {
  return withServer(
    flags,
    io,
    async (client) => {
      const body = await replayBody(files, flags, io);
      if (!body.ok) return body;
      const begun = await client.request('/rules/dry-runs', { body: body.value });
      if (!begun.ok) return begun;
      const ended = await pollJob(client, `/rules/dry-runs/${String(begun.value['dryRunId'])}`, 'dryRun', {}, io);
      if (!ended.ok) return ended;
      const run = ended.value['dryRun'] as RemoteDryRun;
      if (!run.records && !flags.json) return failure(failureProblem(run.warnings.join('\n')));
      if (flags.html === undefined) return ended;
      const problem = await writePage(client, run, { ...flags, html: flags.html }, io);
      return problem ? failure(problem) : ended;
    },
    (answer) => {
      const run = answer['dryRun'] as RemoteDryRun;
      const report = reportOf(run, []);
      const [candidate] = report?.candidates ?? [];
      if (!report || !candidate) return;
      if (flags.csv) io.out(rulesCsv(candidate));
      else {
        printDryRun(report, candidate.rules.filter(({ change }) => change !== 'removed').length, 0, io);
        for (const warning of run.warnings) io.out(`${warning}\n`);
        io.out(`records: tamis show ${run.id} gained, lost, flipped or unknown\n`);
      }
    },
  );
}
