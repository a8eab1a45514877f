import { createHash } from 'node:crypto';

import { limits } from '../../limits.js';
import { ApiError } from '../errors/api-error.js';

/** The end of a page: the sort value of its last row as text, and the row's id. */
export interface CursorPosition {
  readonly sortValue: string;
  readonly id: string;
}

/** Returns a hash that is equal for the same list, filter and order of an organization. A cursor is valid for one of them only. */
export const filterHash = (organizationId: string, list: string, filter: object): string =>
  createHash('sha256')
    .update(JSON.stringify([organizationId, list, Object.entries(filter).filter(([, value]) => value !== undefined)]))
    .digest('base64url')
    .slice(0, 16);

export function encodeCursor(position: CursorPosition, key: string, nowMs = Date.now()): string {
  const content = [position.sortValue, position.id, key, nowMs + limits.cursorLifeMs];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

// A caller may have altered it: whatever passes here, the database can parse.
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Decodes a cursor. Throws 400 `INVALID_CURSOR` if the text is not a cursor, belongs to another filter, or is too old. */
export function decodeCursor(cursor: string, key: string, nowMs = Date.now()): CursorPosition {
  const [sortValue, id, itsKey, endsMs] = parse(cursor);
  const isOurs =
    typeof sortValue === 'string' && typeof id === 'string' && idPattern.test(id) && typeof endsMs === 'number';
  if (!isOurs) throw invalidCursor('is not a cursor of this list');
  if (itsKey !== key) throw invalidCursor('belongs to another list, filter or sort order');
  if (endsMs < nowMs) throw invalidCursor('is older than 24 hours');
  return { sortValue, id };
}

function parse(cursor: string): readonly unknown[] {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}

export const invalidCursor = (why: string): ApiError =>
  new ApiError('INVALID_CURSOR', `The cursor ${why}`, { cursor: why });
