import { formatRules, printFile, readRules, ruleFile } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { printJson } from '../output/print-json.js';
import { failureProblem, findingsProblem, printProblem, type Problem } from '../problem.js';
import type { ApiClient } from '../server/api-client.js';
import { connect } from '../server/connect.js';
import { findOrganizationId } from '../server/find-organization.js';
import {
  hash,
  type NamedFile,
  planPull,
  type PullPlan,
  serverCopy,
  textName,
  writePull,
} from '../server/pull-manifest.js';
import type { ServerFlags } from '../server/with-server.js';

export interface PullFlags extends ServerFlags {
  readonly force?: true;
  readonly keepBoth?: true;
}

const targets = ['transaction', 'person', 'company', 'user_event'] as const;
const shared = 'shared.rules';
/** The file names accepted from a server, because the files are written into a folder. */
const safeFileName = /^[a-z_][a-z0-9_]*\.rules$/;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns a rule with an import of the names it shares with others, which are in a separate file. */
function withImport({ name, source }: NamedFile, hasShared: boolean): string {
  if (!hasShared || name === shared) return source;
  const [, language = '', rest = ''] = /^(language \d+\s*\n)?([^]*)$/.exec(source) ?? [];
  const text = `${language}import "${shared}"\n\n${rest}`;
  return formatRules(text).text ?? text;
}

interface NamedList {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

const listsPerRequest = 100;

/** Returns all lists in the order of the server. */
async function fetchLists(client: ApiClient): Promise<Result<readonly NamedList[], Problem>> {
  const found: NamedList[] = [];
  let cursor: string | undefined;
  do {
    const answer = await client.request('/data-lists', { query: { limit: listsPerRequest, cursor } });
    if (!answer.ok) return answer;
    const lists = answer.value['data'] as readonly NamedList[];
    found.push(...lists.map(({ id, name, type }) => ({ id, name, type })));
    const { nextCursor } = answer.value['pagination'] as { readonly nextCursor: string | null };
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ok(found);
}

/** Returns the hashes of all texts in the files of an export, by `textName`. */
const textHashes = (files: readonly NamedFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.flatMap(({ name, source }) => {
      const { rules, declarations } = readRules(source).file;
      if (name !== shared) return rules.map(({ key }) => [textName({ key: key.text }), hash(source)] as const);
      return declarations.flatMap((each) => {
        const printed = hash(printFile(ruleFile(null, [each])).trimEnd());
        if (each.kind === 'matrixDeclaration') return [[textName({ kind: 'matrix', key: each.key.text }), printed]];
        return 'name' in each ? [[textName({ kind: 'name', key: each.name.text }), printed]] : [];
      });
    }),
  ) as Readonly<Record<string, string>>;

interface Fetched {
  readonly files: readonly NamedFile[];
  readonly texts: Readonly<Record<string, string>>;
}

async function fetchFiles(client: ApiClient): Promise<Result<Fetched, Problem>> {
  const exported = await client.request('/rules/export', { query: { format: 'json' } });
  if (!exported.ok) return exported;
  const rules = exported.value['files'] as readonly NamedFile[];
  const odd = rules.find(({ name }) => !safeFileName.test(name));
  if (odd)
    return failure(
      failureProblem(`the server sent a file name \`${odd.name}\` that is not allowed; it was not written`),
    );
  const hasShared = rules.some(({ name }) => name === shared);
  const files = rules.map((file) => ({ name: `rules/${file.name}`, source: withImport(file, hasShared) }));
  const params = await client.request('/rules/params');
  if (!params.ok) return params;
  const lists = await fetchLists(client);
  if (!lists.ok) return lists;
  const fields: Record<string, unknown> = {};
  for (const targetEntityType of targets) {
    const found = await client.request('/rules/fields', { query: { targetEntityType } });
    if (!found.ok) return found;
    fields[targetEntityType] = found.value['fields'];
  }
  const schema = [
    { name: 'schema/fields.json', source: json(fields) },
    { name: 'schema/lists.json', source: json(lists.value) },
    { name: 'schema/params.json', source: json(params.value['params']) },
  ];
  return ok({ files: [...files, ...schema], texts: textHashes(rules) });
}

/** Returns the timezone, currency and format of numbers, as far as the key may read them; without them, local evaluations use UTC and USD. */
async function configFile(client: ApiClient, organizationId: string): Promise<NamedFile> {
  const found = await client.request(`/organizations/${organizationId}`);
  const about = ((found.ok && found.value['organization']) || {}) as Record<string, unknown>;
  const { timezone, baseCurrency, currencyCodes } = about;
  const { numberFormat } = (about['settings'] ?? {}) as Record<string, unknown>;
  const settings = { language: 1, rules: 'rules/**/*.rules', schema: 'schema/fields.json', timezone, baseCurrency };
  const own = Array.isArray(currencyCodes) && currencyCodes.length > 0 ? { currencyCodes } : {};
  return { name: 'tamis.config.json', source: json({ ...settings, numberFormat, ...own, server: client.server }) };
}

const conflictProblem = (names: readonly string[]): Problem =>
  findingsProblem(
    `nothing was written: these files were edited locally and have changed on the server:\n  ${names.join('\n  ')}\n` +
      '`tamis plan` shows the differences, `tamis pull --keep-both` writes the text of the server beside each of them to merge, ' +
      '`tamis pull --force` discards the edits',
  );

function print({ written, kept, removed, inConflict }: PullPlan, io: CliIo): void {
  for (const { name } of written) io.out(`${name}\n`);
  for (const name of removed) io.out(`${name}  removed: it no longer exists on the server\n`);
  for (const name of kept) io.out(`${name}  kept: edited locally, unchanged on the server\n`);
  for (const name of inConflict)
    io.out(`${name}  kept: merge ${serverCopy(name)}, the text of the server, into it and delete that file\n`);
}

/** Writes the files of a server into a folder. Existing settings are kept, and so are edits, unless `force` discards them. */
export async function pull(folder: string, flags: PullFlags, io: CliIo): Promise<ExitCode> {
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  const fetched = await fetchFiles(client.value);
  if (!fetched.ok) return printProblem(fetched.error, io);
  const organization = await findOrganizationId(client.value);
  if (!organization.ok) return printProblem(organization.error, io);
  const organizationId = organization.value;
  const project = resolve(io.cwd, folder);
  const isNew = !existsSync(join(project, 'tamis.config.json'));
  const files = [...fetched.value.files, ...(isNew ? [await configFile(client.value, organizationId)] : [])];
  try {
    const plan = planPull(project, files, flags.force === true);
    if (plan.inConflict.length > 0 && !flags.keepBoth) return printProblem(conflictProblem(plan.inConflict), io);
    writePull(project, plan, files, { organizationId, texts: fetched.value.texts });
    const { kept, removed, inConflict } = plan;
    if (flags.json) printJson({ files: plan.written.map(({ name }) => name), kept, removed, inConflict }, io);
    else print(plan, io);
  } catch (error) {
    return printProblem(failureProblem(`${folder}: ${failureReason(error)}`), io);
  }
  return exitCodes.ok;
}
