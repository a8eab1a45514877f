import { explainRule, type TraceNode } from '@tamis/engine';

import type { StoredRun } from './stored-run.js';

/** A rule that did not hit, and how far it was from it. */
export interface Neighbour {
  readonly ruleId: string;
  readonly ruleKey: string;
  /** The test that was furthest from being true. */
  readonly leaf: string;
  readonly actual: unknown;
  /** What it would have been compared with; true for a test without a right side. */
  readonly needed: unknown;
  /** 0 to 1 for each test that had to change: for numbers how far apart they are, 1 for anything else. */
  readonly distance: number;
}

const mostNeighbours = 3;

/** The number in a JSON value: plain, or an amount, a duration … with its unit behind. */
function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return null;
  const [text] = Object.values(value) as unknown[];
  const number = typeof text === 'string' ? Number.parseFloat(text) : Number.NaN;
  return Number.isNaN(number) ? null : number;
}

/** How far two values are apart, 0 to 1. */
function apart(actual: unknown, needed: unknown): number {
  const [a, b] = [numberIn(actual), numberIn(needed)];
  if (a === null || b === null) return 1;
  const most = Math.max(Math.abs(a), Math.abs(b));
  return most === 0 ? 0 : Math.min(1, Math.abs(a - b) / most);
}

interface Way {
  readonly distance: number;
  /** Null: nothing has to change. */
  readonly furthest: { readonly node: TraceNode; readonly distance: number } | null;
}

const nothing: Way = { distance: 0, furthest: null };

const together = (ways: readonly Way[]): Way =>
  ways.reduce(
    (all, { distance, furthest }) => ({
      distance: all.distance + distance,
      furthest: furthest && (!all.furthest || furthest.distance > all.furthest.distance) ? furthest : all.furthest,
    }),
    nothing,
  );

/** So many of the ways, the shortest ones. */
const shortest = (ways: readonly Way[], count: number): Way =>
  together([...ways].sort((a, b) => a.distance - b.distance).slice(0, Math.max(0, count)));

/** What has to change for a part to come to `wanted`. */
function wayTo(node: TraceNode, wanted: boolean): Way {
  if (node.outcome === String(wanted)) return nothing;
  const below = (kept: boolean): readonly Way[] => node.children.map((child) => wayTo(child, kept));
  switch (node.kind) {
    case 'and':
      return wanted ? together(below(true)) : shortest(below(false), 1);
    case 'or':
      return wanted ? shortest(below(true), 1) : together(below(false));
    case 'none':
      return wanted ? together(below(false)) : shortest(below(true), 1);
    case 'not':
      return together(below(!wanted));
    case 'atLeast': {
      const count = Number(/\d+/.exec(node.text)?.[0] ?? 1);
      return shortest(below(wanted), wanted ? count : node.children.length - count + 1);
    }
    case 'let':
    case 'define':
    case 'param':
      if (node.children.length > 0) return together(below(wanted));
      break;
    case 'test':
    case 'value':
    case 'aggregate':
      break;
  }
  const distance = apart(node.actual, node.expected);
  return { distance, furthest: { node, distance } };
}

/** The rules that were closest to hitting among those that did not, the closest first. */
export function neighboursOf({ decided, context, facts }: StoredRun): readonly Neighbour[] {
  const { set, run, outcome } = decided;
  const found = outcome.evaluated.flatMap((index): readonly Neighbour[] => {
    const trace = explainRule(set.compiled.partsOf(index, context, facts, run), { full: true });
    if (trace.matched) return [];
    const { distance, furthest } = wayTo(trace.tree, true);
    if (!furthest) return [];
    const { text: leaf, actual = null, expected: needed = true } = furthest.node;
    const rounded = Math.round(distance * 10_000) / 10_000;
    return [{ ruleId: trace.ruleId, ruleKey: trace.ruleKey, leaf, actual, needed, distance: rounded }];
  });
  return found.sort((a, b) => a.distance - b.distance).slice(0, mostNeighbours);
}
