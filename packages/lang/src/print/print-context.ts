import { CommentMap } from './comment-map.js';

/** Context in which something is printed. */
export interface PrintContext {
  /** Columns before its line; `null` if everything is printed on one line. */
  readonly indent: number | null;
  readonly comments: CommentMap;
}

/** On one line and without comments, for messages, JSON and measuring. */
export const singleLine: PrintContext = { indent: null, comments: CommentMap.empty };

export const spaces = (count: number): string => ' '.repeat(count);

export const at = (indent: number, { comments }: PrintContext): PrintContext => ({ indent, comments });
