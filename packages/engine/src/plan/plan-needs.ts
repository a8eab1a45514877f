import type { AggregatePlan, PlanNode, WindowPlan } from './plan-node.js';

/** What a group of rules reads in addition to the subject. */
export interface PlanNeeds {
  readonly windows: readonly WindowPlan[];
  /** Aggregates that read windows. */
  readonly aggregates: readonly AggregatePlan[];
  /** Nodes about the subject that look something up. */
  readonly readers: readonly PlanNode[];
  /** Nodes that convert amounts of the subject. */
  readonly converters: readonly PlanNode[];
  /** Whether some reads depend on other facts, or occur once per record. */
  readonly hasDependentReads: boolean;
  /** Whether some amounts to be converted depend on other facts. */
  readonly hasDependentRates: boolean;
}

/** Returns whether a node reads amounts that may be in two currencies. A comparison converts them to one. */
function alignsMoney(node: PlanNode): boolean {
  if (node.kind !== 'application') return false;
  const amounts = node.types.filter((type) => type.kind === 'money');
  return (
    amounts.length > 1 && amounts.some(({ currency }) => currency === undefined || currency !== amounts[0]?.currency)
  );
}

const converts = (node: PlanNode): boolean => node.kind === 'convert' || alignsMoney(node);
/** Returns whether a rate is required before it is known which others are. */
const convertsTwice = (node: PlanNode): boolean => node.operands.some((each) => converts(each) || convertsTwice(each));

/** Collects the needs of everything from which the roots are computed. */
export function collectNeeds(roots: Iterable<PlanNode>): PlanNeeds {
  const windows = new Set<WindowPlan>();
  const aggregates: AggregatePlan[] = [];
  const readers: PlanNode[] = [];
  const converters: PlanNode[] = [];
  const seen = new Set<PlanNode>();
  let readsMore = false;
  let convertsMore = false;
  const open = [...roots];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...node.operands);
    if (node.kind === 'aggregate') {
      windows.add(node.window);
      aggregates.push(node);
      if (node.span.kind === 'since' && node.span.start.late) readsMore = true;
    }
    if (converts(node)) {
      if (node.inRecord || node.late || convertsTwice(node)) convertsMore = true;
      else converters.push(node);
    }
    if (!node.asks) continue;
    if (node.inRecord) readsMore = true;
    else readers.push(node);
    if (node.operands.some((operand) => operand.late)) readsMore = true;
  }
  // In the order of planning, which is the order of the text.
  return {
    windows: [...windows].sort((a, b) => a.id - b.id),
    aggregates: aggregates.sort((a, b) => a.id - b.id),
    readers: readers.sort((a, b) => a.id - b.id),
    converters,
    hasDependentReads: readsMore,
    hasDependentRates: convertsMore,
  };
}
