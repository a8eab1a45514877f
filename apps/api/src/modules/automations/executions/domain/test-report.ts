import type { ConditionOutcome, JsonObject, Plan } from '../../definitions/index.js';

/** Result of a test for one node. */
export interface TestedNode {
  readonly nodeId: string;
  readonly kind: 'condition' | 'action';
  readonly reached: boolean;
  readonly outcome?: ConditionOutcome['outcome'];
  readonly because?: unknown;
  /** The leaves with their values. */
  readonly conditions?: ConditionOutcome['leaves'];
  /** The action that would be executed. */
  readonly action?: { readonly type: string; readonly config: JsonObject; readonly missingPaths: readonly string[] };
}

/** What an automation would do for one record. */
export interface TestedRecord {
  readonly record: JsonObject;
  readonly at: Date | null;
  readonly nodes: readonly TestedNode[];
}

/** How often a node was reached, by outcome. */
export interface NodeCounts {
  readonly nodeId: string;
  readonly reached: number;
  readonly true: number;
  readonly false: number;
  readonly unknown: number;
}

/** What an automation would have done within a period. */
export interface TestReport {
  readonly records: number;
  readonly startsPerDay: readonly { readonly day: string; readonly starts: number }[];
  readonly nodes: readonly NodeCounts[];
  readonly unknownCauses: Readonly<Record<string, number>>;
  readonly samples: readonly TestedRecord[];
}

/** Summarizes tests of many records. */
export function reportOf(plan: Plan, tested: readonly TestedRecord[], samples: number): TestReport {
  const days = new Map<string, number>();
  const causes: Record<string, number> = {};
  for (const { at, nodes } of tested) {
    const day = at?.toISOString().slice(0, 10);
    if (day !== undefined) days.set(day, (days.get(day) ?? 0) + 1);
    for (const { because } of nodes) for (const cause of causesOf(because)) causes[cause] = (causes[cause] ?? 0) + 1;
  }
  return {
    records: tested.length,
    startsPerDay: [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, starts]) => ({ day, starts })),
    nodes: [...plan.nodes.keys()].map((nodeId) => countsOf(nodeId, tested)),
    unknownCauses: causes,
    samples: tested.slice(0, samples),
  };
}

function countsOf(nodeId: string, tested: readonly TestedRecord[]): NodeCounts {
  const own = tested.flatMap(({ nodes }) => nodes.filter((each) => each.nodeId === nodeId && each.reached));
  const of = (wanted: string): number => own.filter(({ outcome }) => outcome === wanted).length;
  return { nodeId, reached: own.length, true: of('true'), false: of('false'), unknown: of('unknown') };
}

/** Returns the causes of an unknown outcome, without duplicates. */
function causesOf(because: unknown): readonly string[] {
  if (!Array.isArray(because)) return [];
  const named = (because as readonly { readonly cause?: unknown }[]).flatMap(({ cause }) =>
    typeof cause === 'string' ? [cause] : [],
  );
  return [...new Set(named)];
}
