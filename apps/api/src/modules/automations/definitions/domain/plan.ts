import type { ActionJson, AutomationContent, ConditionJson, GraphJson, StepJson } from './automation.js';

export type PlanNode =
  | {
      readonly id: string;
      readonly kind: 'condition';
      readonly conditions: readonly ConditionJson[];
      readonly path: string;
    }
  | { readonly id: string; readonly kind: 'action'; readonly action: ActionJson; readonly path: string };

export type Outcome = 'true' | 'false' | 'unknown';

/** The actions of an automation and their order: a common form for actions, steps and graphs. */
export interface Plan {
  /** Nodes where it begins, in order. */
  readonly first: readonly string[];
  readonly nodes: ReadonlyMap<string, PlanNode>;
  /** The next nodes for each outcome of a condition. An action only has `true`. */
  readonly next: ReadonlyMap<string, Readonly<Record<Outcome, readonly string[]>>>;
}

interface Draft {
  readonly nodes: Map<string, PlanNode>;
  readonly next: Map<string, Record<Outcome, readonly string[]>>;
}

const ends = (): Record<Outcome, readonly string[]> => ({ true: [], false: [], unknown: [] });

function addCondition(
  draft: Draft,
  node: Extract<PlanNode, { kind: 'condition' }>,
  then: string[],
  otherwise: string[],
) {
  draft.nodes.set(node.id, node);
  draft.next.set(node.id, { true: then, false: otherwise, unknown: otherwise });
}

/** Adds a sequence of actions followed by the given nodes. Returns where the sequence begins. */
function addActions(
  draft: Draft,
  actions: readonly ActionJson[],
  of: { path: string; id: string },
  behind: string[],
): string[] {
  return actions.reduceRight<string[]>((then, action, index) => {
    const id = `${of.id}action-${index + 1}`;
    draft.nodes.set(id, { id, kind: 'action', action, path: `${of.path}actions[${index}]` });
    draft.next.set(id, { ...ends(), true: then });
    return [id];
  }, behind);
}

function addStep(draft: Draft, step: StepJson, index: number, behind: string[]): string[] {
  const id = `step-${index + 1}-`;
  const path = `steps[${index}].`;
  const standby = { type: 'wait', config: {} };
  const waiting =
    step.waitAfterStep === true ? addActions(draft, [standby], { path, id: `${id}standby-` }, behind) : behind;
  const begins = addActions(draft, step.actions, { path, id }, waiting);
  if (step.conditions.length === 0) return begins;
  const node = {
    id: `${id}conditions`,
    kind: 'condition',
    conditions: step.conditions,
    path: `${path}conditions`,
  } as const;
  addCondition(draft, node, begins, behind);
  return [node.id];
}

function addGraph(draft: Draft, { nodes, edges }: GraphJson): string[] {
  for (const [index, { id, type, data }] of nodes.entries()) {
    const path = `graph.nodes[${index}].data`;
    const conditions = (data['conditions'] ?? []) as readonly ConditionJson[];
    if (type === 'condition') draft.nodes.set(id, { id, kind: 'condition', conditions, path: `${path}.conditions` });
    if (type === 'action') draft.nodes.set(id, { id, kind: 'action', action: data as unknown as ActionJson, path });
  }
  const behind = (id: string, handle: Outcome): string[] =>
    edges
      .filter(({ source, sourceHandle }) => source === id && (sourceHandle ?? 'true') === handle)
      .map(({ target }) => target);
  for (const id of draft.nodes.keys()) {
    const hasUnknown = edges.some(({ source, sourceHandle }) => source === id && sourceHandle === 'unknown');
    const unknown = behind(id, hasUnknown ? 'unknown' : 'false');
    draft.next.set(id, { true: behind(id, 'true'), false: behind(id, 'false'), unknown });
  }
  const begins = nodes.filter(({ type }) => type === 'trigger').flatMap(({ id }) => behind(id, 'true'));
  // Several edges may lead to one node, which is executed once.
  return [...new Set(begins)];
}

/**
 * Returns the plan. The graph takes precedence over steps, and steps over actions. Conditions of the automation come before everything
 * else.
 */
export function planOf({ conditions, actions, steps, graph }: AutomationContent): Plan {
  const draft: Draft = { nodes: new Map(), next: new Map() };
  let first: string[];
  if (graph) first = addGraph(draft, graph);
  else if (steps.length > 0)
    first = steps.reduceRight<string[]>((behind, step, index) => addStep(draft, step, index, behind), []);
  else first = addActions(draft, actions, { path: '', id: '' }, []);
  if (conditions.length === 0) return inOrder(first, draft);
  const id = freeId('conditions', draft);
  addCondition(draft, { id, kind: 'condition', conditions, path: 'conditions' }, first, []);
  return inOrder([id], draft);
}

/** The author of a graph may choose any node ids, so this avoids conflicts. */
const freeId = (id: string, draft: Draft): string => (draft.nodes.has(id) ? freeId(`${id}'`, draft) : id);

/** Sorts the nodes in the order in which they are reached, so that reading starts where the automation does. */
function inOrder(first: readonly string[], { nodes, next }: Draft): Plan {
  const ordered = new Map<string, PlanNode>();
  const visit = (ids: readonly string[]): void => {
    for (const id of ids) {
      const node = nodes.get(id);
      if (!node || ordered.has(id)) continue;
      ordered.set(id, node);
      const ways = next.get(id)!;
      visit([...ways.true, ...ways.false, ...ways.unknown]);
    }
  };
  visit(first);
  visit([...nodes.keys()]);
  return { first, nodes: ordered, next };
}
