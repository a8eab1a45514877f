import type { Expression } from '../ast/expression.js';
import { sameTree } from '../ast/same-tree.js';
import type { ParsedRule } from './parsed-rule.js';
import type { TextEdit } from './text-edit.js';

/** Two versions of a rule: the current source, and the new rule as the formatter prints it. */
export interface Versions {
  readonly before: ParsedRule;
  readonly after: ParsedRule;
}

function replace(before: Expression, after: Expression, versions: Versions): readonly TextEdit[] {
  const { start, end } = versions.before.withParentheses(versions.before.span(before));
  const newText = versions.after.slice(versions.after.withParentheses(versions.after.span(after)));
  return [{ start, end, newText }];
}

/** Returns the child nodes if the two are otherwise equal; `null` if they differ in more than that. */
function parts(before: Expression, after: Expression): readonly [readonly Expression[], readonly Expression[]] | null {
  if ('items' in before && 'items' in after && before.kind === after.kind) {
    const rest = { ...before, items: [] };
    return sameTree(rest, { ...after, items: [] }) && styleOf(before) === styleOf(after)
      ? [before.items, after.items]
      : null;
  }
  if (before.kind === 'not' && after.kind === 'not') return [[before.operand], [after.operand]];
  if (before.kind !== 'operation' || after.kind !== 'operation') return null;
  const isSame = before.operator === after.operator && before.operands.length === after.operands.length;
  return isSame && sameTree(before.options, after.options) ? [before.operands, after.operands] : null;
}

const styleOf = (node: Expression): string => (node.kind === 'and' || node.kind === 'or' ? node.style : '');

/** Returns how many items two lists have in common at the start, or at the end with `fromEnd`; `most` limits the count. */
export function commonLength<T>(a: readonly T[], b: readonly T[], most: number, fromEnd = false): number {
  let count = 0;
  const at = (items: readonly T[]): T | undefined => items[fromEnd ? items.length - 1 - count : count];
  while (count < most && sameTree(at(a), at(b))) count++;
  return count;
}

/** Returns comments between two items, which are kept if the second one is removed. */
const commentsOf = (gap: string): string =>
  [...gap.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\//g)].map(([comment]) => ` ${comment}`).join('');

/** Edits the items of a group, of which some were added, removed or changed. */
function editItems(
  before: readonly Expression[],
  after: readonly Expression[],
  versions: Versions,
): readonly TextEdit[] {
  const shorter = Math.min(before.length, after.length);
  const head = commonLength(before, after, shorter);
  const tail = commonLength(before, after, shorter - head, true);
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  if (gone.length === come.length)
    return gone.flatMap((item, index) => editExpression(item, come[index] ?? item, versions));
  const around = (version: ParsedRule, items: readonly Expression[]) =>
    items.map((item) => version.withParentheses(version.span(item)));
  const [old, now] = [around(versions.before, before), around(versions.after, after)];
  const last = (spans: typeof old): number => spans[spans.length - 1 - tail]?.end ?? 0;
  // Includes the separator before the items, or the one after them for the first items.
  const isFirst = head === 0 && (gone.length === 0 || come.length === 0);
  const range = (spans: typeof old) =>
    isFirst
      ? { start: spans[0]?.start ?? 0, end: spans[spans.length - tail]?.start ?? 0 }
      : { start: head === 0 ? (spans[0]?.start ?? 0) : (spans[head - 1]?.end ?? 0), end: last(spans) };
  const place = range(old);
  const newText = versions.after.slice(range(now));
  const behind = versions.before.endOfLine(place.start);
  if (gone.length === 0 && newText.startsWith('\n')) return [{ start: behind, end: behind, newText }];
  const gap = come.length > 0 || isFirst ? '' : versions.before.text.slice(place.start, old[head]?.start);
  return [{ ...place, newText: commentsOf(gap) + newText }];
}

/** Returns the smallest text changes that turn one expression into the other. */
export function editExpression(before: Expression, after: Expression, versions: Versions): readonly TextEdit[] {
  if (sameTree(before, after)) return [];
  const below = parts(before, after);
  return below === null ? replace(before, after, versions) : editItems(below[0], below[1], versions);
}
