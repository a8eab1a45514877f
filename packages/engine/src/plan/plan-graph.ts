import { costWeights, formatPath, type AggregateFrame, type FieldDeclaration } from '@tamis/lang';
import type { RecordSource } from '../facts/facts.js';
import type { PlanNode, Reach, WindowPlan } from './plan-node.js';

type Made<N> = N extends PlanNode
  ? Omit<N, 'id' | 'uses' | 'hoisted' | 'operands' | 'asks' | 'late' | 'inRecord'>
  : never;

/** What a node is, before its place in the graph is known. `inRecord`: also where no operand is. */
export type Parts = Made<PlanNode> & { readonly inRecord?: boolean };

/** Does a node look something up by itself? */
function looksUp(made: Parts): boolean {
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
function fetchKey({ source, listPath, links, window, last }: AggregateFrame, { stretch }: Reach): string {
  const keys = links.map(({ alternatives }) =>
    alternatives.map((equalities) =>
      equalities.map(({ subjectPath, recordPath, type }) => [subjectPath, recordPath, type]),
    ),
  );
  const end =
    window.kind === 'previous'
      ? `previous ${window.unit}`
      : stretch.kind === 'since'
        ? `since ${stretch.start.id}`
        : window.kind === 'allTime' && last !== null
          ? 'newest'
          : 'now';
  return JSON.stringify([source, listPath, keys, end]);
}

/** Nodes of one rule set while it is planned: equal things get one node and one window. */
export class PlanGraph {
  readonly windows: WindowPlan[] = [];
  private readonly nodes = new Map<string, PlanNode>();
  private readonly windowsByKey = new Map<string, WindowPlan>();
  private readonly recordFields = new Map<string, number>();

  /** With sharing off every use is planned and computed by itself; results are the same. */
  constructor(private readonly sharing: boolean) {}

  /** The node for `key`, made and counted as a use of its operands only when it is new. */
  node(key: string, operands: readonly PlanNode[], make: () => Parts): PlanNode {
    const fullKey = this.sharing ? key : `${this.nodes.size}:${key}`;
    const known = this.nodes.get(fullKey);
    if (known) return known;
    for (const operand of operands) operand.uses += 1;
    const parts = make();
    const isAggregate = parts.kind === 'aggregate';
    const asks = looksUp(parts);
    const made = {
      ...parts,
      operands,
      inRecord: parts.inRecord ?? (!isAggregate && operands.some((operand) => operand.inRecord)),
      asks,
      late: asks || isAggregate || operands.some((operand) => operand.late),
      id: this.nodes.size,
      uses: 0,
      hoisted: false,
    } as PlanNode;
    if (made.inRecord || isAggregate) for (const operand of operands) if (!operand.inRecord) operand.hoisted = true;
    this.nodes.set(fullKey, made);
    return made;
  }

  /** Without sharing, too, aggregates over the same links read one window: it is one fetch. */
  window(frame: AggregateFrame, reach: Reach): WindowPlan {
    const key = fetchKey(frame, reach);
    let window = this.windowsByKey.get(key);
    if (!window) {
      const { source, listPath, timePath, links } = frame;
      window = {
        id: this.windows.length,
        source: listPath === null ? (source as RecordSource) : null,
        listPath,
        timePath,
        links: links.map(({ alternatives }) => alternatives),
        reaches: [],
        columns: [],
        columnIndex: new Map(),
        recordFields: 0,
      };
      this.windowsByKey.set(key, window);
      this.windows.push(window);
    }
    window.reaches.push(reach);
    return window;
  }

  /** Adds the columns a record field needs; the number of its cache. */
  recordField(window: WindowPlan, field: FieldDeclaration): number {
    const key = `${window.id} ${formatPath(field.jsonPath)} ${field.derived ? 'derived' : ''} ${JSON.stringify(field.type)}`;
    const known = this.recordFields.get(key);
    if (known !== undefined) return known;
    const { derived } = field;
    const paths = derived ? derived.reads.map((below) => [...derived.owner, ...below]) : [field.jsonPath];
    for (const path of paths) addColumn(window, path);
    const cache = window.recordFields;
    window.recordFields += 1;
    this.recordFields.set(key, cache);
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
