import { type Context, type Facts, type ExplainOptions, hiddenValue } from '@tamis/engine';

import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError, stringifyJson } from '../../../../platform/http/index.js';
import { type DerivedValues, derivedValuesOf, type MaskedRun } from './derived-values.js';
import { isSensitive } from './sensitive-field.js';
import { tellsSensitive } from './tells-sensitive.js';

export type { MaskedRun } from './derived-values.js';

/** Shorter values are hidden where they stand alone: as a part they would hide what is no secret. */
const minPartialLength = 3;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isSensitiveKey = (key: string): boolean => isSensitive({ path: key });

/** Texts and numbers below a value. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') into.add(String(value));
  else if (isObject(value)) for (const each of Object.values(value)) collect(each, into);
}

function collectNamed(value: unknown, into: Set<string>): void {
  if (!isObject(value)) return;
  for (const [key, each] of Object.entries(value))
    if (!Array.isArray(value) && isSensitiveKey(key)) collect(each, into);
    else collectNamed(each, into);
}

/** Every value of a sensitive field that a run could show. */
function sensitiveValues({ set: { compiled }, run, ...read }: MaskedRun): ReadonlySet<string> {
  const context = JSON.parse(read.context) as Context;
  const found = new Set<string>();
  collectNamed(context, found);
  const columns = compiled
    .requests(context, run)
    .windows.flatMap((window) =>
      window.columns.flatMap((path, index) => (isSensitiveKey(path.at(-1) ?? '') ? [{ id: window.id, index }] : [])),
    );
  if (columns.length > 0) {
    const facts = JSON.parse(read.facts) as Facts;
    for (const { id, index } of columns) for (const row of facts.windows[id] ?? []) collect(row[index + 1], found);
  }
  found.delete('');
  return found;
}

const sensitiveReadPermission = 'entities:read_sensitive';

export const canReadSensitive = ({ scopes }: Pick<Principal, 'scopes'>): boolean =>
  hasPermission(scopes, sensitiveReadPermission);

/** What an explanation leaves out for somebody. */
export const explainedTo = (principal: Pick<Principal, 'scopes'>): Pick<ExplainOptions, 'isHidden'> =>
  canReadSensitive(principal) ? {} : { isHidden: tellsSensitive };

/**
 * What is told of a run as somebody may see it: without the permission, sensitive values are hidden wherever they stand, and what
 * rules made of them where a value of a rule is shown.
 */
export function maskFor<T>(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, told: T): T {
  if (canReadSensitive(principal)) return told;
  const json = stringifyJson(told);
  const shown = hideIn(json, sensitiveValues(decided), derivedValuesOf(decided, 'all'));
  return shown === json ? told : (JSON.parse(shown) as T);
}

/** The same for JSON text that shows values of hits alone, which is given back as it is where nothing in it is to be hidden. */
export function maskTextFor(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, json: string): string {
  if (canReadSensitive(principal)) return json;
  return hideIn(json, sensitiveValues(decided), derivedValuesOf(decided, 'shown'));
}

function hideIn(json: string, values: ReadonlySet<string>, derived: DerivedValues | null): string {
  // Most texts show none of them, and to walk the summary of a thousand rules takes longer than to decide by them.
  const isShown = [...values].some((value) => {
    const spelled = JSON.stringify(value);
    return json.includes(value.length < minPartialLength ? spelled : spelled.slice(1, -1));
  });
  if (!isShown && !derived) return json;
  return JSON.stringify(maskValues(JSON.parse(json) as unknown, values, derived));
}

/** Whether a tree names a sensitive field, as a step of a path or as a key that is a text. */
function mentionsSensitiveField(tree: unknown): boolean {
  if (!isObject(tree)) return false;
  const { kind, steps, value } = tree;
  if (kind === 'path' && Array.isArray(steps) && steps.some((step) => typeof step === 'string' && isSensitiveKey(step)))
    return true;
  if (kind === 'textLiteral' && typeof value === 'string' && isSensitiveKey(value)) return true;
  return Object.values(tree).some(mentionsSensitiveField);
}

/**
 * For the tree of a rule text that is worth nothing with values hidden: throws 403 when it shows or names what the caller may not
 * see.
 */
export function requireSensitiveAccess(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, tree: object): void {
  if (canReadSensitive(principal)) return;
  const json = stringifyJson(tree);
  if (!mentionsSensitiveField(tree) && maskTextFor(principal, decided, json) === json) return;
  throw new ApiError('FORBIDDEN', `The API key lacks the permission ${sensitiveReadPermission}`, undefined, {
    requiredPermission: sensitiveReadPermission,
  });
}

const nothingDerived: DerivedValues = { conditions: new Map(), texts: new Map(), reads: new Map() };

function maskValues(told: unknown, values: ReadonlySet<string>, derived: DerivedValues | null): unknown {
  const { conditions, texts, reads } = derived ?? nothingDerived;
  const parts = [...values].filter((value) => value.length >= minPartialLength).sort((a, b) => b.length - a.length);
  const hide = (text: string): string => {
    if (values.has(text)) return hiddenValue;
    const known = texts.get(text) ?? [...reads].reduce((left, [read, shown]) => left.replaceAll(read, shown), text);
    return parts.reduce((left, part) => left.replaceAll(part, hiddenValue), known);
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (typeof value === 'number') return isLong(value) && values.has(String(value)) ? hiddenValue : value;
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const hidden = typeof value['ruleId'] === 'string' && conditions.get(value['ruleId']);
    // What was looked up is named by what it was looked up for.
    const members = Object.entries(value).map(([key, each]) =>
      isRead(key) ? [hide(key), reads.has(key) ? hideFound(walk(each)) : walk(each)] : [key, walk(each)],
    );
    const masked = Object.fromEntries(members) as Record<string, unknown>;
    return hidden && hidden.size > 0 ? { ...masked, conditions: hideActual(masked['conditions'], hidden) } : masked;
  };
  return walk(told);
}

/** What was found for something hidden, unless it is yes or no. */
const hideFound = (found: unknown): unknown =>
  isObject(found) && 'value' in found && typeof found['value'] !== 'boolean' ? { ...found, value: hiddenValue } : found;

/** The conditions of a rule, those with these ids without their value. */
function hideActual(conditions: unknown, ids: ReadonlySet<string>): unknown {
  if (isObject(conditions) && !Array.isArray(conditions))
    return { ...conditions, conditions: hideActual(conditions['conditions'], ids) };
  if (!Array.isArray(conditions)) return conditions;
  return conditions.map((each: Readonly<Record<string, unknown>>) => {
    if (!ids.has(String(each['id']))) return each;
    const names = ['actual', 'actualValue'].filter((name) => each[name] !== undefined && each[name] !== null);
    return { ...each, ...Object.fromEntries(names.map((name) => [name, hiddenValue])) };
  });
}

/** Shorter numbers are counts and scores more often than they name somebody. */
const isLong = (value: number): boolean => String(value).length >= 6;

const isRead = (key: string): boolean => key.startsWith('{');
