import { isDeepStrictEqual } from 'node:util';

import { parseNumeric } from '@tamis/stdx';

import { objectMembers } from './scan-json.js';

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A number is kept as text: a double has fewer digits than what is stored. Texts get a mark, so that none looks like a number. */
function exactToken(token: string): string {
  if (token.startsWith('"')) return `"$${token.slice(1)}`;
  const value = parseNumeric(token);
  // Not in full: the exponents of a body could make gigabytes of zeros.
  const text = value === null ? token : typeof value === 'number' ? String(value) : value.toExponential();
  return `"#${text}"`;
}

/** Of no text: nothing, which no value is. */
const exactValue = (json: string): unknown => (json === '' ? undefined : JSON.parse(json.replace(tokens, exactToken)));

/** Whether two JSON texts say the same, to the last digit of a number: order of members and spelling do not matter. */
export const isSameJson = (a: string, b: string): boolean => a === b || isDeepStrictEqual(exactValue(a), exactValue(b));

const membersOf = (json: string): ReadonlyMap<string, string> =>
  new Map(Array.from(objectMembers(json), ({ name, value }) => [name, value]));

/** The members of two objects that differ, of each object as values. */
export function differentMembers(a: string, b: string): readonly [object, object] {
  const [one, other] = [membersOf(a), membersOf(b)];
  const only = (own: ReadonlyMap<string, string>, those: ReadonlyMap<string, string>): object => {
    const different = [...own].filter(([name, value]) => !isSameJson(value, those.get(name) ?? ''));
    return Object.fromEntries(different.map(([name, value]) => [name, JSON.parse(value) as unknown]));
  };
  return [only(one, other), only(other, one)];
}
