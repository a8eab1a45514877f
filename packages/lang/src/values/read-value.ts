import {
  canonicalIp,
  isObject,
  localDate,
  money,
  parseDate,
  parseInstant,
  parseNumeric,
  readTime,
  type Numeric,
} from '@tamis/stdx';
import type { Type } from '../types/type.js';
import { unknown, type Unknown } from './unknown.js';
import type { GeoPoint, Outcome, Value } from './value.js';

const typeMismatch = (path: string, expected: string): Unknown => unknown({ cause: 'type', path, detail: expected });

const ownMember = (object: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Returns a JSON number, or a decimal that an earlier step has already read. */
function readNumber(raw: unknown): Numeric | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? (raw === 0 ? 0 : raw) : null;
  return raw instanceof Object && 'toFixed' in raw ? (raw as Numeric) : null;
}

function readMoney(raw: unknown): Value | null {
  if (!isObject(raw)) return null;
  const amount = ownMember(raw, 'amount');
  const currency = ownMember(raw, 'currency');
  const number = typeof amount === 'string' ? parseNumeric(amount) : readNumber(amount);
  return number !== null && typeof currency === 'string' ? money(number, currency.toUpperCase()) : null;
}

function readGeo(raw: unknown): GeoPoint | null {
  if (!isObject(raw)) return null;
  const lat = ownMember(raw, 'lat');
  const lng = ownMember(raw, 'lng');
  if (typeof lat !== 'number' || typeof lng !== 'number') return null;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** Returns a date, or the local date of an instant. */
function readDate(raw: unknown, timezone: string): string | null {
  if (typeof raw !== 'string') return null;
  if (parseDate(raw) !== null) return raw;
  const instant = parseInstant(raw);
  return instant === null ? null : localDate(instant, timezone);
}

const readDatetime = (raw: unknown, timezone: string): number | null =>
  typeof raw === 'string' ? readTime(raw, timezone) : null;

function readList(raw: unknown, element: Type, path: string, timezone: string): Value | null {
  if (!Array.isArray(raw)) return null;
  const items: Outcome[] = [];
  for (const item of raw as unknown[])
    if (item !== null && item !== undefined) items.push(readValue(item, element, path, timezone));
  return items;
}

const textOrNull = (raw: unknown): string | null => (typeof raw === 'string' ? raw.normalize('NFC') : null);

/** Returns `null` if the raw value does not fit. */
function read(raw: unknown, type: Type, path: string, timezone: string): Value | null {
  switch (type.kind) {
    case 'bool':
      return typeof raw === 'boolean' ? raw : null;
    case 'number':
    case 'duration':
    case 'distance':
      return readNumber(raw);
    case 'money':
      return readMoney(raw);
    case 'text':
    case 'entity':
      return textOrNull(raw);
    case 'enum':
      return typeof raw === 'string' && type.values.includes(raw) ? raw : null;
    case 'country':
    case 'currency':
      return typeof raw === 'string' && raw !== '' ? raw.toUpperCase() : null;
    case 'date':
      return readDate(raw, timezone);
    case 'datetime':
      return readDatetime(raw, timezone);
    case 'ip':
      return typeof raw === 'string' ? canonicalIp(raw) : null;
    case 'geo':
      return readGeo(raw);
    case 'object':
      return isObject(raw) ? raw : null;
    case 'any':
      return raw as Value;
    case 'list':
      return readList(raw, type.element, path, timezone);
    case 'listref':
      return null;
  }
}

const describe = (type: Type): string => (type.kind === 'list' ? `list of ${type.element.kind}` : type.kind);

/**
 * Reads a stored JSON value as a value of a declared type. If it is absent or null, the result is unknown (`missing`). If it does not fit,
 * it is unknown (`type`), with the expected type as detail. It also accepts values that were previously read as `any`, and texts for types
 * with a text form.
 *
 * @param path JSON path, for the cause.
 * @param timezone IANA zone of the organization: a bare day stands for the start of that local day.
 */
export function readValue(raw: unknown, type: Type, path: string, timezone: string): Outcome {
  if (raw === null || raw === undefined) return unknown({ cause: 'missing', path });
  const value = read(raw, type, path, timezone);
  return value ?? typeMismatch(path, describe(type));
}

/** Follows steps through own members only: `__proto__` and the like are ordinary absent keys. Returns undefined if the value is absent. */
export function readPath(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (!isObject(value)) return undefined;
    value = ownMember(value, step);
  }
  return value;
}
