import fc from 'fast-check';
import {
  objectEntry,
  objectListNode,
  objectNode,
  type ObjectListNode,
  type ObjectNode,
  type ObjectValue,
} from '@tamis/lang';
import { expressions, paths } from './expressions.js';
import { textLiterals } from './literals.js';

/** Returns objects of at most `depth` levels. */
export function objects(depth = 2): fc.Arbitrary<ObjectNode> {
  const values: fc.Arbitrary<ObjectValue>[] = [expressions(2)];
  if (depth > 1) values.push(objects(depth - 1), objectLists(depth - 1));
  return fc
    .array(
      fc.tuple(fc.oneof<fc.Arbitrary<Parameters<typeof objectEntry>[0]>[]>(paths, textLiterals), fc.oneof(...values)),
      {
        maxLength: 3,
      },
    )
    .map((entries) => objectNode(entries.map(([key, value]) => objectEntry(key, value))));
}

/** Returns lists of objects, never empty. */
export const objectLists = (depth = 2): fc.Arbitrary<ObjectListNode> =>
  fc.array(objects(depth), { minLength: 1, maxLength: 2 }).map((items) => objectListNode(items));
