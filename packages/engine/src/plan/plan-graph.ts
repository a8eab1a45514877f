import { formatPath, type FieldDeclaration } from '@tamis/lang';
import type { MembershipPlan, PlanNode, WindowPlan, WindowSpan } from './plan-node.js';

type Parts<N> = N extends PlanNode ? Omit<N, 'id' | 'uses' | 'hoisted'> : never;

/** Nodes of one rule set while it is planned: equal things get one node, one window, one membership. */
export class PlanGraph {
  readonly windows: WindowPlan[] = [];
  private readonly nodes = new Map<string, PlanNode>();
  private readonly windowsByKey = new Map<string, WindowPlan>();
  private readonly recordFields = new Map<string, number>();

  /** With sharing off every use is planned and computed by itself; results are the same. */
  constructor(private readonly sharing: boolean) {}

  /** Membership tests in the order of their `index`. */
  get memberships(): readonly MembershipPlan[] {
    return [...this.nodes.values()].filter((node) => node.kind === 'membership');
  }

  get membershipCount(): number {
    return this.memberships.length;
  }

  /** The node for `key`, made and counted as a use of its operands only when it is new. */
  node(key: string, operands: readonly PlanNode[], make: () => Parts<PlanNode>): PlanNode {
    const fullKey = this.sharing ? key : `${this.nodes.size}:${key}`;
    const known = this.nodes.get(fullKey);
    if (known) return known;
    for (const operand of operands) operand.uses += 1;
    const made = { ...make(), id: this.nodes.size, uses: 0, hoisted: false } as PlanNode;
    if (made.inRecord || made.kind === 'aggregate')
      for (const operand of operands) if (!operand.inRecord) operand.hoisted = true;
    this.nodes.set(fullKey, made);
    return made;
  }

  /** Without sharing, too, aggregates over the same links read one window: it is one fetch. */
  window(source: 'transactions', links: WindowPlan['links'], span: WindowSpan, capped: boolean): WindowPlan {
    const key = `${source} ${links.map((link) => `${formatPath(link.subjectPath)}>${formatPath(link.recordPath)}`).join(' ')}`;
    let window = this.windowsByKey.get(key);
    if (!window) {
      const id = this.windows.length;
      window = { id, source, links, spans: [], capped, columns: [], columnIndex: new Map(), recordFields: 0 };
      this.windowsByKey.set(key, window);
      this.windows.push(window);
    }
    window.spans.push(span);
    window.capped &&= capped;
    return window;
  }

  /** Adds the columns a record field needs; the number of its cache. */
  recordField(window: WindowPlan, field: FieldDeclaration): number {
    const key = `${window.id} ${formatPath(field.jsonPath)} ${field.derived ? 'derived' : ''}`;
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
  if (text === 'transactedAt' || window.columnIndex.has(text)) return;
  // Column 0 of a row is the record's time.
  window.columnIndex.set(text, window.columns.length + 1);
  window.columns.push(path);
}
