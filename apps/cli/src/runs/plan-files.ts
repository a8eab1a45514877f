import { readRules } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { importedFiles } from '../input/imported-files.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { painter } from '../output/paint.js';
import { printFrame } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';
import { failureProblem, findingsProblem, printProblem, usageProblem, type Problem } from '../problem.js';
import type { ApiClient } from '../server/api-client.js';
import { connect } from '../server/connect.js';
import { findOrganizationId } from '../server/find-organization.js';
import { knownTexts, type NamedFile, recordApplied, serverCopy, textName } from '../server/pull-manifest.js';
import type { ServerFlags } from '../server/with-server.js';

export interface PlanFlags extends ServerFlags {
  readonly prune?: true;
  readonly overwrite?: true;
}

export interface ApplyFlags extends PlanFlags {
  readonly reason?: string;
}

interface Change {
  /** Absent for a rule. */
  readonly kind?: string;
  readonly key: string;
  readonly change: string;
  readonly words: readonly string[];
  readonly storedHash: string | null;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

interface PlanDiagnostic {
  readonly file?: string;
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly range?: { readonly start: { readonly line: number; readonly character: number } };
  /** The place in the text. */
  readonly frame?: string;
}

interface Plan {
  readonly planId: string | null;
  readonly basedOn: string | null;
  readonly changes: readonly Change[];
  readonly diagnostics: readonly PlanDiagnostic[];
  readonly tests: { readonly passed: number; readonly failed: number };
}

interface ApplyResult {
  readonly rules: readonly { readonly key: string; readonly version: number; readonly status: string }[];
  readonly stored: readonly { readonly kind?: string; readonly key: string; readonly hash: string | null }[];
}

/** A change that would undo what others have done since the files were pulled. */
interface Conflict {
  readonly change: Change;
  readonly why: string;
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

/** Returns why a change would undo what others did; `null` if the files are based on what the server has. */
function conflictOf(change: Change, known: Readonly<Record<string, string>>): string | null {
  const { storedHash, changedBy, changedAt } = change;
  const base = Object.hasOwn(known, textName(change)) ? known[textName(change)] : null;
  if (change.change === 'same' || base === storedHash) return null;
  if (change.change === 'create') return 'it is no longer on the server: it was archived or renamed';
  const author = `${changedBy === null ? '' : ` by ${changedBy}`}${changedAt === null ? '' : ` on ${changedAt}`}`;
  return base === null
    ? `it was never pulled or stored from here; last changed on the server${author}`
    : `it has changed on the server since it was pulled, last${author}`;
}

function conflictProblem(conflicts: readonly Conflict[]): Problem {
  const lines = conflicts.map(({ change, why }) => `  ${change.kind ? `${change.kind} ` : ''}${change.key}: ${why}`);
  return findingsProblem(
    `nothing was stored: the files are older than what the server has\n${lines.join('\n')}\n` +
      '`tamis pull` fetches what others changed; merge it with your edits and apply again. `--overwrite` replaces it on purpose',
  );
}

function print({ basedOn, changes, diagnostics, tests }: Plan, conflicts: readonly Conflict[], io: CliIo): void {
  const paint = painter(io.color);
  io.out(basedOn === null ? 'no rule set is active\n' : `based on rule set ${basedOn}\n`);
  for (const each of changes.filter(({ change }) => change !== 'same')) {
    const { key, change, words } = each;
    const sign = signs[change] ?? change;
    io.out(`  ${paint(styles[sign as '+'], `${sign} ${key}`)}${change === 'update' ? '' : `  ${change}`}\n`);
    for (const line of words) io.out(`      ${line}\n`);
    const conflict = conflicts.find((other) => other.change === each);
    if (conflict) io.out(`      ${paint('red', '!')} ${conflict.why}\n`);
  }
  io.out(`  = ${changes.filter(({ change }) => change === 'same').length} unchanged\n`);
  if (tests.passed + tests.failed > 0) io.out(`  tests ${tests.passed} passed, ${tests.failed} failed\n`);
  for (const each of diagnostics) printDiagnostic(each, io);
}

/** Prints an error with its place in the text, and a warning in one line. */
function printDiagnostic({ file = '', code, severity, message, range, frame }: PlanDiagnostic, io: CliIo): void {
  const at = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
  if (severity === 'error' && frame !== undefined) printFrame(frame, { ...io, out: io.err });
  else io.err(`${file}${at}: ${severity}[${code}]: ${message}\n`);
}

interface PlanResult {
  readonly plan: Plan;
  readonly files: readonly NamedFile[];
  readonly organizationId: string;
  /** Empty with `--overwrite`. */
  readonly conflicts: readonly Conflict[];
}

/** Returns the files that still have to be merged with the text of the server beside them. */
const unmerged = (files: readonly NamedFile[], io: CliIo): readonly string[] =>
  files.flatMap(({ name }) => (existsSync(resolve(io.cwd, serverCopy(name))) ? [name] : []));

async function requestPlan(
  client: ApiClient,
  args: readonly string[],
  { prune, overwrite }: PlanFlags,
  io: CliIo,
): Promise<Result<PlanResult, Problem>> {
  const sources = await readSources(args, io);
  if (!sources.ok) return sources;
  const files = sources.value;
  const [waiting] = unmerged(files, io);
  if (waiting !== undefined)
    return failure(usageProblem(`merge ${serverCopy(waiting)} into ${waiting}, and delete it`));
  const organization = await findOrganizationId(client);
  if (!organization.ok) return organization;
  const organizationId = organization.value;
  const answer = await client.request('/rules/plan', { body: { files, ...(prune ? { prune } : {}) } });
  if (!answer.ok) return answer;
  const plan = answer.value as unknown as Plan;
  try {
    const known = knownTexts(io.cwd, files, organizationId);
    const conflicts = plan.changes.flatMap((change) => {
      const why = overwrite ? null : conflictOf(change, known);
      return why === null ? [] : [{ change, why }];
    });
    return ok({ plan, files, organizationId, conflicts });
  } catch (error) {
    return failure(failureProblem(failureReason(error)));
  }
}

const shownConflicts = (conflicts: readonly Conflict[]): readonly object[] =>
  conflicts.map(({ change: { kind, key }, why }) => ({ ...(kind && { kind }), key, why }));

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
  const { plan, conflicts } = asked.value;
  if (flags.json) printJson({ ...plan, conflicts: shownConflicts(conflicts) }, io);
  else print(plan, conflicts, io);
  const isClean = plan.planId !== null && plan.tests.failed === 0 && conflicts.length === 0;
  return isClean ? exitCodes.ok : exitCodes.findings;
}

async function requestApply(
  client: ApiClient,
  { planId }: Plan,
  { reason }: ApplyFlags,
): Promise<Result<ApplyResult, Problem>> {
  if (planId === null) return failure(findingsProblem('nothing was stored: the files have errors'));
  // Stopping here would leave open whether the server has stored it.
  const answer = await client.withoutAbort().request('/rules/apply', {
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
  const { plan, files, organizationId, conflicts } = asked.value;
  if (!flags.json) print(plan, conflicts, io);
  if (plan.planId !== null && conflicts.length > 0) return printProblem(conflictProblem(conflicts), io);
  const done = await requestApply(client.value, plan, flags);
  if (!done.ok) return printProblem(done.error, io);
  if (flags.json) printJson(done.value, io);
  else printApplied(plan, done.value, io);
  try {
    recordApplied(io.cwd, files, { organizationId, stored: done.value.stored });
  } catch (error) {
    const why = `stored on the server, but not recorded in schema/pulled.json: ${failureReason(error)}`;
    return printProblem(failureProblem(`${why}; the next \`tamis apply\` of these files needs --overwrite`), io);
  }
  return exitCodes.ok;
}
