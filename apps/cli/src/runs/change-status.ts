import { readGuard } from '@tamis/library';
import { failure, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { printProblem, usageProblem, type Problem } from '../problem.js';
import type { JsonObject, ApiClient } from '../server/api-client.js';
import { findRule, type StoredRule } from '../server/find-rule.js';
import { withServer, type ServerFlags } from '../server/with-server.js';
import { readRules } from '@tamis/lang';

/** Number of the newest dry runs that are examined. */
const maxDryRuns = 20;

interface Run {
  readonly id: string;
  readonly candidate: { readonly contentHashes: Readonly<Record<string, string>> };
}

/** Returns the newest completed dry run of the newest version of a rule. `null` if there is none, or if dry runs may not be read. */
async function findEvidence(client: ApiClient, { key, contentHash }: StoredRule): Promise<string | null> {
  const listed = await client.request('/rules/dry-runs', { query: { status: 'completed', limit: maxDryRuns } });
  if (!listed.ok) return null;
  const runs = listed.value['dryRuns'] as readonly Run[];
  return runs.find(({ candidate }) => candidate.contentHashes[key] === contentHash)?.id ?? null;
}

/**
 * Suggests a guard for an activated rule that has none. Pausing a rule that may block would let blocked records through, so in that case
 * the guard only notifies.
 */
export function guardProposal({ key, source }: { readonly key: string; readonly source: string }): string {
  const [rule] = readRules(source).file.rules;
  const mayBlock = rule?.actions.some(
    (action) => action.kind === 'suggestAction' && action.suggestion.text === 'BLOCK',
  );
  const opensDoor = mayBlock === true || rule?.unknown?.text === 'hit';
  const guard = `hit rate within 5x of dry run${opensDoor ? ' on trip notify' : ''}`;
  return `no guard is set: tamis activate ${key} --guard "${guard}" --reason "…"\n`;
}

export interface StatusFlags extends ServerFlags {
  readonly ruleVersion?: string;
  readonly reason?: string;
  readonly guard?: string;
  readonly evidence?: string;
}

interface Approval {
  readonly id: string;
}

/** Prints which versions of a rule are in effect, or which approval it waits for. */
export function printStatusChange({ rule, approval }: { rule: StoredRule; approval?: Approval }, io: CliIo): void {
  if (approval)
    io.out(
      `${rule.key}: approval ${approval.id} was requested, nothing changes until another person approves: tamis approve ${approval.id}\n`,
    );
  const running = [
    ...(rule.activeVersion === null ? [] : [`version ${rule.activeVersion} decides`]),
    ...(rule.shadowVersion === null ? [] : [`version ${rule.shadowVersion} in shadow`]),
  ];
  io.out(`${rule.key}  ${rule.status}  ${running.length === 0 ? 'runs nowhere' : running.join(', ')}\n`);
}

/** Returns the body of the change, or a text that says what is wrong with the flags. */
function bodyOf(status: string, { ruleVersion, reason, guard, evidence }: StatusFlags): JsonObject | string {
  const version = ruleVersion === undefined ? undefined : Number(ruleVersion);
  if (version !== undefined && !(Number.isInteger(version) && version > 0))
    return `--rule-version is a number, not \`${ruleVersion ?? ''}\``;
  const read = guard === undefined ? null : readGuard(guard);
  if (read && !read.ok) return `--guard, character ${read.error.at + 1}: ${read.error.message}`;
  return {
    status,
    ...(version === undefined ? {} : { version }),
    ...(reason === undefined ? {} : { reason }),
    ...(evidence === undefined ? {} : { evidence: { dryRunId: evidence } }),
    ...(read ? { guard: { limits: read.value.limits, action: read.value.action } } : {}),
  };
}

/**
 * Returns the version that is activated if none is given: the newest. Sending it explicitly keeps its number, so that the version that
 * decides is the one that was observed and compared. Fails if the version already decides and `shadow` would deactivate it, which has to be
 * requested by giving the version.
 */
function newestVersion({ key, version, activeVersion }: StoredRule, status: string): Result<number, Problem> {
  if (status !== 'shadow' || version !== activeVersion) return ok(version);
  const how = `--rule-version ${version} takes it out of force and lets it watch`;
  return failure(usageProblem(`version ${version} of \`${key}\` decides, and there is no newer one: ${how}`));
}

const publishedStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

/** Changes the status of a rule. */
export async function changeStatus(key: string, status: string, flags: StatusFlags, io: CliIo): Promise<ExitCode> {
  const body = bodyOf(status, flags);
  if (typeof body === 'string') return printProblem(usageProblem(body), io);
  let found: string | null = null;
  return withServer(
    flags,
    io,
    async (client) => {
      const rule = await findRule(client, key);
      if (!rule.ok) return rule;
      if (status === 'archived') return client.request(`/rules/${rule.value.id}`, { method: 'DELETE' });
      const path = `/rules/${rule.value.id}`;
      if (!publishedStatuses.has(status) || flags.ruleVersion !== undefined)
        return client.request(path, { method: 'PATCH', body });
      const version = newestVersion(rule.value, status);
      if (!version.ok) return version;
      // The pending version is the newest one, which the dry run used.
      found = flags.evidence === undefined ? await findEvidence(client, rule.value) : null;
      const shown = found === null ? {} : { evidence: { dryRunId: found } };
      return client.request(path, { method: 'PATCH', body: { ...body, ...shown, version: version.value } });
    },
    (answer) => {
      if (found !== null) io.out(`${key}: the evidence is dry run ${found} of this content\n`);
      if (status === 'archived') return io.out(`${key}  archived\n`);
      const changed = answer as unknown as { rule: StoredRule; approval?: Approval };
      printStatusChange(changed, io);
      if (changed.rule.status === 'active' && !changed.rule.guard) io.out(guardProposal(changed.rule));
    },
  );
}
