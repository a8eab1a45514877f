import { isDeepStrictEqual } from 'node:util';

import { parseNumeric } from '@tamis/stdx';

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A number is kept as text: a double has fewer digits than what is stored. Texts get a mark, so that none looks like a number. */
function exactToken(token: string): string {
  if (token.startsWith('"')) return `"$${token.slice(1)}`;
  const value = parseNumeric(token);
  // Not in full: the exponents of a body could make gigabytes of zeros.
  const text = value === null ? token : typeof value === 'number' ? String(value) : value.toExponential();
  return `"#${text}"`;
}

const exactValue = (json: string): unknown => JSON.parse(json.replace(tokens, exactToken));

/** Whether two JSON texts say the same, to the last digit of a number: order of members and spelling do not matter. */
export const isSameJson = (a: string, b: string): boolean => a === b || isDeepStrictEqual(exactValue(a), exactValue(b));
