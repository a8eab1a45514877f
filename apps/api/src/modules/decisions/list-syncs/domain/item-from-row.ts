import { failure, isObject, type Result } from '@tamis/stdx';

import { objectMembers, scanJson } from '../../../../platform/http/index.js';
import { itemMembers, type NewListItem, readRow, type SyncSettings } from '../../data-lists/index.js';

/** Values of a row by the name of the member. */
export type FileRow = Readonly<Record<string, unknown>>;

const numberText = /^-?\d+(?:\.\d+)?$/;
const dayText = /^\d{4}-\d{2}-\d{2}$/;
const flags: ReadonlyMap<string, boolean> = new Map([
  ...(['true', 'yes', '1'] as const).map((text) => [text, true] as const),
  ...(['false', 'no', '0'] as const).map((text) => [text, false] as const),
]);

/** Converts the text of a cell to the type of the item's field. Text that cannot be converted remains, to be rejected by `readRow`. */
const cellValues: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['riskScore', (text) => (numberText.test(text) ? Number(text) : text)],
  ['isActive', (text) => flags.get(text.toLowerCase()) ?? text],
  ['severity', (text) => text.toLowerCase()],
  ['expiresAt', (text) => (dayText.test(text) ? `${text}T00:00:00Z` : text)],
  ['searchKeys', (text) => text.split(/[|;]/).flatMap((key) => key.trim() || [])],
]);

const scalarText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** Text fields of an item that a feed may contain as numbers. */
const textMembers: ReadonlySet<string> = new Set([
  ...['primaryValue', 'secondaryValue', 'category', 'reason', 'sourceReference'],
]);

function valueOf(target: string, value: unknown): unknown {
  if (typeof value === 'string') return cellValues.get(target)?.(value.trim()) ?? value;
  return textMembers.has(target) ? scalarText(value) : value;
}

const folded = (name: string): string => name.replace(/[\s_-]/g, '').toLowerCase();
const membersByName: ReadonlyMap<string, string> = new Map(itemMembers.map((name) => [folded(name), name]));

/** Converts a row of a file to an item, with fields matched by name or by the settings of the list. */
export function itemFromRow(
  row: FileRow,
  mapping: SyncSettings['mapping'],
): Result<NewListItem, { readonly field: string; readonly message: string }> {
  const item = new Map<string, unknown>();
  for (const [name, value] of Object.entries(row)) {
    if (value === '' || value === null) continue;
    const mapped = mapping.get(name);
    const [holder, member] = mapped?.split(/\.(.*)/s) ?? [membersByName.get(folded(name)) ?? name];
    if (member === undefined) item.set(holder!, valueOf(holder!, value));
    else {
      const held = item.get(holder!);
      item.set(holder!, { ...(isObject(held) ? held : {}), [member]: value });
    }
  }
  const read = readRow(Object.fromEntries(item));
  if (read.ok) return read;
  const source = [...mapping].find(([, target]) => target === read.error.field)?.[0];
  return failure({ field: source ?? read.error.field, message: read.error.message });
}

/**
 * Parses a row of a JSON file, or returns why it is invalid. Integers with more digits than can be represented become text, because in
 * account or document numbers every digit matters.
 */
export function jsonRow(text: string): FileRow | string {
  const long = [...objectMembers(text)].filter(({ value }) => isLongNumber(value));
  const problem = scanJson(text, { exactMembers: long.map(({ name }) => name) });
  if (problem) return problem.message;
  const value: unknown = JSON.parse(text);
  if (isObject(value))
    return { ...value, ...Object.fromEntries(long.map(({ name, value: digits }) => [name, digits])) };
  return typeof value === 'string' ? { primaryValue: value } : 'must be an object or text';
}

const isLongNumber = (text: string): boolean => /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));
