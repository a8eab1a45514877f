import { failure, isObject, ok, type Result } from '@tamis/stdx';

import { isInstant } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { itemSeverities } from './list-enumerations.js';
import type { NewListItem } from './list-item.js';

/** A problem in an imported row. `field` is empty if the row is not an object. */
export interface RowProblem {
  readonly field: string;
  readonly message: string;
}

/** Returns what is wrong with a value; `null` if nothing is. */
type Check = (value: unknown) => string | null;

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max;

const { dataListValueCharacters: maxText, dataListSearchKeys: maxKeys } = limits;

const textUpTo =
  (max: number): Check =>
  (value) =>
    isText(value, max) ? null : `must be text of at most ${max} characters`;
const text = textUpTo(maxText);
const object: Check = (value) => (isObject(value) ? null : 'must be an object');

const checks: Readonly<Record<keyof NewListItem, Check>> = {
  primaryValue: (value) =>
    isText(value, maxText) && value.trim() !== '' ? null : `must be text of 1 to ${maxText} characters`,
  secondaryValue: text,
  searchKeys: (value) =>
    Array.isArray(value) && value.length <= maxKeys && value.every((key) => isText(key, maxText))
      ? null
      : `must be at most ${maxKeys} texts of at most ${maxText} characters`,
  category: textUpTo(limits.dataListCategoryCharacters),
  riskScore: (value) =>
    typeof value === 'number' && value >= 0 && value <= 100 ? null : 'must be a number from 0 to 100',
  severity: (value) =>
    (itemSeverities as readonly unknown[]).includes(value) ? null : `must be one of ${itemSeverities.join(', ')}`,
  reason: text,
  sourceReference: text,
  itemData: object,
  metadata: object,
  isActive: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  expiresAt: (value) => (isInstant(value) ? null : 'must be an ISO 8601 time with a time zone offset'),
};

/** Fields of an item that a row may contain. Any other field becomes part of its `itemData`. */
export const itemMembers: readonly string[] = Object.keys(checks);

/**
 * Reads one row of a bulk import. Unknown fields become part of `itemData`, unless that already has a field with the same name. Null counts
 * as absent.
 */
export function readRow(row: unknown): Result<NewListItem, RowProblem> {
  if (!isObject(row)) return failure({ field: '', message: 'must be an object' });
  const own: Record<string, unknown> = {};
  const more: [string, unknown][] = [];
  for (const [name, value] of Object.entries(row)) {
    if (!Object.hasOwn(checks, name)) more.push([name, value]);
    else if (value !== null) {
      const message = checks[name as keyof NewListItem](value);
      if (message !== null) return failure({ field: name, message });
      own[name] = value;
    }
  }
  if (own['primaryValue'] === undefined) return failure({ field: 'primaryValue', message: 'is required' });
  if (more.length > 0) own['itemData'] = { ...Object.fromEntries(more), ...(own['itemData'] as object | undefined) };
  return ok(own as unknown as NewListItem);
}
