import type { Context, Facts } from '@tamis/engine';

import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError, stringifyJson } from '../../../../platform/http/index.js';
import type { EvaluationResult } from './evaluation-report.js';

import { isSensitive } from './sensitive-field.js';

const mask = '****';

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
function sensitiveValues({ set: { compiled }, run, ...read }: EvaluationResult): ReadonlySet<string> {
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

/** What is told of a run as somebody may see it: without the permission, sensitive values are hidden wherever they stand. */
export function maskFor<T>(principal: Pick<Principal, 'scopes'>, decided: EvaluationResult, told: T): T {
  if (canReadSensitive(principal)) return told;
  const json = stringifyJson(told);
  const shown = maskTextFor(principal, decided, json);
  return shown === json ? told : (JSON.parse(shown) as T);
}

/** The same for JSON text, which is given back as it is where nothing in it is to be hidden. */
export function maskTextFor(principal: Pick<Principal, 'scopes'>, decided: EvaluationResult, json: string): string {
  if (canReadSensitive(principal)) return json;
  const values = sensitiveValues(decided);
  // Most texts show none of them, and to walk the summary of a thousand rules takes longer than to decide by them.
  const isShown = [...values].some((value) => {
    const spelled = JSON.stringify(value);
    return json.includes(value.length < minPartialLength ? spelled : spelled.slice(1, -1));
  });
  return isShown ? JSON.stringify(maskValues(JSON.parse(json) as unknown, values)) : json;
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
export function requireSensitiveAccess(
  principal: Pick<Principal, 'scopes'>,
  decided: EvaluationResult,
  tree: object,
): void {
  if (canReadSensitive(principal)) return;
  const json = stringifyJson(tree);
  if (!mentionsSensitiveField(tree) && maskTextFor(principal, decided, json) === json) return;
  throw new ApiError('FORBIDDEN', `The API key lacks the permission ${sensitiveReadPermission}`, undefined, {
    requiredPermission: sensitiveReadPermission,
  });
}

function maskValues<T>(told: T, values: ReadonlySet<string>): T {
  const parts = [...values].filter((value) => value.length >= minPartialLength).sort((a, b) => b.length - a.length);
  const hide = (text: string): string =>
    values.has(text) ? mask : parts.reduce((left, part) => left.replaceAll(part, mask), text);
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (typeof value === 'number') return isLong(value) && values.has(String(value)) ? mask : value;
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    // What was looked up is named by what it was looked up for.
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [isRead(key) ? hide(key) : key, walk(each)]));
  };
  return walk(told) as T;
}

/** Shorter numbers are counts and scores more often than they name somebody. */
const isLong = (value: number): boolean => String(value).length >= 6;

const isRead = (key: string): boolean => key.startsWith('{');
