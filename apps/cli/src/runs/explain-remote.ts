import type { RuleTrace, TraceNode } from '@tamis/engine';
import { readRules } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import type { RemoteRecord } from '../input/remote-record.js';
import { readInputs } from '../input/read-inputs.js';
import { printTrace } from '../output/print-trace.js';
import { usageProblem, type Problem } from '../problem.js';
import type { ApiClient, JsonObject } from '../server/api-client.js';
import { findRule } from '../server/find-rule.js';
import { rulesText } from '../server/rules-text.js';
import { withServer, type ServerFlags } from '../server/with-server.js';

const members = { tx: 'transactionId', entity: 'entityId', event: 'userEventId' } as const;
const paths = { tx: 'transactions', entity: 'entities', event: 'user-events' } as const;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface ExecutedRule {
  readonly ruleId: string;
  readonly ruleKey?: string;
  readonly outcome: RuleTrace['outcome'];
  readonly matched: boolean;
  readonly wouldHitIf?: readonly string[];
  readonly trace?: TraceNode;
}

/** Searches for the caller's own id first, which may also be a UUID; user events are identified only by their id. */
async function resolveRecordId(client: ApiClient, { kind, id }: RemoteRecord): Promise<Result<string, Problem>> {
  const isId = uuid.test(id);
  if (kind === 'event') return isId ? ok(id) : failure(usageProblem(`\`${id}\` is not the id of a user event`));
  const found = await client.request(`/${paths[kind]}`, { query: { externalId: id } });
  if (!found.ok) return found;
  const [record] = (found.value[paths[kind]] ?? []) as readonly { readonly id: string }[];
  if (record) return ok(record.id);
  return isId ? ok(id) : failure(usageProblem(`${client.server} has no record \`${kind}:${id}\``));
}

/** Evaluates the rules of files for a record, as if they were stored. */
async function evaluateDraftRules(
  client: ApiClient,
  on: JsonObject,
  { rule, files }: { readonly rule?: string; readonly files: readonly string[] },
  io: CliIo,
): Promise<Result<JsonObject, Problem>> {
  const source = await rulesText(files, io);
  if (!source.ok) return source;
  const { rules } = readRules(source.value).file;
  if (rule !== undefined && !rules.some(({ key }) => key.text === rule))
    return failure(usageProblem(`there is no rule \`${rule}\` in these files`));
  const answer = await client.request('/rules/execute', { body: { source: source.value, on, includeDebug: true } });
  if (!answer.ok) return answer;
  const results = answer.value['results'] as readonly ExecutedRule[];
  return ok({ rules: results.filter(({ ruleKey }) => rule === undefined || ruleKey === rule) });
}

/** Evaluates a stored rule for a record, without storing anything. */
async function evaluateStoredRule(
  client: ApiClient,
  on: JsonObject,
  key: string,
): Promise<Result<JsonObject, Problem>> {
  const rule = await findRule(client, key);
  if (!rule.ok) return rule;
  const body = { ...on, testMode: true, includeDebug: true };
  const answer = await client.request(`/rules/${rule.value.id}/execute`, { body });
  return answer.ok ? ok({ rules: [{ ...answer.value, ruleKey: key }] }) : answer;
}

function print(rules: readonly ExecutedRule[], io: CliIo): void {
  for (const { ruleId, ruleKey = '', outcome, matched, trace: tree, wouldHitIf = [] } of rules)
    if (tree) printTrace({ rule: 0, ruleId, ruleKey, outcome, matched, tree }, wouldHitIf, io);
}

/** Returns the results of rules for a record of a server: the rules of the files, or otherwise the stored rule with that name. */
export async function explainRemote(
  record: RemoteRecord,
  asked: { readonly rule?: string; readonly files: readonly string[] },
  flags: ServerFlags,
  io: CliIo,
): Promise<ExitCode> {
  return withServer(
    flags,
    io,
    async (client) => {
      const id = await resolveRecordId(client, record);
      if (!id.ok) return id;
      const on = { [members[record.kind]]: id.value };
      const { rule, files } = asked;
      const hasFiles = files.length > 0 || (await readInputs([], io)).files.length > 0;
      return hasFiles || rule === undefined
        ? evaluateDraftRules(client, on, asked, io)
        : evaluateStoredRule(client, on, rule);
    },
    ({ rules }) => print(rules as readonly ExecutedRule[], io),
  );
}
