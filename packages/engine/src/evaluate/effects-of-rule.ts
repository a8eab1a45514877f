import { createHash } from 'node:crypto';
import {
  durationValue,
  formatPath,
  printExpression,
  readPath,
  Unknown,
  type Action,
  type AddToListAction,
  type AlertAction,
  type Expression,
  type MessageTemplate,
  type Outcome,
  type PathNode,
  type SetStatusAction,
  type Type,
} from '@tamis/lang';
import { asDecimal, numericText, type Numeric } from '@tamis/stdx';
import { maxMessageCodePoints } from '../limits.js';
import type { Context, SetRule } from '../rule-set/compiled-rule-set.js';
import type { Effect, EntityRole } from './effect.js';
import { formatValue } from './format-value.js';
import type { Run } from './run.js';
import { valueToJson } from './value-to-json.js';

/** What the effects of one rule are made from. `evaluate` gives the value of an expression that stands in an action. */
export interface EffectSource {
  readonly rule: SetRule;
  readonly run: Run;
  readonly context: Context;
  readonly timezone: string;
  readonly evaluate: (expression: Expression) => Outcome;
}

const hourMs = 3_600_000;
const missingDataHours = 24;

const alertTypes: ReadonlySet<string> = new Set(['COMPLIANCE', 'FRAUD', 'AML', 'KYC', 'KYB', 'CUSTOM']);

function alertType(category: string): string {
  const type = category.toUpperCase();
  return alertTypes.has(type) ? type : 'COMPLIANCE';
}

function base({ rule, run }: EffectSource, action: string, skipped: 'empty' | 'no_target' | null = null) {
  const { ruleId, version } = rule.content;
  const id = createHash('sha256')
    .update(`${run.evaluationId} ${ruleId} ${version} ${action}`)
    .digest('hex')
    .slice(0, 32);
  const mode: 'apply' | 'shadow' = rule.shadow ? 'shadow' : 'apply';
  return { id: `ef_${id}`, mode, rule: rule.checked.key, ruleId, ruleVersion: version, action, skipped };
}

const cut = (text: string): string => {
  const points = [...text];
  return points.length <= maxMessageCodePoints ? text : `${points.slice(0, maxMessageCodePoints - 1).join('')}…`;
};

/** An entity is shown by its name. */
function entityName(node: Expression, context: Context): string | null {
  if (node.kind !== 'path' || node.steps.length !== 1) return null;
  const owner =
    node.steps[0] === 'origin' || node.steps[0] === 'destination' ? [`${node.steps[0]}Entity`, 'name'] : ['name'];
  const name = readPath(context, owner);
  return typeof name === 'string' ? name : null;
}

function holeText(node: Expression, value: Outcome, type: Type, { context, timezone }: EffectSource): string {
  const name = type.kind === 'entity' ? entityName(node, context) : null;
  return name !== null && !(value instanceof Unknown) ? name : formatValue(value, type, timezone);
}

function message(
  template: MessageTemplate,
  source: EffectSource,
): { readonly text: string; readonly values: Record<string, unknown> } {
  const { meaning } = source.rule.checked;
  const values: [string, unknown][] = [];
  const text = template.parts.map((part) => {
    if (typeof part === 'string') return part;
    const type = meaning.type(part);
    const value = source.evaluate(part);
    values.push([printExpression(part), valueToJson(value, type) ?? null]);
    return holeText(part, value, type, source);
  });
  return { text: cut(text.join('')), values: Object.fromEntries(values) };
}

const reasonText = (template: MessageTemplate | null, source: EffectSource): string | null =>
  template && message(template, source).text;

function jsonPath(path: PathNode, { rule }: EffectSource): string {
  const resolution = rule.checked.meaning.resolution(path);
  return formatPath(resolution?.kind === 'field' ? resolution.field.jsonPath : path.steps);
}

/** A scalar as the text lists and alert keys hold; null when there is none. */
function scalarText(value: Outcome): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean')
    return typeof value === 'number' ? numericText(value) : String(value);
  return !(value instanceof Unknown) && 'toFixed' in value ? numericText(value as Numeric) : null;
}

function alert(action: AlertAction, index: string, source: EffectSource): Effect {
  const { text, values } = message(action.message, source);
  const key = action.oncePer && scalarText(source.evaluate(action.oncePer));
  const hours = action.within && asDecimal(durationValue(action.within)).div(hourMs).toNumber();
  return {
    ...base(source, index),
    kind: 'createAlert',
    severity: action.severity.text,
    type: alertType(source.rule.checked.category),
    title: text,
    values,
    dedupe: action.oncePer && key !== null ? { path: jsonPath(action.oncePer, source), value: key, hours } : null,
  };
}

const partyRoles: Readonly<Record<string, Exclude<EntityRole, 'self'>>> = {
  origin: 'origin',
  destination: 'destination',
};

function idAt(context: Context, key: string): string | null {
  const id = readPath(context, [key]);
  return typeof id === 'string' && id !== '' ? id : null;
}

function setStatus(action: SetStatusAction, index: string, source: EffectSource): Effect {
  const { context, run } = source;
  const role = action.target?.steps[0] !== undefined ? partyRoles[action.target.steps[0]] : undefined;
  const target =
    role !== undefined
      ? { type: 'entity' as const, role, id: idAt(context, `${role}EntityId`) }
      : {
          type: run.target === 'transaction' ? ('transaction' as const) : ('entity' as const),
          role: 'self' as const,
          id: idAt(context, 'id'),
        };
  const reason = reasonText(action.reason, source);
  return {
    ...base(source, index, target.id === null ? 'no_target' : null),
    kind: 'setStatus',
    target,
    status: action.status.text,
    reason,
  };
}

function addToList(action: AddToListAction, index: string, source: EffectSource): Effect[] {
  const reason = reasonText(action.reason, source);
  return action.mappings.map((mapping, position) => {
    const listId = source.rule.checked.actionLists.get(`${index}.${position}`)?.id;
    if (listId === undefined)
      throw new Error(`mapping ${index}.${position} of \`${source.rule.checked.key}\` has no list`);
    const found = scalarText(source.evaluate(mapping.path));
    const value = found === '' ? null : found;
    const id = position === 0 ? index : `${index}.${position}`;
    return {
      ...base(source, id, value === null ? 'empty' : null),
      kind: 'addToList',
      listId,
      fieldPath: jsonPath(mapping.path, source),
      value,
      reason,
    };
  });
}

function effects(action: Action, index: string, source: EffectSource): readonly Effect[] {
  switch (action.kind) {
    case 'alertAction':
      return [alert(action, index, source)];
    case 'suggestAction':
      return [{ ...base(source, index), kind: 'suggest', value: action.suggestion.text }];
    case 'setStatusAction':
      return [setStatus(action, index, source)];
    case 'addToListAction':
      return addToList(action, index, source);
    case 'keyAction':
      return [{ ...base(source, index), kind: 'setKey', key: action.key }];
  }
}

/** What a rule that counts as a hit wants done, in the order of its actions. */
export const effectsOfRule = (source: EffectSource): readonly Effect[] =>
  source.rule.checked.actions.flatMap((action, index) => effects(action, String(index), source));

/** The alert of `unknown review`: once a day for a rule and subject entity. */
export function missingDataAlert(source: EffectSource): Effect {
  const { rule, run, context } = source;
  const path = run.target === 'transaction' ? 'originEntityId' : 'id';
  const value = idAt(context, path);
  return {
    ...base(source, 'unknown'),
    kind: 'createAlert',
    severity: 'LOW',
    type: alertType(rule.checked.category),
    title: cut(`Missing data: ${rule.checked.name}`),
    values: {},
    dedupe: value === null ? null : { path, value, hours: missingDataHours },
  };
}
