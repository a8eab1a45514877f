import { ok } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { tableText } from '../output/print-table.js';
import type { ApiClient } from '../server/api-client.js';
import type { StoredRule } from '../server/find-rule.js';
import { withServer, type ServerFlags } from '../server/with-server.js';
import { printStatusChange } from './change-status.js';

/** Gives an approval. */
export const approve = (id: string, flags: ServerFlags & { readonly comment?: string }, io: CliIo): Promise<ExitCode> =>
  withServer(
    flags,
    io,
    (client) =>
      client.request(`/rules/approvals/${encodeURIComponent(id)}/approve`, {
        body: flags.comment === undefined ? {} : { comment: flags.comment },
      }),
    ({ rule, ruleSetVersion }) => {
      if (rule) printStatusChange({ rule: rule as StoredRule }, io);
      else
        io.out(
          typeof ruleSetVersion === 'number' ? `rule set ${ruleSetVersion} decides\n` : 'approved and carried out\n',
        );
    },
  );

interface Approval {
  readonly id: string;
  readonly ruleId: string | null;
  readonly action: string;
  readonly version: number;
  readonly request: { readonly status?: string; readonly name?: string };
  readonly reason: string | null;
  readonly requestedAt: string;
}

/** What else, besides a rule, a rule set and a parameter, may wait for an approval. */
const otherSubjects: Readonly<Record<string, string>> = {
  rules: 'several rules',
  library: 'shared names',
  settings: 'settings of the organization',
  matrix: 'a risk matrix',
  matrix_rules: 'rules of a risk matrix',
  matrix_defaults: 'default risk matrices',
  matrix_params: 'parameters of a shared risk matrix',
  shared_matrix: 'a shared risk matrix',
  match_decision: 'a screening match',
};

/** Describes what is to be activated. */
async function subjectOf({ ruleId, action, version, request }: Approval, client: ApiClient): Promise<string> {
  if (action === 'activate') return `rule set ${version}`;
  if (action === 'param') return `parameter ${request.name ?? ''}`;
  if (ruleId === null) return otherSubjects[action] ?? action;
  const found = await client.request(`/rules/${ruleId}`);
  const key = found.ok ? (found.value['rule'] as StoredRule).key : ruleId;
  return action === 'guard' ? `guard of ${key}` : `${key} ${request.status ?? ''}`.trim();
}

/** Lists pending approvals, newest first. */
export async function listApprovals(flags: ServerFlags, io: CliIo): Promise<ExitCode> {
  let rows: readonly (readonly string[])[] = [];
  return withServer(
    flags,
    io,
    async (client) => {
      const listed = await client.request('/rules/approvals', { query: { status: 'pending', limit: 100 } });
      if (!listed.ok || flags.json) return listed;
      rows = await Promise.all(
        (listed.value['approvals'] as readonly Approval[]).map(async (approval) => {
          const { id, requestedAt, reason } = approval;
          return [id, await subjectOf(approval, client), requestedAt, reason ?? ''];
        }),
      );
      return ok(listed.value);
    },
    () => io.out(rows.length === 0 ? 'no request is waiting for approval\n' : tableText(rows)),
  );
}
