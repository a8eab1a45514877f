import { limits, printText } from '@tamis/lang';
import { isObject } from '@tamis/stdx';
import { FieldNames } from '../field-names.js';
import type { ImportOptions, ImportResult } from '../imported.js';
import type { JsonObject } from '../json-object.js';
import { describeValue } from '../literal-text.js';
import { RuleWriter } from '../rule-writer.js';
import { Translation } from '../translation.js';
import { areDisjoint } from './cell-values.js';
import { rowCondition, rowKeys, type InputColumn, type OutputColumn, type RowCondition } from './table-row.js';

/** Members by name, as many as a path of rules has, with the field of the table before them. */
const pathForm = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,6}$/;

/** Node types that decide nothing by themselves. */
const ends: ReadonlySet<unknown> = new Set(['inputNode', 'outputNode']);

/** A table, where its rows are written to. */
interface TableImport {
  readonly name: string;
  readonly at: string;
  readonly isFirst: boolean;
  readonly inputs: readonly InputColumn[];
  readonly outputs: readonly OutputColumn[];
  readonly names: FieldNames;
  readonly writer: RuleWriter;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

const objects = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Whether a row can match together with an earlier one. */
const canMeet = (row: RowCondition, earlier: RowCondition): boolean =>
  !row.values.some((values, column) => areDisjoint(values, earlier.values[column] ?? null));

/** What a row of a table of the first hit adds: that no earlier row matches that could. Null: too much for a rule. */
function exclusions(row: RowCondition, earlier: readonly RowCondition[]): readonly string[] | null {
  const texts: string[] = [];
  let { comparisons } = row;
  for (const each of earlier) {
    if (each.text === null || !canMeet(row, each)) continue;
    comparisons += each.comparisons;
    if (comparisons > limits.leavesPerRule) return null;
    texts.push(`(not ${each.text})`);
  }
  return texts;
}

/** Why a row is not read after those before it; null: it is. */
function blockedBy(earlier: readonly (RowCondition | null)[], isFirst: boolean): string | null {
  if (!isFirst) return null;
  const unread = earlier.indexOf(null);
  if (unread >= 0) return `row ${unread + 1} comes before this one and was refused`;
  const always = earlier.findIndex((row) => row?.text === null);
  return always < 0 ? null : `row ${always + 1} comes before this one and always matches`;
}

function importRow(
  row: unknown,
  index: number,
  earlier: readonly (RowCondition | null)[],
  table: TableImport,
): RowCondition | null {
  const at = `${table.at}.content.rules[${index}]`;
  const translation = new Translation(table.names, table.writer);
  const condition = isObject(row) ? rowCondition(row, table.inputs, at, translation) : 'refused';
  if (!isObject(row)) translation.refuse(at, `a row is an object, not ${describeValue(row)}`);
  if (condition === 'refused') return null;
  const keys = rowKeys(row, table.outputs, at, translation);
  if (keys === null) return null;
  const blocked = blockedBy(earlier, table.isFirst);
  const others = table.isFirst && blocked === null ? exclusions(condition, earlier as readonly RowCondition[]) : [];
  const parts = [...(condition.text === null ? [] : [condition.text]), ...(others ?? [])];
  const problem =
    blocked ??
    (others === null ? `with the rows before it, it has more than ${limits.leavesPerRule} comparisons` : null) ??
    (parts.length === 0 ? 'a row without a condition: a rule that is always true is none' : null);
  if (problem !== null) translation.refuse(at, problem);
  else {
    const description = textOf((row as JsonObject)['_description']);
    table.writer.write({
      at,
      name: `${table.name} ${index + 1}`,
      comments: [
        `table: ${JSON.stringify(table.name)}, row ${index + 1}`,
        ...(description === '' ? [] : [description]),
      ],
      notes: translation.draft.notes,
      condition: parts.join(' and '),
      actions: keys.map((key) => `key ${printText(key)}`),
    });
  }
  return condition;
}

/** Why a table is not read; null: it is. */
function tableProblem(content: JsonObject, isFed: boolean): string | null {
  if (!isFed) return 'what it reads comes from other nodes, or from nothing: only what comes in is read';
  const { hitPolicy, executionMode = 'single', inputField, rules, inputs, outputs } = content;
  if (hitPolicy !== 'first' && hitPolicy !== 'collect')
    return `the hit policy ${describeValue(hitPolicy)}: first or collect`;
  if (executionMode !== 'single' && executionMode !== null) return 'it runs once for each element of a list';
  if (textOf(inputField) !== '' && !pathForm.test(textOf(inputField)))
    return `the input ${describeValue(inputField)}: only members by name`;
  if (![inputs, outputs].every(isListOfObjects)) return 'columns are lists of {id, field}';
  if (!Array.isArray(rules) || rules.length > limits.rulesPerMatrix)
    return `a table has a list of rows, up to ${limits.rulesPerMatrix}`;
  return objects(inputs).length > limits.leavesPerRule ? `a table has up to ${limits.leavesPerRule} columns` : null;
}

function inputColumns(content: JsonObject): readonly InputColumn[] {
  const head = textOf(content['inputField']);
  return objects(content['inputs']).map(({ id, field }) => {
    const path = [head, textOf(field)].filter((part) => part !== '').join('.');
    return { id: textOf(id), steps: pathForm.test(textOf(field)) ? path.split('.') : null };
  });
}

function outputColumns(content: JsonObject): readonly OutputColumn[] {
  const head = textOf(content['outputPath']);
  return objects(content['outputs']).map(({ id, field }) => ({
    id: textOf(id),
    name: [head, textOf(field)].filter((part) => part !== '').join('.'),
  }));
}

/** Whether everything that leads to a node is an input. */
function isFedByInput(node: JsonObject, nodes: readonly JsonObject[], edges: readonly JsonObject[]): boolean {
  const sources = edges.filter(({ targetId }) => targetId === node['id']).map(({ sourceId }) => sourceId);
  return (
    sources.length > 0 && sources.every((id) => nodes.some((each) => each['id'] === id && each['type'] === 'inputNode'))
  );
}

function importTable(content: JsonObject, table: Pick<TableImport, 'name' | 'at' | 'names' | 'writer'>): void {
  const whole: TableImport = {
    ...table,
    isFirst: content['hitPolicy'] === 'first',
    inputs: inputColumns(content),
    outputs: outputColumns(content),
  };
  const read: (RowCondition | null)[] = [];
  for (const [index, row] of (content['rules'] as readonly unknown[]).entries())
    read.push(importRow(row, index, read, whole));
}

/**
 * Decision tables of GoRules from its JSON, `{nodes, edges}`: each row becomes a rule that hits where the row is answered with, of a
 * table of the first hit after all rows before it. Read are columns of fields, whose cells hold values, comparisons, lists and ranges,
 * in tables that read what comes in. Outputs become keys of the answer, `field=value`. A missing value and null are one, as there.
 */
export function importGoRules(document: unknown, options: ImportOptions = {}): ImportResult {
  const [writer, names] = [new RuleWriter(), new FieldNames(options)];
  const { nodes: found, edges: links } = isObject(document) ? document : {};
  if (!isListOfObjects(found) || !isListOfObjects(links)) {
    writer.refuse('$', 'a decision is {nodes, edges}, two lists of objects');
    return writer.result();
  }
  const [nodes, edges] = [objects(found), objects(links)];
  for (const [index, node] of nodes.entries()) {
    const { type, name, content } = node;
    const at = `nodes[${index}]`;
    const called = typeof name === 'string' && name !== '' ? name : 'table';
    if (ends.has(type)) continue;
    if (type !== 'decisionTableNode' || !isObject(content)) {
      writer.refuse(
        at,
        `the node ${JSON.stringify(called)} of type ${describeValue(type)}: only decision tables are read`,
      );
      continue;
    }
    const problem = tableProblem(content, isFedByInput(node, nodes, edges));
    if (problem !== null) writer.refuse(at, `the table ${JSON.stringify(called)}: ${problem}`);
    else importTable(content, { name: called, at, names, writer });
  }
  return writer.result();
}
