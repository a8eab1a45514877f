import type { Expression } from '../ast/expression.js';
import type { PathScope } from '../paths/path-scope.js';
import { DecodeContext, positionAt, type DecodePosition } from './decode-context.js';
import { sameTree } from '../ast/same-tree.js';

/** Returns whether a JSON form is lossless: decoding it restores the original tree without diagnostics. */
export function roundTripsTo(
  tree: Expression,
  scope: PathScope,
  read: (context: DecodeContext, place: DecodePosition) => Expression | null,
): boolean {
  const context = new DecodeContext();
  const back = read(context, positionAt('', scope));
  return back !== null && context.diagnostics.length === 0 && sameTree(tree, back);
}
