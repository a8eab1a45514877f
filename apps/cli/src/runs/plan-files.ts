import { readRules } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { importedFiles } from '../input/imported-files.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { painter } from '../output/paint.js';
import { printJson } from '../output/print-json.js';
import { failureProblem, findingsProblem, printProblem, usageProblem, type Problem } from '../problem.js';
import type { ApiClient, JsonObject } from '../server/api-client.js';
import { connect } from '../server/connect.js';
import { type NamedFile, recordApplied } from '../server/pull-manifest.js';
import type { ServerFlags } from '../server/with-server.js';

export interface PlanFlags extends ServerFlags {
  readonly prune?: true;
}

export interface ApplyFlags extends PlanFlags {
  readonly reason?: string;
}

interface Plan {
  readonly planId: string | null;
  readonly basedOn: string | null;
  readonly changes: readonly { readonly key: string; readonly change: string; readonly words: readonly string[] }[];
  readonly diagnostics: readonly JsonObject[];
  readonly tests: { readonly passed: number; readonly failed: number };
}

interface ApplyResult {
  readonly rules: readonly { readonly key: string; readonly version: number; readonly status: string }[];
}

const signs: Readonly<Record<string, string>> = { create: '+', update: '~', archive: '-', same: '=' };
const styles = { '+': 'green', '~': 'yellow', '-': 'red' } as const;

/** Reads files together with those they import, each once. */
async function readSources(args: readonly string[], io: CliIo): Promise<Result<readonly NamedFile[], Problem>> {
  const inputs = await readInputs(args, io);
  printProblems(inputs, io);
  if (inputs.problems.length > 0) return failure(failureProblem(''));
  const files = new Map<string, string>();
  for (const input of inputs.files) {
    files.set(input.name.replaceAll('\\', '/'), input.text);
    const imported = await importedFiles(input, readRules(input.text).file, io);
    for (const { name, source } of imported) if (source !== undefined) files.set(name, source);
  }
  if (files.size === 0) return failure(usageProblem('there are no rule files'));
  return ok([...files].map(([name, source]) => ({ name, source })));
}

function print({ basedOn, changes, diagnostics, tests }: Plan, io: CliIo): void {
  const paint = painter(io.color);
  io.out(basedOn === null ? 'no rule set is active\n' : `based on rule set ${basedOn}\n`);
  for (const { key, change, words } of changes.filter((each) => each.change !== 'same')) {
    const sign = signs[change] ?? change;
    io.out(`  ${paint(styles[sign as '+'], `${sign} ${key}`)}${change === 'update' ? '' : `  ${change}`}\n`);
    for (const each of words) io.out(`      ${each}\n`);
  }
  io.out(`  = ${changes.filter(({ change }) => change === 'same').length} unchanged\n`);
  if (tests.passed + tests.failed > 0) io.out(`  tests ${tests.passed} passed, ${tests.failed} failed\n`);
  for (const { file, code, message } of diagnostics)
    io.err(`tamis: ${String(file)}: ${String(code)}: ${String(message)}\n`);
}

interface PlanResult {
  readonly plan: Plan;
  readonly files: readonly NamedFile[];
}

async function requestPlan(
  client: ApiClient,
  args: readonly string[],
  { prune }: PlanFlags,
  io: CliIo,
): Promise<Result<PlanResult, Problem>> {
  const files = await readSources(args, io);
  if (!files.ok) return files;
  const answer = await client.request('/rules/plan', { body: { files: files.value, ...(prune ? { prune } : {}) } });
  return answer.ok ? ok({ plan: answer.value as unknown as Plan, files: files.value }) : answer;
}

/** Prints the changes that files would make on a server. */
export async function planFiles(args: readonly string[], flags: PlanFlags, io: CliIo): Promise<ExitCode> {
  const client = connect(flags.server, io);
  if (!client.ok) {
    const code = printProblem(client.error, io);
    io.err('`tamis plan --local` shows how rules are evaluated together, without a server\n');
    return code;
  }
  const asked = await requestPlan(client.value, args, flags, io);
  if (!asked.ok) return printProblem(asked.error, io);
  const { plan } = asked.value;
  if (flags.json) printJson(plan, io);
  else print(plan, io);
  return plan.planId === null || plan.tests.failed > 0 ? exitCodes.findings : exitCodes.ok;
}

async function requestApply(
  client: ApiClient,
  { planId }: Plan,
  { reason }: ApplyFlags,
): Promise<Result<ApplyResult, Problem>> {
  if (planId === null) return failure(findingsProblem('nothing was stored: the files have errors'));
  const answer = await client.request('/rules/apply', {
    body: { planId, ...(reason === undefined ? {} : { reason }) },
  });
  return answer.ok ? ok(answer.value as unknown as ApplyResult) : answer;
}

const publishedStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

/** Prints what was stored; a new version of an active rule waits for its publication. */
function printApplied({ changes }: Plan, { rules }: ApplyResult, io: CliIo): void {
  const changed = new Map(changes.flatMap(({ key, change }) => (change === 'same' ? [] : [[key, change] as const])));
  for (const { key, version, status } of rules) {
    const change = changed.get(key);
    if (change === undefined) continue;
    const waits = change === 'update' && publishedStatuses.has(status);
    io.out(`stored  ${key}  version ${version}  ${waits ? `waits beside the one that is ${status}` : status}\n`);
  }
  if (changed.size === 0) io.out('nothing to store\n');
}

/** Stores files on a server, all of them or none. */
export async function applyFiles(args: readonly string[], flags: ApplyFlags, io: CliIo): Promise<ExitCode> {
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  const asked = await requestPlan(client.value, args, flags, io);
  if (!asked.ok) return printProblem(asked.error, io);
  const { plan, files } = asked.value;
  if (!flags.json) print(plan, io);
  const done = await requestApply(client.value, plan, flags);
  if (!done.ok) return printProblem(done.error, io);
  if (flags.json) printJson(done.value, io);
  else printApplied(plan, done.value, io);
  recordApplied(
    io.cwd,
    files,
    done.value.rules.map(({ key }) => key),
  );
  return exitCodes.ok;
}
