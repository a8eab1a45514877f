import { valueToJson } from '@tamis/engine';
import { pathNode, printExpression, printText, type Type, type Value } from '@tamis/lang';
import { numericText, type Numeric } from '@tamis/stdx';

const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'toFixed' in value);

/** Returns the text of a value tagged by `valueToJson`, which is written unchanged. */
function taggedText(value: object): string | null {
  const [entry, ...others] = Object.entries(value) as [string, unknown][];
  return entry && others.length === 0 && entry[0].startsWith('$') && typeof entry[1] === 'string' ? entry[1] : null;
}

/** Returns a JSON value in fixture syntax. */
export function jsonText(value: unknown): string {
  if (typeof value === 'string') return printText(value);
  if (typeof value === 'boolean') return String(value);
  if (isNumeric(value)) return numericText(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return 'missing';
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return taggedText(value) ?? `{ ${entries.map(([key, each]) => `${printText(key)}: ${jsonText(each)}`).join(', ')} }`;
}

/** Returns the value of a field in fixture syntax. */
export const fixtureText = (value: Value, type: Type): string => jsonText(valueToJson(value, type));

/** Prints entries by path, in insertion order. A later entry for the same path replaces the earlier one. */
export const objectText = (entries: ReadonlyMap<string, string>): string =>
  `{ ${[...entries].map(([key, text]) => `${key}: ${text}`).join(', ')} }`;

export const pathText = (steps: readonly string[]): string => printExpression(pathNode(steps));
