import { isObject } from '@tamis/stdx';
import { FieldNames } from '../field-names.js';
import type { ImportResult, ImportOptions } from '../imported.js';
import { describeValue } from '../literal-text.js';
import { RuleWriter } from '../rule-writer.js';
import { conditionText } from './condition-text.js';
import { LogicTranslation } from './logic-translation.js';
import { numberText } from './number-text.js';

const knownMembers: ReadonlySet<string> = new Set(['name', 'logic']);
const readers = { condition: conditionText, number: numberText };

/** An expression, its position, and the name of its rule. */
interface NamedLogic {
  readonly logic: unknown;
  readonly at: string;
  readonly name: string;
  readonly place: string;
}

function importLogic({ logic, at, name, place }: NamedLogic, names: FieldNames, writer: RuleWriter): void {
  const translation = new LogicTranslation(names, writer, readers);
  const condition = translation.condition(logic, place);
  if (condition !== null)
    writer.write({ at, name, comments: [], notes: translation.draft.notes, condition, actions: [] });
}

function importNamed(rule: unknown, at: string, names: FieldNames, writer: RuleWriter): void {
  if (!isObject(rule) || !('logic' in rule))
    return void writer.refuse(at, `a rule must be {name?, logic}, not ${describeValue(rule)}`);
  const foreign = Object.keys(rule).find((member) => !knownMembers.has(member));
  if (foreign !== undefined)
    return void writer.refuse(`${at}.${foreign}`, `\`${foreign}\` is not a known member of a rule`);
  const { name = 'imported', logic } = rule;
  if (typeof name !== 'string') return void writer.refuse(`${at}.name`, `the name ${describeValue(name)} is not text`);
  importLogic({ logic, at, name, place: `${at}.logic` }, names, writer);
}

/**
 * Imports JsonLogic from JSON: one expression, or a list of `{name?, logic}`. Each rule hits if the expression is truthy. Missing data is
 * treated as in json-logic-engine 5: it equals nothing, is 0 as a number, and is false on its own.
 */
export function importJsonLogic(document: unknown, options: ImportOptions = {}): ImportResult {
  const [writer, names] = [new RuleWriter(), new FieldNames(options)];
  if (Array.isArray(document))
    for (const [index, rule] of document.entries()) importNamed(rule, `[${index}]`, names, writer);
  else importLogic({ logic: document, at: '$', name: 'imported', place: '$' }, names, writer);
  return writer.result();
}
