import { explainRule, type TraceNode } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { explainedTo } from './masking.js';
import type { StoredEvaluation } from './stored-evaluation.js';

/** A rule that did not hit, and its distance from a hit. */
export interface Neighbour {
  readonly ruleId: string;
  readonly ruleKey: string;
  /** The test that was furthest from being true. */
  readonly leaf: string;
  readonly actual: unknown;
  /** The value it was compared with; `true` for a test without a right side. */
  readonly needed: unknown;
  /** Sum of 0 to 1 for each test that would have to change: the relative difference for numbers, 1 for anything else. */
  readonly distance: number;
}

const maxNeighbours = 3;

/** Returns the number in a JSON value: a plain number, or an amount, duration etc. followed by its unit. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return null;
  const [text] = Object.values(value) as unknown[];
  const number = typeof text === 'string' ? Number.parseFloat(text) : Number.NaN;
  return Number.isNaN(number) ? null : number;
}

/** Returns the distance between two values, from 0 to 1. */
function normalizedDistance(actual: unknown, needed: unknown): number {
  const [a, b] = [numberIn(actual), numberIn(needed)];
  if (a === null || b === null) return 1;
  const most = Math.max(Math.abs(a), Math.abs(b));
  return most === 0 ? 0 : Math.min(1, Math.abs(a - b) / most);
}

interface RequiredChange {
  readonly distance: number;
  /** `null` if nothing has to change. */
  readonly furthest: { readonly node: TraceNode; readonly distance: number } | null;
}

const noChange: RequiredChange = { distance: 0, furthest: null };

const combineChanges = (ways: readonly RequiredChange[]): RequiredChange =>
  ways.reduce(
    (all, { distance, furthest }) => ({
      distance: all.distance + distance,
      furthest: furthest && (!all.furthest || furthest.distance > all.furthest.distance) ? furthest : all.furthest,
    }),
    noChange,
  );

/** Combines the given number of changes with the smallest distances. */
const cheapestChanges = (ways: readonly RequiredChange[], count: number): RequiredChange =>
  combineChanges([...ways].sort((a, b) => a.distance - b.distance).slice(0, Math.max(0, count)));

/** Returns what must change for a node to have the result `wanted`. */
function requiredChange(node: TraceNode, wanted: boolean): RequiredChange {
  if (node.outcome === String(wanted)) return noChange;
  const below = (kept: boolean): readonly RequiredChange[] => node.children.map((child) => requiredChange(child, kept));
  switch (node.kind) {
    case 'and':
      return wanted ? combineChanges(below(true)) : cheapestChanges(below(false), 1);
    case 'or':
      return wanted ? cheapestChanges(below(true), 1) : combineChanges(below(false));
    case 'none':
      return wanted ? combineChanges(below(false)) : cheapestChanges(below(true), 1);
    case 'not':
      return combineChanges(below(!wanted));
    case 'atLeast': {
      const count = Number(/\d+/.exec(node.text)?.[0] ?? 1);
      return cheapestChanges(below(wanted), wanted ? count : node.children.length - count + 1);
    }
    case 'let':
    case 'define':
    case 'param':
      if (node.children.length > 0) return combineChanges(below(wanted));
      break;
    case 'test':
    case 'value':
    case 'aggregate':
      break;
  }
  const distance = normalizedDistance(node.actual, node.expected);
  return { distance, furthest: { node, distance } };
}

/** Returns the rules that came closest to a hit without reaching it, closest first. */
export function neighboursOf(
  { decided, context, facts }: StoredEvaluation,
  principal: Pick<Principal, 'scopes'>,
): readonly Neighbour[] {
  const { set, run, outcome } = decided;
  const found = outcome.evaluated.flatMap((index): readonly Neighbour[] => {
    const trace = explainRule(set.compiled.inspectRule(index, context, facts, run), {
      full: true,
      ...explainedTo(principal),
    });
    if (trace.matched) return [];
    const { distance, furthest } = requiredChange(trace.tree, true);
    if (!furthest) return [];
    const { text: leaf, actual = null, expected: needed = true } = furthest.node;
    const rounded = Math.round(distance * 10_000) / 10_000;
    return [{ ruleId: trace.ruleId, ruleKey: trace.ruleKey, leaf, actual, needed, distance: rounded }];
  });
  return found.sort((a, b) => a.distance - b.distance).slice(0, maxNeighbours);
}
