import { printText } from '@tamis/lang';
import { isObject } from '@tamis/stdx';
import { FieldNames } from '../field-names.js';
import type { ImportResult, ImportOptions } from '../imported.js';
import type { JsonObject } from '../json-object.js';
import { describeValue, isTooDeep } from '../literal-text.js';
import { RuleWriter } from '../rule-writer.js';
import { conditionText } from './condition-text.js';
import { ConditionTranslation } from './condition-translation.js';

const knownMembers: ReadonlySet<string> = new Set(['conditions', 'event', 'name', 'priority']);

/** Returns the data that is kept as comments, because rules have no field for it. */
function comments({ name, priority, event }: JsonObject): readonly string[] {
  const { type: _type, ...rest } = isObject(event) ? event : {};
  return [
    ...(typeof name === 'string' ? [`name: ${JSON.stringify(name)}`] : []),
    ...(priority === undefined ? [] : [`priority: ${JSON.stringify(priority)}`]),
    ...Object.entries(rest).map(([member, value]) => `event.${member}: ${JSON.stringify(value)}`),
  ];
}

/** The contents of a document in addition to its rules. */
interface ImportContext {
  readonly shared: JsonObject;
  readonly names: FieldNames;
  readonly writer: RuleWriter;
}

function importRule(rule: unknown, at: string, { shared, names, writer }: ImportContext): void {
  if (!isObject(rule)) return void writer.refuse(at, `a rule must be an object, not ${describeValue(rule)}`);
  const foreign = Object.keys(rule).find((member) => !knownMembers.has(member));
  if (foreign !== undefined)
    return void writer.refuse(`${at}.${foreign}`, `\`${foreign}\` is not a known member of a rule`);
  const { event, name, conditions } = rule;
  const type = isObject(event) ? event['type'] : undefined;
  if (typeof type !== 'string') return void writer.refuse(`${at}.event`, 'a rule must have an event with a `type`');
  const deep = [name, rule['priority'], event].findIndex(isTooDeep);
  if (deep >= 0)
    return void writer.refuse(`${at}.${['name', 'priority', 'event'][deep] ?? ''}`, 'it is nested too deeply');
  const translation = new ConditionTranslation(names, writer, shared);
  const condition = conditionText(conditions, `${at}.conditions`, translation);
  if (condition === null) return;
  const called = typeof name === 'string' && name !== '' ? name : type;
  writer.write({ at, name: called, comments: comments(rule), condition, actions: [`key ${printText(type)}`] });
}

/**
 * Imports rules of json-rules-engine 7 from JSON: one rule, a list, or `{rules: […], conditions?: {name: condition}}`. Each rule has its
 * original meaning with `allowUndefinedFacts`: a missing fact, and null, satisfies only `notEqual` and `notIn`; a comparison with another
 * missing fact is undecided, because in the source null and a missing fact differ. The event type becomes a response key; its other fields,
 * the name and the priority are kept as comments. A fact that is read with a `path` is assumed to be an object: in the source, the path of
 * any other value is the value itself.
 */
export function importJsonRulesEngine(document: unknown, options: ImportOptions = {}): ImportResult {
  const [writer, names] = [new RuleWriter(), new FieldNames(options)];
  const listed = isObject(document) && Array.isArray(document['rules']);
  const rules: unknown = listed ? document['rules'] : document;
  const head = listed ? 'rules' : '';
  const found = listed ? document['conditions'] : undefined;
  const beside: ImportContext = { shared: isObject(found) ? found : {}, names, writer };
  for (const member of listed ? Object.keys(document) : [])
    if (member !== 'rules' && !(member === 'conditions' && isObject(found)))
      writer.refuse(member, `\`${member}\` next to the rules: only rules, and \`conditions\` by name, are supported`);
  if (Array.isArray(rules)) for (const [index, rule] of rules.entries()) importRule(rule, `${head}[${index}]`, beside);
  else importRule(rules, '$', beside);
  return writer.result();
}
