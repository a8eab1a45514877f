import {
  childExpressions,
  formatPath,
  limits,
  printExpression,
  typeName,
  type CheckedRule,
  type Expression,
  type FieldDeclaration,
} from '@tamis/lang';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkInput, countOf, type CheckedInput } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { readEvent } from '../input/read-event.js';
import { projectSettings } from '../input/project-settings.js';
import { remoteRecord } from '../input/remote-record.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { readTables } from '../local/read-tables.js';
import { painter } from '../output/paint.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';
import { printProblem } from '../problem.js';
import type { ServerFlags } from '../server/with-server.js';
import { tableText } from '../output/print-table.js';

export interface ExplainFlags extends ServerFlags {
  readonly rule?: string;
  /** A JSON file with an event for which to evaluate the rules, or `tx:…`, `entity:…`, `event:…` of a server. */
  readonly on?: string;
}

/** The data that a rule reads. */
interface Reads {
  readonly fields: Map<string, FieldDeclaration>;
  readonly recordFields: Map<string, FieldDeclaration>;
  readonly lists: Set<string>;
  readonly listTypes: Set<string>;
}

function collect(written: Expression, { meaning }: CheckedRule, reads: Reads): void {
  const node = meaning.expanded(written);
  const resolution = meaning.resolution(node);
  if (resolution?.kind === 'field')
    (resolution.scope === 'record' ? reads.recordFields : reads.fields).set(resolution.field.path, resolution.field);
  if (resolution?.kind === 'list') reads.lists.add(resolution.list.name);
  if (resolution?.kind === 'listType') reads.listTypes.add(resolution.listType);
}

function readsOf(rule: CheckedRule): Reads {
  const reads: Reads = { fields: new Map(), recordFields: new Map(), lists: new Set(), listTypes: new Set() };
  const open = [rule.condition, ...rule.lets.map(({ value }) => value)];
  for (let next = open.pop(); next; next = open.pop()) {
    collect(next, rule, reads);
    open.push(...childExpressions(rule.meaning.expanded(next)));
  }
  return reads;
}

const sorted = (fields: ReadonlyMap<string, FieldDeclaration>): readonly FieldDeclaration[] =>
  [...fields.values()].sort((a, b) => (a.path < b.path ? -1 : 1));

const fieldJson = ({ path, jsonPath, type, nullable, description }: FieldDeclaration): object => ({
  path,
  jsonPath: formatPath(jsonPath),
  type: typeName(type),
  nullable,
  description,
});

function ruleJson(rule: CheckedRule): object {
  const { fields, recordFields, lists, listTypes } = readsOf(rule);
  return {
    rule: rule.key,
    name: rule.name,
    targets: rule.targets,
    triggers: rule.triggers,
    matrices: rule.matrices,
    condition: printExpression(rule.condition),
    fields: sorted(fields).map(fieldJson),
    recordFields: sorted(recordFields).map(fieldJson),
    lists: [...lists].sort(),
    listTypes: [...listTypes].sort(),
    aggregates: rule.aggregates.map((aggregate) => printExpression(aggregate)),
    names: rule.names,
    unknownable: rule.unknownable,
    unknownPolicy: rule.unknownPolicy,
    cost: rule.cost,
    budget: limits.costPerRule,
  };
}

const policies: Readonly<Record<CheckedRule['unknownPolicy'], string>> = {
  ignore: 'an unknown result counts as no hit',
  review: 'an unknown result requires a review',
  hit: 'an unknown result counts as a hit',
};

function printRule(rule: CheckedRule, io: CliIo): void {
  const paint = painter(io.color);
  const { fields, recordFields, lists, listTypes } = readsOf(rule);
  io.out(`${paint('bold', rule.key)}  ${rule.name}\n`);
  io.out(`  on ${rule.targets.join(', ')}${rule.triggers.length > 0 ? ` (${rule.triggers.join(', ')})` : ''}\n`);
  io.out(`  hits when ${printExpression(rule.condition)}\n`);
  for (const { name, value } of rule.lets) io.out(`    ${name} is ${printExpression(value)}\n`);
  if (fields.size > 0) io.out('  fields\n');
  io.out(
    tableText(
      sorted(fields).map((field) => [
        field.path,
        typeName(field.type),
        field.nullable ? 'can be missing' : '',
        field.description,
      ]),
      '    ',
    ),
  );
  if (rule.aggregates.length > 0) io.out('  records\n');
  for (const aggregate of rule.aggregates) io.out(`    ${printExpression(aggregate)}\n`);
  if (recordFields.size > 0)
    io.out(
      `    reads of each record: ${sorted(recordFields)
        .map(({ path }) => path)
        .join(', ')}\n`,
    );
  const data = [...[...lists].sort(), ...[...listTypes].sort().map((type) => `every list of type ${type}`)];
  if (data.length > 0) io.out(`  lists    ${data.join(', ')}\n`);
  if (rule.names.length > 0) io.out(`  uses     ${rule.names.join(', ')}\n`);
  const { unknownable, unknownPolicy } = rule;
  io.out(
    `  unknown  ${unknownable.length === 0 ? 'never' : `without ${unknownable.join(', ')}; ${policies[unknownPolicy]}`}\n`,
  );
  io.out(`  cost     ${rule.cost} of ${limits.costPerRule}\n\n`);
}

/** `tamis explain structuring --on one.json`: a word that is not a file is a rule of the project. */
function rulesAndFiles(
  args: readonly string[],
  flags: ExplainFlags,
  io: CliIo,
): { rule?: string; files: readonly string[] } {
  const [first, ...files] = args;
  const isRule = first !== undefined && /^[A-Za-z_]\w*$/.test(first) && !existsSync(resolve(io.cwd, first));
  if (flags.rule === undefined && isRule) return { rule: first, files };
  return { ...(flags.rule === undefined ? {} : { rule: flags.rule }), files: args };
}

interface SelectedRules {
  readonly rule: CheckedRule;
  readonly from: CheckedInput;
}

/** Returns `null` after printing the reason for a failure. */
async function explainAll(chosen: readonly SelectedRules[], flags: ExplainFlags, io: CliIo): Promise<true | null> {
  if (flags.on === undefined) {
    if (flags.json) printJson({ rules: chosen.map(({ rule }) => ruleJson(rule)) }, io);
    else for (const { rule } of chosen) printRule(rule, io);
    return true;
  }
  const settings = projectSettings(io);
  const tables = readTables(undefined, io);
  if (!tables.ok) {
    printProblem(tables.error, io);
    return null;
  }
  const event = await readEvent(flags.on, settings.timezone, io);
  if (typeof event === 'string') {
    io.err(`tamis: ${event}\n`);
    return null;
  }
  // Loaded here, because without an event nothing is evaluated.
  const { explainOn } = await import('./explain-on.js');
  const fitting = chosen.filter(({ rule }) => event.target === null || rule.targets.includes(event.target));
  const explained = fitting.map(({ rule, from }) => explainOn(rule, from, event, { settings, tables: tables.value }));
  if (flags.json) {
    printJson({ rules: explained.map(({ trace, wouldHitWith }) => ({ ...trace, wouldHitWith })) }, io);
    return true;
  }
  const { printTrace } = await import('../output/print-trace.js');
  for (const { trace, wouldHitWith } of explained) printTrace(trace, wouldHitWith, io);
  return true;
}

export async function explain(args: readonly string[], flags: ExplainFlags, io: CliIo): Promise<ExitCode> {
  const { rule: wanted, files } = rulesAndFiles(args, flags, io);
  const record = flags.on === undefined ? null : remoteRecord(flags.on);
  if (record) {
    const { explainRemote } = await import('./explain-remote.js');
    return explainRemote(record, { ...(wanted === undefined ? {} : { rule: wanted }), files }, flags, io);
  }
  const inputs = await readInputs(files, io);
  const checked: CheckedInput[] = [];
  for (const input of inputs.files) checked.push(await checkInput(input, io));
  const chosen = checked
    .flatMap((from) => from.checked.rules.map((rule) => ({ rule, from })))
    .filter(({ rule }) => wanted === undefined || rule.key === wanted);
  const done = await explainAll(chosen, flags, io);
  const errors = { ...io, out: io.err };
  for (const { diagnostics, input } of checked)
    printFrames(
      diagnostics.filter(({ severity }) => severity === 'error'),
      input,
      errors,
    );
  printProblems(inputs, io);
  if (done === null || inputs.problems.length > 0) return exitCodes.failure;
  if (wanted !== undefined && chosen.length === 0) {
    io.err(`tamis: there is no rule \`${wanted}\` without errors in these files\n`);
    return exitCodes.usage;
  }
  return checked.some(({ diagnostics }) => countOf(diagnostics, 'error') > 0) ? exitCodes.findings : exitCodes.ok;
}
