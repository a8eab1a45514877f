import type { ActionJson, GraphJson, GraphNode, Json, StepJson, WrittenDefinition } from './written.js';
import { blocksOfGraph } from './read-graph.js';
import { isSameJson } from './written.js';
import { writeGraph } from './write-graph.js';

/** The steps from top to bottom: actions, and conditions with a lane for each outcome. */
export interface ActionBlock {
  readonly kind: 'action';
  readonly key: string;
  readonly action: ActionJson;
  /** Source that it was read from, including members that only its author knows. */
  readonly node: GraphNode | null;
  readonly step: StepJson | null;
  /** Whether it is the wait after its step rather than an action of the step. */
  readonly isStandby?: true;
}

export interface BranchBlock {
  readonly kind: 'branch';
  readonly key: string;
  readonly conditions: readonly Json[];
  readonly lanes: Lanes;
  readonly node: GraphNode | null;
  readonly step: StepJson | null;
}

export type Block = ActionBlock | BranchBlock;
/** Outcomes of a condition, in reading order. */
export const laneNames = ['true', 'false', 'unknown'] as const;
export type LaneName = (typeof laneNames)[number];

/** If `unknown` is `null`, that outcome uses the lane of `false`. */
export interface Lanes {
  readonly true: readonly Block[];
  readonly false: readonly Block[];
  readonly unknown: readonly Block[] | null;
}

export interface Flow {
  readonly form: 'actions' | 'steps' | 'graph';
  readonly blocks: readonly Block[];
  readonly graph: GraphJson | null;
}

/** A definition that contains its flow, and the path of each block by its key. */
export interface WrittenFlow {
  readonly definition: WrittenDefinition;
  readonly paths: ReadonlyMap<string, string>;
}

let made = 0;
export const newKey = (): string => `b${(made += 1)}`;

export const actionBlock = (action: ActionJson, more: Partial<ActionBlock> = {}): ActionBlock => ({
  ...{ kind: 'action', key: newKey(), action, node: null, step: null },
  ...more,
});

export const branchBlock = (conditions: readonly Json[], more: Partial<BranchBlock> = {}): BranchBlock => ({
  ...{ kind: 'branch', key: newKey(), conditions, node: null, step: null },
  lanes: { true: [], false: [], unknown: null },
  ...more,
});

export const standby: ActionJson = { type: 'wait', config: {} };

/** Returns the flow of a definition, or `null` if its paths cannot be arranged from top to bottom. */
export function flowOf(definition: WrittenDefinition): Flow | null {
  const flow = readFlow(definition);
  return flow && isSameJson(writeFlow(definition, flow).definition, definition) ? flow : null;
}

function readFlow({ actions, steps, graph }: WrittenDefinition): Flow | null {
  if (graph != null) {
    const blocks = blocksOfGraph(graph);
    return blocks && { form: 'graph', blocks, graph };
  }
  if (Array.isArray(steps) && steps.length > 0)
    return { form: 'steps', blocks: steps.flatMap(blocksOfStep), graph: null };
  return { form: 'actions', blocks: (actions ?? []).map((action) => actionBlock(action)), graph: null };
}

function blocksOfStep(step: StepJson): readonly Block[] {
  const done: Block[] = (step.actions ?? []).map((action) => actionBlock(action, { step }));
  if (step.waitAfterStep === true) done.push(actionBlock(standby, { step, isStandby: true }));
  const conditions = step.conditions ?? [];
  return conditions.length === 0
    ? done
    : [branchBlock(conditions, { step, lanes: { true: done, false: [], unknown: null } })];
}

const isPlainBranch = (block: Block): boolean =>
  block.kind === 'action' ||
  (block.lanes.false.length === 0 &&
    block.lanes.unknown === null &&
    block.lanes.true.every(({ kind }) => kind === 'action'));

/** Returns the simplest form that can express the flow, but never a simpler one than before. */
function formOf({ form, blocks }: Flow): Flow['form'] {
  if (form === 'graph' || !blocks.every(isPlainBranch)) return 'graph';
  return form === 'steps' || blocks.some(({ kind }) => kind === 'branch') ? 'steps' : 'actions';
}

/** Writes a flow into a definition and keeps everything else. */
export function writeFlow(definition: WrittenDefinition, flow: Flow): WrittenFlow {
  const form = formOf(flow);
  const { actions, steps, graph, ...rest } = definition;
  const kept = form === flow.form ? { ...(actions && { actions }), ...(steps && { steps }) } : {};
  if (form === 'actions') {
    const written = flow.blocks as readonly ActionBlock[];
    const paths = new Map(written.map(({ key }, index) => [key, `actions[${index}]`]));
    const isAbsent = written.length === 0 && actions === undefined;
    return {
      definition: inOrder(definition, {
        ...{ ...rest, ...(steps && { steps }), ...(graph !== undefined && { graph }) },
        ...(!isAbsent && { actions: written.map(({ action }) => action) }),
      }),
      paths,
    };
  }
  if (form === 'steps') {
    const written = writeSteps(flow.blocks);
    const own = { ...rest, ...kept, ...(graph !== undefined && { graph }), steps: written.steps };
    return { definition: inOrder(definition, own), paths: written.paths };
  }
  const written = writeGraph(flow);
  return { definition: inOrder(definition, { ...rest, ...kept, graph: written.graph }), paths: written.paths };
}

/** Members keep the order that they had in the text. */
function inOrder(before: WrittenDefinition, after: WrittenDefinition): WrittenDefinition {
  const names = [...Object.keys(before), ...Object.keys(after)];
  const known = [...new Set(names)].filter((name) => Object.hasOwn(after, name));
  return Object.fromEntries(known.map((name) => [name, after[name as keyof WrittenDefinition]]));
}

function writeSteps(blocks: readonly Block[]): {
  readonly steps: readonly StepJson[];
  readonly paths: Map<string, string>;
} {
  const steps: StepJson[] = [];
  const paths = new Map<string, string>();
  for (const group of groupsOf(blocks)) {
    const at = `steps[${steps.length}]`;
    const [first] = group as [Block];
    const done = first.kind === 'branch' ? first.lanes.true : group;
    if (first.kind === 'branch') paths.set(first.key, at);
    const last = done.at(-1) as ActionBlock | undefined;
    const isWaiting = last?.isStandby === true;
    const acts = (isWaiting ? done.slice(0, -1) : done) as readonly ActionBlock[];
    acts.forEach(({ key }, index) => paths.set(key, `${at}.actions[${index}]`));
    const { waitAfterStep, conditions, ...rest } = first.step ?? {};
    const own = first.kind === 'branch' ? first.conditions : [];
    const isTold = first.kind === 'branch' || conditions !== undefined;
    steps.push({
      ...(isTold && { conditions: own }),
      ...rest,
      actions: acts.map(({ action }) => action),
      ...(isWaiting ? { waitAfterStep: true } : waitAfterStep === false && { waitAfterStep }),
    });
  }
  return { steps, paths };
}

/**
 * Groups blocks into steps. Each condition is a step. Actions that were in one step stay together, with those added to them. A wait ends
 * its step.
 */
function groupsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    const joins =
      last?.kind === 'action' &&
      block.kind === 'action' &&
      last.isStandby !== true &&
      (block.step === null || block.step === open![0]!.step);
    if (joins) open!.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Returns the existing lanes of a condition. */
export const lanesOf = ({ lanes }: BranchBlock): readonly (readonly Block[])[] =>
  laneNames.flatMap((name) => {
    const lane = lanes[name];
    return lane === null ? [] : [lane];
  });

/** Returns the keys of all blocks in reading order. */
export const keysOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => [block.key, ...(block.kind === 'branch' ? lanesOf(block).flatMap(keysOf) : [])]);

/** Returns the same flow with its previous keys, if it has the same number of blocks. */
export function withKeys(flow: Flow, keys: readonly string[]): Flow {
  if (keysOf(flow.blocks).length !== keys.length) return flow;
  let at = 0;
  const name = (blocks: readonly Block[]): readonly Block[] =>
    blocks.map((block): Block => {
      const key = keys[at++]!;
      if (block.kind === 'action') return { ...block, key };
      const { true: yes, false: no, unknown } = block.lanes;
      return { ...block, key, lanes: { true: name(yes), false: name(no), unknown: unknown && name(unknown) } };
    });
  return { ...flow, blocks: name(flow.blocks) };
}
