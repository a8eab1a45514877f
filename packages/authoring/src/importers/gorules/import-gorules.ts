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

/** Fields by name, with as many steps as a rule path allows together with the field of the table before them. */
const pathForm = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*){0,6}$/;

/** Node types that decide nothing themselves. */
const ends: ReadonlySet<unknown> = new Set(['inputNode', 'outputNode']);

/** A table, and the target for its rows. */
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

/** Whether a row and an earlier one can both match. */
const canMeet = (row: RowCondition, earlier: RowCondition): boolean =>
  !row.values.some((values, column) => areDisjoint(values, earlier.values[column] ?? null));

/**
 * Returns the additional conditions of a row in a first-hit table: no earlier row that could match does. Returns `null` if they are too
 * large for a rule.
 */
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

/** Returns the reason why a row cannot be imported after the previous ones; `null` if it can. */
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
  if (!isObject(row)) translation.refuse(at, `a row must be an object, not ${describeValue(row)}`);
  if (condition === 'refused') return null;
  const keys = rowKeys(row, table.outputs, at, translation);
  if (keys === null) return null;
  const blocked = blockedBy(earlier, table.isFirst);
  const others = table.isFirst && blocked === null ? exclusions(condition, earlier as readonly RowCondition[]) : [];
  const parts = [...(condition.text === null ? [] : [condition.text]), ...(others ?? [])];
  const problem =
    blocked ??
    (others === null ? `with the rows before it, it has more than ${limits.leavesPerRule} comparisons` : null) ??
    (parts.length === 0 ? 'a row without a condition: a rule that is always true is not a rule' : null);
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

/** Returns the reason why a table cannot be imported; `null` if it can. */
function tableProblem(content: JsonObject, isFed: boolean): string | null {
  if (!isFed) return 'it reads data from other nodes, or from nothing: only the input can be read';
  const { hitPolicy, executionMode = 'single', inputField, rules, inputs, outputs } = content;
  if (hitPolicy !== 'first' && hitPolicy !== 'collect')
    return `the hit policy ${describeValue(hitPolicy)}: must be first or collect`;
  if (executionMode !== 'single' && executionMode !== null) return 'it runs once for each element of a list';
  if (textOf(inputField) !== '' && !pathForm.test(textOf(inputField)))
    return `the input ${describeValue(inputField)}: only members by name are supported`;
  if (![inputs, outputs].every(isListOfObjects)) return 'columns must be lists of {id, field}';
  if (!Array.isArray(rules) || rules.length > limits.rulesPerMatrix)
    return `a table must have a list of up to ${limits.rulesPerMatrix} rows`;
  return objects(inputs).length > limits.leavesPerRule
    ? `a table can have up to ${limits.leavesPerRule} columns`
    : null;
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

/** Whether all sources of a node are inputs. */
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
 * Imports decision tables of GoRules from JSON, `{nodes, edges}`: each row becomes a rule that hits if the row is part of the result, which
 * in a first-hit table depends on all rows before it. Supported are columns of fields, whose cells contain values, comparisons, lists and
 * ranges, in tables that read the input. Outputs become response keys, `field=value`. As in GoRules, a missing value and null are the same.
 */
export function importGoRules(document: unknown, options: ImportOptions = {}): ImportResult {
  const [writer, names] = [new RuleWriter(), new FieldNames(options)];
  const { nodes: found, edges: links } = isObject(document) ? document : {};
  if (!isListOfObjects(found) || !isListOfObjects(links)) {
    writer.refuse('$', 'a decision must be {nodes, edges}, two lists of objects');
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
        `the node ${JSON.stringify(called)} of type ${describeValue(type)}: only decision tables are supported`,
      );
      continue;
    }
    const problem = tableProblem(content, isFedByInput(node, nodes, edges));
    if (problem !== null) writer.refuse(at, `the table ${JSON.stringify(called)}: ${problem}`);
    else importTable(content, { name: called, at, names, writer });
  }
  return writer.result();
}
