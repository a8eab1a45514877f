import type { components } from '@tamis/client';
import { showValue } from './show-value.js';

type TraceNode = components['schemas']['TraceNodeDto'];

/** The difference within each deciding part, by its position in the tree; `null` if it is written in the same way on both sides. */
export type DecidingParts = ReadonlyMap<string, string | null>;

interface Sides {
  readonly before: DecidingParts;
  readonly after: DecidingParts;
}

type Pair = readonly [TraceNode, TraceNode];

const conditionsIn = ({ children }: TraceNode): readonly TraceNode[] =>
  children.filter(({ outcome }) => outcome !== undefined);

/** A name is replaced by what it refers to. */
function withoutNames(node: TraceNode): TraceNode {
  const [only] = conditionsIn(node);
  return (node.kind === 'let' || node.kind === 'define') && only ? withoutNames(only) : node;
}

const isLeaf = (node: TraceNode): boolean => conditionsIn(node).length === 0;

/** Returns the children that determined the result of a condition: of a false `and`, the false ones; of a true one, all. */
function carriersOf(node: TraceNode): readonly TraceNode[] {
  const items = conditionsIn(node).filter(({ outcome }) => outcome !== 'skipped');
  if (node.kind === 'not' || node.kind === 'let' || node.kind === 'define') return items;
  // `none` is the opposite of `or`.
  const contrary = node.outcome === 'true' ? 'false' : node.outcome === 'false' ? 'true' : node.outcome;
  const wanted = node.kind === 'none' ? contrary : node.outcome;
  return items.filter(({ outcome }) => outcome === wanted);
}

/** Returns the text of a leaf without its constants. */
const shapeOf = ({ text }: TraceNode): string => text.replace(/"[^"]*"|\b\d[\d_.]*(?: [A-Z]{3})?\b/g, '#');

/** Pairs the parts of both sides: first those with the same text, then those that differ only in constants, then by order. */
function pairUp(before: readonly TraceNode[], after: readonly TraceNode[]): readonly Pair[] {
  const left = [...after];
  const taken = new Map<TraceNode, TraceNode>();
  const take = (isSame: (one: TraceNode, other: TraceNode) => boolean): void => {
    for (const one of before) {
      const at = taken.has(one) ? -1 : left.findIndex((other) => isSame(one, other));
      if (at >= 0) taken.set(one, left.splice(at, 1)[0]!);
    }
  };
  take((one, other) => one.text === other.text);
  take((one, other) => shapeOf(one) === shapeOf(other));
  take(() => true);
  return [...taken];
}

const differs = ([one, other]: Pair): boolean =>
  one.outcome !== other.outcome && one.outcome !== 'skipped' && other.outcome !== 'skipped';

/** Returns the words of a text; an amount with its currency is one word, and so is a quoted text. */
const wordsOf = (text: string): readonly string[] => text.match(/"[^"]*"|\d[\d_.]* [A-Z]{3}\b|\S+/g) ?? [];

/** Returns the part of a text that differs from the other one, in whole words. */
function otherPart(text: string, other: string): string {
  const [own, theirs] = [wordsOf(text), wordsOf(other)];
  let start = 0;
  while (start < Math.min(own.length, theirs.length) && own[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < Math.min(own.length, theirs.length) - start && own.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  return own.slice(start, own.length - end).join(' ');
}

/** Returns the differing text, or the differing constant behind a name, or the differing actual value. */
function differenceOf(node: TraceNode, other: TraceNode): string | null {
  if (node.text !== other.text) return otherPart(node.text, other.text) || null;
  for (const member of ['expected', 'actual'] as const) {
    const [own, theirs] = [showValue(node[member]), showValue(other[member])];
    if (own !== theirs) return own;
  }
  return null;
}

/**
 * Returns the parts that give a condition a different result from that on the other side: leaves if leaves do, otherwise the smallest part
 * that contains the difference. Empty if both results are the same. `null` means that the side does not have the rule.
 */
export function decidingParts(before: TraceNode | null, after: TraceNode | null): Sides {
  const sides = { before: new Map<string, string | null>(), after: new Map<string, string | null>() };
  if (before && after && differs([before, after])) compare(before, after, sides);
  else if (before && !after) markCarriers(before, sides.before);
  else if (after && !before) markCarriers(after, sides.after);
  return sides;
}

interface Marks {
  readonly before: Map<string, string | null>;
  readonly after: Map<string, string | null>;
}

function compare(named: TraceNode, otherNamed: TraceNode, marks: Marks): void {
  const [before, after] = [withoutNames(named), withoutNames(otherNamed)];
  if (isLeaf(before) && isLeaf(after)) return markPair(before, after, marks);
  const isSameKind = before.kind === after.kind;
  const partsOf = (node: TraceNode): readonly TraceNode[] => (isLeaf(node) ? [node] : conditionsIn(node));
  const carry = (node: TraceNode): readonly TraceNode[] => (isLeaf(node) ? [node] : carriersOf(node));
  const pairs = pairUp(partsOf(before), partsOf(after));
  const [ofBefore, ofAfter] = [new Set(carry(before)), new Set(carry(after))];
  const changed = pairs.filter(differs);
  const both = changed.filter(([one, other]) => ofBefore.has(one) && ofAfter.has(other));
  if (both.length > 0) return both.forEach(([one, other]) => compare(one, other, marks));
  // No changed part determined both results, so that each side shows its own determining parts, even if they exist only on this side.
  const paired = new Set(pairs.flat());
  const alone = [...ofBefore].filter((each) => !paired.has(each));
  const aloneAfter = [...ofAfter].filter((each) => !paired.has(each));
  changed
    .filter(([one, other]) => ofBefore.has(one) || ofAfter.has(other))
    .forEach(([one, other]) => compare(one, other, marks));
  for (const each of alone) markCarriers(each, marks.before);
  for (const each of aloneAfter) markCarriers(each, marks.after);
  const isAnyMarked = (node: TraceNode, marked: DecidingParts): boolean =>
    marked.has(node.id) || [...marked.keys()].some((id) => id.startsWith(`${node.id}.`));
  const hasOwnDifference = !isSameKind || before.text !== after.text;
  if (!isAnyMarked(before, marks.before))
    marks.before.set(before.id, hasOwnDifference ? differenceOf(before, after) : null);
  if (!isAnyMarked(after, marks.after))
    marks.after.set(after.id, hasOwnDifference ? differenceOf(after, before) : null);
}

function markPair(before: TraceNode, after: TraceNode, { before: left, after: right }: Marks): void {
  left.set(before.id, differenceOf(before, after));
  right.set(after.id, differenceOf(after, before));
}

/** Marks the parts that determined the result of a condition without a counterpart on the other side. */
function markCarriers(node: TraceNode, marked: Map<string, string | null>): void {
  const carriers = carriersOf(node);
  if (carriers.length === 0) marked.set(node.id, null);
  for (const each of carriers) markCarriers(each, marked);
}
