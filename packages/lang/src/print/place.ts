import { CommentMap } from './comment-map.js';

/** Where something is printed. */
export interface Place {
  /** Columns before the line that it stands on; null when everything goes on one line. */
  readonly indent: number | null;
  readonly comments: CommentMap;
}

/** On one line, without comments: for messages, JSON and measuring. */
export const flat: Place = { indent: null, comments: CommentMap.empty };

export const spaces = (count: number): string => ' '.repeat(count);

export const at = (indent: number, { comments }: Place): Place => ({ indent, comments });
