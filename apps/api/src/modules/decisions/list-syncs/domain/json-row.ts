import { isObject } from '@tamis/stdx';

import { objectMembers, scanJson } from '../../../../platform/http/index.js';
import type { FileRow } from './item-from-row.js';

/**
 * A row of a file of JSON, or why it is none. Whole numbers with more digits than can be kept become the text that they are spelled as: of
 * an account or a document another digit is another one.
 */
export function jsonRow(text: string): FileRow | string {
  const long = [...objectMembers(text)].filter(({ value }) => isLongNumber(value));
  const problem = scanJson(text, { exactMembers: long.map(({ name }) => name) });
  if (problem) return problem.message;
  const value: unknown = JSON.parse(text);
  if (isObject(value))
    return { ...value, ...Object.fromEntries(long.map(({ name, value: digits }) => [name, digits])) };
  return typeof value === 'string' ? { primaryValue: value } : 'must be an object, or text';
}

const isLongNumber = (text: string): boolean => /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));
