import { isDeepStrictEqual } from 'node:util';

import { type JsonValue, parseNumeric } from '@tamis/stdx';

import { objectMembers } from './scan-json.js';

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Converts a token to text. Numbers are kept as text, since a double has fewer digits than what is stored. Strings are marked, so that none
 * looks like a number.
 */
function exactToken(token: string): string {
  if (token.startsWith('"')) return `"$${token.slice(1)}`;
  const value = parseNumeric(token);
  // Not written out in full: exponents in a body could produce gigabytes of zeros.
  const text = value === null ? token : typeof value === 'number' ? String(value) : value.toExponential();
  return `"#${text}"`;
}

/** Returns the comparable value of a JSON text. Empty text becomes `undefined`, which differs from every value. */
const exactValue = (json: string): unknown => (json === '' ? undefined : JSON.parse(json.replace(tokens, exactToken)));

/** Returns whether two JSON texts are equal, to the last digit of each number. The order of members and their spelling are irrelevant. */
export const isSameJson = (a: string, b: string): boolean => a === b || isDeepStrictEqual(exactValue(a), exactValue(b));

/** Before a number that a double does not represent exactly. No body and no stored text contains this character. */
const exactMark = '\\u0000';

/** Larger exponents are not written out in full. */
const plainExponents = 40;

function markedToken(token: string): string {
  const value = token.startsWith('"') ? null : parseNumeric(token);
  if (value === null || typeof value === 'number') return token;
  return `"${exactMark}${Math.abs(value.e) < plainExponents ? value.toFixed() : value.toExponential()}"`;
}

/** Parses JSON to a value whose numbers keep every digit: equal ones are equal values. Only `exactText` writes it as JSON again. */
export const parseExactly = (json: string): JsonValue => JSON.parse(json.replace(tokens, markedToken)) as JsonValue;

const markedText = /"\\u0000([\d.e+-]+)"/g;

/** Returns the JSON text of a value that `parseExactly` returned. */
export const exactText = (value: JsonValue): string => JSON.stringify(value).replace(markedText, '$1');

const membersOf = (json: string): ReadonlyMap<string, string> =>
  new Map(Array.from(objectMembers(json), ({ name, value }) => [name, value]));

/** Returns the members in which two objects differ, with the values of each. */
export function differentMembers(a: string, b: string): readonly [object, object] {
  const [one, other] = [membersOf(a), membersOf(b)];
  const only = (own: ReadonlyMap<string, string>, those: ReadonlyMap<string, string>): object => {
    const different = [...own].filter(([name, value]) => !isSameJson(value, those.get(name) ?? ''));
    return Object.fromEntries(different.map(([name, value]) => [name, JSON.parse(value) as unknown]));
  };
  return [only(one, other), only(other, one)];
}
