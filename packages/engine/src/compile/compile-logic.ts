import { mergeUnknown, Unknown } from '@tamis/lang';
import type { PlanNode } from '../plan/plan-node.js';
import type { Frame, Term } from './frame.js';

/** Sorts terms by cost, cheap ones first. Equal costs stay in text order. */
function byCost(items: readonly PlanNode[], terms: readonly Term[]): Term[] {
  const order = items
    .map((_, index) => index)
    .sort((a, b) => (items[a] as PlanNode).cost - (items[b] as PlanNode).cost || a - b);
  return order.map((index) => terms[index] as Term);
}

/** An undecided junction has evaluated all its operands. Causes are listed in text order, regardless of the order of evaluation. */
function unknownOutcome(terms: readonly Term[], frame: Frame): Unknown {
  const unknowns: Unknown[] = [];
  for (const term of terms) {
    const value = term(frame);
    if (value instanceof Unknown) unknowns.push(value);
  }
  return mergeUnknown(unknowns);
}

/** `false` decides an `and`, `true` an `or`. */
export function compileJunction(kind: 'and' | 'or', items: readonly PlanNode[], terms: readonly Term[]): Term {
  const settling = kind === 'or';
  const other = !settling;
  const ordered = byCost(items, terms);
  const [first, second] = ordered;
  if (ordered.length === 2 && first && second)
    return (frame) => {
      const a = first(frame);
      if (a === settling) return settling;
      const b = second(frame);
      if (b === settling) return settling;
      return a === other && b === other ? other : unknownOutcome(terms, frame);
    };
  return (frame) => {
    let known = true;
    for (const term of ordered) {
      const value = term(frame);
      if (value === settling) return settling;
      if (value !== other) known = false;
    }
    return known ? other : unknownOutcome(terms, frame);
  };
}

/** Counts in any order and stops as soon as the result is certain. */
export function compileAtLeast(count: number, items: readonly PlanNode[], terms: readonly Term[]): Term {
  const ordered = byCost(items, terms);
  return (frame) => {
    let hits = 0;
    let possible = ordered.length;
    for (const term of ordered) {
      const value = term(frame);
      if (value === true) hits += 1;
      else if (value === false) possible -= 1;
      if (hits >= count) return true;
      if (possible < count) return false;
    }
    return unknownOutcome(terms, frame);
  };
}

export function compileNegation(term: Term): Term {
  return (frame) => {
    const value = term(frame);
    return typeof value === 'boolean' ? !value : value;
  };
}
