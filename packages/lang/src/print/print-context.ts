import { CommentMap } from './comment-map.js';

/** Where something is printed. */
export interface PrintContext {
  /** Columns before the line that it stands on; null when everything goes on one line. */
  readonly indent: number | null;
  readonly comments: CommentMap;
}

/** On one line, without comments: for messages, JSON and measuring. */
export const singleLine: PrintContext = { indent: null, comments: CommentMap.empty };

export const spaces = (count: number): string => ' '.repeat(count);

export const at = (indent: number, { comments }: PrintContext): PrintContext => ({ indent, comments });
