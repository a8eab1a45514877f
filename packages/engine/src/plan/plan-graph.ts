import { costWeights, formatPath, type AggregateFrame, type FieldDeclaration } from '@tamis/lang';
import type { RecordSource } from '../facts/facts.js';
import { fieldKey, timeSpanKey } from './plan-key.js';
import type { PlanNode, WindowExtent, WindowPlan } from './plan-node.js';

type NewNode<N> = N extends PlanNode ? Omit<N, 'id' | 'uses' | 'operands' | 'asks' | 'late' | 'inRecord'> : never;

/** A node before it is added to the graph. `inRecord` may be set even if no operand has it. */
export type NodeSpec = NewNode<PlanNode> & { readonly inRecord?: boolean };

/** Returns whether a node itself looks something up. */
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

/** Returns the key of aggregates whose rows are fetched together: those that end now share a key, the others only with similar ones. */
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

/** The nodes of a rule set during planning. Equal expressions share a node, equal windows are shared. */
export class PlanGraph {
  readonly windows: WindowPlan[] = [];
  private readonly nodes = new Map<string, PlanNode>();
  private readonly windowsByKey = new Map<string, WindowPlan>();
  private readonly recordFields = new Map<string, number>();
  private readonly numbers = new WeakMap<object, number>();
  private readonly numbersByText = new Map<string, number>();
  private readonly windowUses = new Map<string, number>();
  private asked: number[] = [];
  /** Functions that undo the additions of the current attempt; `null` if there is none. */
  private undo: (() => void)[] | null = null;

  /** Without sharing, each use is planned and computed separately. The results are the same. */
  constructor(readonly sharing: boolean) {}

  /** Number of nodes so far. */
  get size(): number {
    return this.nodes.size;
  }

  /** Number of distinct window uses so far. */
  get windowUseCount(): number {
    return this.windowUses.size;
  }

  /** Returns the window uses since the last call, numbered in the order of their first occurrence. */
  drainWindowUses(): readonly number[] {
    const { asked } = this;
    this.asked = [];
    return asked;
  }

  /**
   * Returns the result of `plan`, or `null` without adding anything if it requires new window uses: sets in use have only the existing
   * ones.
   */
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

  /** Returns a number that represents an object in keys. Objects with equal texts get the same number. */
  internedId(object: object, text: () => string): number {
    const known = this.numbers.get(object);
    if (known !== undefined) return known;
    const written = text();
    const number = this.numbersByText.get(written) ?? this.numbersByText.size;
    this.numbersByText.set(written, number);
    this.numbers.set(object, number);
    return number;
  }

  /** Returns the node for `key`. Only if it is new, it is created and counted as a use of its operands. */
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

  /** Even without sharing, aggregates over the same links use one window, since it is fetched once. */
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

  /** Adds the columns for a record field and returns the number of its cache. */
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
  // Column 0 of a row is the time of the record.
  window.columnIndex.set(text, window.columns.length + 1);
  window.columns.push(path);
}
