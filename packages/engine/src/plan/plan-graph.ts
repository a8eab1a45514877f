import { costWeights, formatPath, type AggregateFrame, type FieldDeclaration } from '@tamis/lang';
import type { RecordSource } from '../facts/facts.js';
import { fieldKey, timeSpanKey } from './plan-key.js';
import type { PlanNode, WindowExtent, WindowPlan } from './plan-node.js';

type NewNode<N> = N extends PlanNode ? Omit<N, 'id' | 'uses' | 'operands' | 'asks' | 'late' | 'inRecord'> : never;

/** What a node is, before its place in the graph is known. `inRecord`: also where no operand is. */
export type NodeSpec = NewNode<PlanNode> & { readonly inRecord?: boolean };

/** Does a node look something up by itself? */
function readsEnvironment(made: NodeSpec): boolean {
  switch (made.kind) {
    case 'subjectField':
    case 'recordField':
      return made.field.derived?.asks === true;
    case 'application':
      return costWeights[made.declaration.cost] >= costWeights.c2;
    case 'match':
      return true;
    default:
      return false;
  }
}

/** Aggregates whose rows are one fetch: those that end now together, the others each with their like. */
function fetchKey({ source, listPath, links, window, last }: AggregateFrame, { span }: WindowExtent): string {
  const keys = links.map(({ alternatives }) =>
    alternatives.map((equalities) =>
      equalities.map(({ subjectPath, recordPath, type }) => [subjectPath, recordPath, type]),
    ),
  );
  const end =
    window.kind === 'previous'
      ? `previous ${window.unit}`
      : span.kind === 'since'
        ? `since ${span.start.id}`
        : window.kind === 'allTime' && last !== null
          ? 'newest'
          : 'now';
  return JSON.stringify([source, listPath, keys, end]);
}

const extentKey = ({ span, rows }: WindowExtent): string => `${timeSpanKey(span)} ${rows ?? ''}`;

/** Nodes of one rule set while it is planned: equal things get one node and one window. */
export class PlanGraph {
  readonly windows: WindowPlan[] = [];
  private readonly nodes = new Map<string, PlanNode>();
  private readonly windowsByKey = new Map<string, WindowPlan>();
  private readonly recordFields = new Map<string, number>();
  private readonly numbers = new WeakMap<object, number>();
  private readonly numbersByText = new Map<string, number>();
  private readonly windowUses = new Map<string, number>();
  private asked: number[] = [];
  /** Takes back what was added since an attempt began; null: none is under way. */
  private undo: (() => void)[] | null = null;

  /** With sharing off every use is planned and computed by itself; results are the same. */
  constructor(readonly sharing: boolean) {}

  /** Nodes so far. */
  get size(): number {
    return this.nodes.size;
  }

  /** How many different things were asked of windows so far. */
  get windowUseCount(): number {
    return this.windowUses.size;
  }

  /** What was asked of windows since the last call, numbered in the order in which each was asked for the first time. */
  drainWindowUses(): readonly number[] {
    const { asked } = this;
    this.asked = [];
    return asked;
  }

  /** What `plan` makes; null, and nothing is added, where it asks anything new of windows: sets that run now have the old ones. */
  planWithoutNewWindows<T>(plan: () => T): T | null {
    const before = this.windowUses.size;
    const added = (this.undo = []) as (() => void)[];
    const made = plan();
    this.undo = null;
    if (this.windowUses.size === before) return made;
    for (const takeBack of added.reverse()) takeBack();
    return null;
  }

  private recordWindowUse(use: string): void {
    const known = this.windowUses.get(use);
    if (known === undefined) this.undo?.push(() => this.windowUses.delete(use));
    const number = known ?? this.windowUses.size;
    this.windowUses.set(use, number);
    this.asked.push(number);
  }

  /** A number that stands for an object in keys: of two whose texts are equal it is the same. */
  internedId(object: object, text: () => string): number {
    const known = this.numbers.get(object);
    if (known !== undefined) return known;
    const written = text();
    const number = this.numbersByText.get(written) ?? this.numbersByText.size;
    this.numbersByText.set(written, number);
    this.numbers.set(object, number);
    return number;
  }

  /** The node for `key`, made and counted as a use of its operands only when it is new. */
  node(key: string, operands: readonly PlanNode[], make: () => NodeSpec): PlanNode {
    const fullKey = this.sharing ? key : `${this.nodes.size}:${key}`;
    const known = this.nodes.get(fullKey);
    if (known) return known;
    for (const operand of operands) operand.uses += 1;
    const parts = make();
    const isAggregate = parts.kind === 'aggregate';
    const asks = readsEnvironment(parts);
    const made = {
      ...parts,
      operands,
      inRecord: parts.inRecord ?? (!isAggregate && operands.some((operand) => operand.inRecord)),
      asks,
      late: asks || isAggregate || operands.some((operand) => operand.late),
      id: this.nodes.size,
      uses: 0,
    } as PlanNode;
    this.nodes.set(fullKey, made);
    this.undo?.push(() => this.nodes.delete(fullKey));
    return made;
  }

  /** Without sharing, too, aggregates over the same links read one window: it is one fetch. */
  window(frame: AggregateFrame, reach: WindowExtent): WindowPlan {
    const key = fetchKey(frame, reach);
    let window = this.windowsByKey.get(key);
    if (!window) {
      const { source, listPath, foundWith, timePath, links } = frame;
      window = {
        id: this.windows.length,
        source: listPath === null ? (source as RecordSource) : null,
        listPath,
        foundWith,
        timePath,
        links: links.map(({ alternatives }) => alternatives),
        extents: [],
        columns: [],
        columnIndex: new Map(),
        recordFields: 0,
      };
      this.windowsByKey.set(key, window);
      this.windows.push(window);
      this.undo?.push(() => {
        this.windows.pop();
        this.windowsByKey.delete(key);
      });
    }
    const use = `${window.id} ${extentKey(reach)}`;
    if (!this.windowUses.has(use)) {
      const { extents: reaches } = window;
      reaches.push(reach);
      this.undo?.push(() => reaches.pop());
    }
    this.recordWindowUse(use);
    return window;
  }

  /** Adds the columns a record field needs; the number of its cache. */
  recordField(window: WindowPlan, field: FieldDeclaration): number {
    const key = `${window.id} field ${fieldKey(field, this)}`;
    this.recordWindowUse(key);
    const known = this.recordFields.get(key);
    if (known !== undefined) return known;
    const { derived } = field;
    const paths = derived ? derived.reads.map((below) => [...derived.owner, ...below]) : [field.jsonPath];
    const { columns, columnIndex, recordFields: cache } = window;
    const columnsBefore = columns.length;
    for (const path of paths) addColumn(window, path);
    window.recordFields += 1;
    this.recordFields.set(key, cache);
    this.undo?.push(() => {
      for (const column of columns.splice(columnsBefore)) columnIndex.delete(formatPath(column));
      window.recordFields -= 1;
      this.recordFields.delete(key);
    });
    return cache;
  }
}

function addColumn(window: WindowPlan, path: readonly string[]): void {
  const text = formatPath(path);
  const isTime = window.timePath !== null && text === formatPath(window.timePath);
  if (isTime || window.columnIndex.has(text)) return;
  // Column 0 of a row is the record's time.
  window.columnIndex.set(text, window.columns.length + 1);
  window.columns.push(path);
}
