import { createHash } from 'node:crypto';
import {
  durationValue,
  formatPath,
  isCalendarDuration,
  readPath,
  type Action,
  type AddToListAction,
  type AlertAction,
  type DurationLiteral,
  type Expression,
  type MessageTemplate,
  type NotifyAction,
  type Outcome,
  type PathNode,
  type SetStatusAction,
  type SettingsJson,
  Unknown,
  type Type,
} from '@tamis/lang';
import { addMonths, asDecimal, numericText, type Money, type Numeric } from '@tamis/stdx';
import type { ActionSemantics } from '../outcome/action-meaning.js';
import type { Effect, EntityRole } from '../outcome/effect.js';
import { truncateMessage, formatMessage } from '../outcome/format-message.js';
import type { ValueStyle } from '../outcome/format-value.js';
import type { EvaluationParams } from '../facts/evaluation-params.js';
import type { SetRule } from '../rules/set-rule.js';
import type { Context } from '../facts/facts.js';

/** Returns a scalar as text for alert keys and lists; `null` if there is none. */
function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const isNumeric = typeof value === 'number' || (typeof value === 'object' && value !== null && 'toFixed' in value);
  return isNumeric ? numericText(value as Numeric) : null;
}

/** Maximum number of array elements that one mapping of `add` appends. */
const maxElements = 100;

/**
 * Returns a scalar in the form used in records: an amount without its currency, a time in ISO 8601. Returns `null` if it is not a scalar or
 * is empty.
 */
function recordText(value: unknown, type: Type | null): string | null {
  if (value instanceof Unknown) return null;
  if (type?.kind === 'datetime' && typeof value === 'number') return new Date(value).toISOString();
  if (type?.kind === 'money' && typeof value === 'object') return numericText((value as Money).amount);
  return scalarText(value) || null;
}

/** Returns what `add` appends for a field: its value or those of its elements. Nothing if it is missing or empty. */
function listValues(value: Outcome, type: Type | null): readonly string[] {
  if (!Array.isArray(value)) return [recordText(value, type)].flatMap((text) => text ?? []);
  const element = type?.kind === 'list' ? type.element : null;
  const texts = (value as readonly unknown[]).slice(0, maxElements).flatMap((each) => recordText(each, element) ?? []);
  return [...new Set(texts)];
}

/** Input for the effects of one rule. `evaluate` returns the value of an expression in an action. */
export interface EffectSource extends ValueStyle {
  readonly rule: SetRule;
  readonly run: EvaluationParams;
  readonly context: Context;
  /** Whether effects are recorded but never applied. */
  readonly shadow: boolean;
  /** Whether it is stopped by `stop on match` of another rule, so that everything except the suggestion is skipped. */
  readonly stopped: boolean;
  readonly evaluate: (expression: Expression) => Outcome;
  /** Meaning of these expressions; `null` if there are none. */
  readonly meaning: ActionSemantics | null;
}

const hourMs = 3_600_000;
const missingDataHours = 24;

const alertTypes: ReadonlySet<string> = new Set(['COMPLIANCE', 'FRAUD', 'AML', 'KYC', 'KYB', 'CUSTOM']);

function alertType(category: string): string {
  const type = category.toUpperCase();
  return alertTypes.has(type) ? type : 'COMPLIANCE';
}

function base(source: EffectSource, action: string, skipped: Effect['skipped'] = null) {
  const { rule, run, shadow, stopped } = source;
  const { ruleId, version } = rule.content;
  const id = createHash('sha256')
    .update(`${run.evaluationId} ${ruleId} ${version} ${action}`)
    .digest('hex')
    .slice(0, 32);
  return {
    id: `ef_${id}`,
    mode: shadow ? ('shadow' as const) : ('apply' as const),
    rule: rule.checked.key,
    ruleId,
    ruleVersion: version,
    action,
    skipped: stopped ? ('stopped' as const) : skipped,
  };
}

const settingsOf = (index: string, { rule }: EffectSource): SettingsJson =>
  rule.checked.actionSettings.get(Number(index)) ?? {};

/** Returns the settings except those that have a member of their own. */
function extraSettings(settings: SettingsJson, ...own: readonly string[]): { readonly settings?: SettingsJson } {
  const left = Object.entries(settings).filter(([key]) => !own.includes(key));
  return left.length > 0 ? { settings: Object.fromEntries(left) } : {};
}

const formatted = (template: MessageTemplate, { meaning, context, timezone, numberFormat, evaluate }: EffectSource) =>
  formatMessage(template, { meaning, context, timezone, numberFormat, evaluate });

const reasonText = (template: MessageTemplate | null, source: EffectSource): string | null =>
  template && formatted(template, source).text;

function jsonPath(path: PathNode, { meaning }: EffectSource): string {
  const resolution = meaning?.resolution(path);
  return formatPath(resolution?.kind === 'field' ? resolution.field.jsonPath : path.steps);
}

/** Returns a duration in hours. Months have the length they have before the time of this evaluation. */
function hoursOf(duration: DurationLiteral, { run, timezone }: EffectSource): number {
  const value = asDecimal(durationValue(duration));
  const ms = isCalendarDuration(duration) ? run.now - addMonths(run.now, -value.toNumber(), timezone) : value;
  return asDecimal(ms).div(hourMs).toNumber();
}

/** Maximum characters of a value that is stored as it is: a longer one may not fit into an index row. */
const dedupeCharacters = 400;

/** Returns the value under which alerts are counted: a long one is replaced by its hash. */
const dedupeValue = (text: string): string =>
  text.length <= dedupeCharacters ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;

function alert(action: AlertAction, index: string, source: EffectSource): Effect {
  const { text, values } = formatted(action.message, source);
  const settings = settingsOf(index, source);
  const key = action.oncePer && scalarText(source.evaluate(action.oncePer));
  const hours = action.within && hoursOf(action.within, source);
  return {
    ...base(source, index),
    kind: 'createAlert',
    severity: action.severity.text,
    type: typeof settings['type'] === 'string' ? settings['type'] : alertType(source.rule.checked.category),
    title: text,
    values,
    dedupe:
      action.oncePer && key !== null
        ? { path: jsonPath(action.oncePer, source), value: dedupeValue(key), hours }
        : null,
    ...extraSettings(settings, 'type'),
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
  const word = action.target?.steps[0];
  const role = word === undefined ? undefined : partyRoles[word];
  const target =
    role !== undefined
      ? { type: 'entity' as const, role, id: idAt(context, `${role}EntityId`) }
      : {
          type: run.target === 'transaction' ? ('transaction' as const) : ('entity' as const),
          role: 'self' as const,
          id: idAt(context, run.target === 'userEvent' ? 'entityId' : 'id'),
        };
  return {
    ...base(source, index, target.id === null ? 'no_target' : null),
    kind: 'setStatus',
    target,
    status: action.status.text,
    reason: reasonText(action.reason, source),
    ...extraSettings(settingsOf(index, source)),
  };
}

function addToList(action: AddToListAction, index: string, source: EffectSource): Effect[] {
  const reason = reasonText(action.reason, source);
  return action.mappings.flatMap((mapping, position) => {
    const listId = source.rule.checked.actionLists.get(`${index}.${position}`)?.id;
    if (listId === undefined)
      throw new Error(`mapping ${index}.${position} of \`${source.rule.checked.key}\` has no list`);
    const resolution = source.meaning?.resolution(mapping.path);
    const type = resolution?.kind === 'field' ? resolution.field.type : null;
    const values = listValues(source.evaluate(mapping.path), type);
    const place = position === 0 ? index : `${index}.${position}`;
    return (values.length === 0 ? [null] : values).map((value, at): Effect => ({
      ...base(source, at === 0 ? place : `${index}.${position}.${at}`, value === null ? 'empty' : null),
      kind: 'addToList',
      listId,
      fieldPath: jsonPath(mapping.path, source),
      value,
      reason,
      ...extraSettings(settingsOf(index, source)),
    }));
  });
}

const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function notify(action: NotifyAction, index: string, source: EffectSource): Effect {
  const { text, values } = formatted(action.message, source);
  const settings = settingsOf(index, source);
  const { owner } = source.rule.checked;
  const recipients = isStringArray(settings['recipients']) ? settings['recipients'] : owner === null ? [] : [owner];
  return {
    ...base(source, index, recipients.length === 0 ? 'no_target' : null),
    kind: 'notify',
    channel: action.channel.text,
    recipients,
    message: text,
    values,
    ...extraSettings(settings, 'recipients'),
  };
}

function effects(action: Action, index: string, source: EffectSource): readonly Effect[] {
  const settings = extraSettings(settingsOf(index, source));
  switch (action.kind) {
    case 'alertAction':
      return [alert(action, index, source)];
    case 'suggestAction':
      return [
        { ...base({ ...source, stopped: false }, index), kind: 'suggest', value: action.suggestion.text, ...settings },
      ];
    case 'setStatusAction':
      return [setStatus(action, index, source)];
    case 'assignAction':
      return [{ ...base(source, index), kind: 'assign', to: { type: action.to, id: action.id }, ...settings }];
    case 'addToListAction':
      return addToList(action, index, source);
    case 'openCaseAction': {
      const { text, values } = formatted(action.message, source);
      return [
        { ...base(source, index), kind: 'openCase', priority: action.priority.text, name: text, values, ...settings },
      ];
    }
    case 'runAutomationAction':
      return [{ ...base(source, index), kind: 'runAutomation', automationId: action.automation, ...settings }];
    case 'notifyAction':
      return [notify(action, index, source)];
    case 'keyAction':
      return [{ ...base(source, index), kind: 'setKey', key: action.key, ...settings }];
  }
}

/** Returns the effects of a rule that counts as a hit, in the order of its actions. */
export const effectsOfRule = (source: EffectSource): readonly Effect[] =>
  source.rule.checked.actions.flatMap((action, index) => effects(action, String(index), source));

const subjectEntity: Readonly<Record<EvaluationParams['target'], string>> = {
  transaction: 'originEntityId',
  userEvent: 'entityId',
  person: 'id',
  company: 'id',
};

/** Returns the alert for `unknown review`, raised once a day for each rule and subject entity. */
export function missingDataAlert(source: EffectSource): Effect {
  const { rule, run, context } = source;
  const path = subjectEntity[run.target];
  const value = idAt(context, path);
  return {
    ...base({ ...source, stopped: false }, 'unknown'),
    kind: 'createAlert',
    severity: 'LOW',
    type: alertType(rule.checked.category),
    title: truncateMessage(`Missing data: ${rule.checked.name}`),
    values: {},
    dedupe: value === null ? null : { path, value, hours: missingDataHours },
  };
}
