import { pathNode, type PathNode } from '../ast/path-node.js';
import type { DecodeContext, DecodePosition } from './decode-context.js';
import { decodePath } from './decode-path.js';
import { isRecordSource } from './record-sources.js';

/** Decodes the source of an aggregate: a separate collection, or the path of a list. */
export function decodeSource(json: unknown, place: DecodePosition, context: DecodeContext): PathNode | null {
  if (json === 'user_events') return pathNode(['userEvents']);
  if (typeof json === 'string' && isRecordSource(json)) return pathNode([json]);
  return decodePath(json, place, context);
}
